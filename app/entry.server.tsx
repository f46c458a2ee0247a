import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { scriptMark } from "#app/platform/http/security/security-headers.ts";
import { ServerMarkupContext } from "#app/site/parts/server-drawn.tsx";
import { structuredDataContext, writeStructuredData } from "#app/site/seo/json-ld.ts";
import { renderFooter, renderQuickContact, splash } from "#app/site/shell/draw-frame.tsx";
import { frameContext } from "#app/site/shell/read-shell.ts";
import { pageContext } from "./domain/routing/page-context.ts";
import type { Cloth } from "./lib/weave/cloth.ts";
import { areaBorder } from "./lib/weave/ornaments.ts";
import { ORNAMENTS, type Ornament } from "./lib/weave/paar.ts";
import { weave } from "./lib/weave/weave.ts";
import { composePage, createSheetReader } from "./site/shell/compose-page.ts";

/** Route id of the dashboard layout, which has its own document. */
const dashboardLayout = "dashboard/shell/shell";

const serverMarkup = {
  draw: (cloth: Cloth) => insideSvg(weave(cloth)),
  // `Object.fromEntries` loses the type of the keys.
  borders: Object.fromEntries(ORNAMENTS.map((name) => [name, areaBorder(name)])) as Record<Ornament, string>,
  splash,
  mark: scriptMark,
};

function insideSvg(svg: string): string {
  return svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("<"));
}

/** Renders the whole document before responding. A failed render throws, so that no incomplete page is cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routing: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const isDashboard = routing.staticHandlerContext.matches.some(({ route }) => route.id === dashboardLayout);
  const render = isDashboard ? renderDashboard : renderPublicPage;
  const body = await render({ request, headers, routing, context });
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(body, { status, headers });
}

interface RenderInput {
  request: Request;
  headers: Headers;
  routing: EntryContext;
  context: RouterContextProvider;
}

/** Renders a public page with inlined style sheets; only its islands are hydrated. */
function renderPublicPage({ request, headers, routing, context }: RenderInput): Uint8Array<ArrayBuffer> {
  const { serverHandoffStream, ...page } = keepMatchedRoutes(routing);
  const { pathname } = new URL(request.url);
  // Rendered first, because React can't nest one document render in another.
  const shown = context.get(frameContext);
  const server = {
    ...serverMarkup,
    frame: {
      foot: shown ? renderFooter(shown, pathname) : "",
      quickContact: shown ? renderQuickContact(shown.quickContact) : "",
    },
    siteScript: getSiteScript(context),
    isSecret: headers.get("referrer-policy") === "no-referrer",
    structuredData: writeStructuredData(context.get(structuredDataContext)),
  };
  const html = renderToString(
    <ServerMarkupContext value={server}>
      <ServerRouter context={page} url={request.url} nonce={scriptMark} />
    </ServerMarkupContext>,
  );
  return composePage(requireComplete(html), getSheetReader(context));
}

/** Renders a page of the dashboard, which React Router hydrates as a whole. */
async function renderDashboard({ request, routing }: RenderInput): Promise<string> {
  let failure: unknown = null;
  const stream = await renderToReadableStream(
    <ServerRouter context={keepMatchedRoutes(routing)} url={request.url} nonce={scriptMark} />,
    {
      nonce: scriptMark,
      onError(error) {
        failure ??= error;
      },
    },
  );
  await stream.allReady;
  if (failure !== null) throw failure;
  return requireComplete(await new Response(stream).text());
}

function requireComplete(html: string): string {
  if (html.includes(clientOnlyMark)) throw new Error("Part of the page failed to render on the server.");
  return html;
}

/**
 * Reduces the routes to those that the address matches. React Router builds a tree of all routes for every page, a tenth of its
 * rendering time, and the server never navigates.
 */
function keepMatchedRoutes(routing: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = routing;
  const matched = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  return { ...routing, manifest: { ...manifest, routes: Object.fromEntries(matched) } };
}

/** Logs an error with its request, instead of printing it; client errors, such as a form sent to a page without one, are ignored. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(pageContext).requestContext.fail(error);
}

/** React's placeholder for a part that the browser must render. */
const clientOnlyMark = "<!--$!-->";

let readSheet: ReturnType<typeof createSheetReader> | undefined;

/** Returns null in development, where style sheets stay linked. */
function getSheetReader(context: RouterContextProvider) {
  if (!import.meta.env.PROD) return null;
  readSheet ??= createSheetReader(join(context.get(pageContext).folder, "build/client"));
  return readSheet;
}

const siteEntry = "app/site/browser/start.ts";
let siteScript: string | undefined;

function getSiteScript(context: RouterContextProvider): string {
  siteScript ??= import.meta.env.PROD
    ? readSiteScript(join(context.get(pageContext).folder, "build/client"))
    : `/${siteEntry}`;
  return siteScript;
}

/** Reads the address of the built script of public pages from Vite's manifest. */
function readSiteScript(client: string): string {
  // Vite defines this format.
  const manifest = JSON.parse(readFileSync(join(client, ".vite/islands.json"), "utf8")) as Record<
    string,
    { file: string } | undefined
  >;
  const entry = manifest[siteEntry];
  if (!entry) throw new Error(`The build has no ${siteEntry}. Build again with "npm run build".`);
  return `/${entry.file}`;
}
