import { join } from "node:path";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { scriptMark } from "#app/http/security/security-headers.ts";
import { LoomContext } from "#app/site/parts/server-drawn.tsx";
import { structuredDataContext, writeStructuredData } from "#app/site/seo/json-ld.ts";
import { drawFooter, drawSelvedge, splash } from "#app/site/shell/draw-frame.tsx";
import { frameContext } from "#app/site/shell/read-shell.ts";
import { pageContext } from "./pages/page-context.ts";
import { composePage, createChunkAliases, createSheetReader } from "./site/shell/compose-page.ts";
import { withSiteManifest } from "./site/shell/site-manifest.ts";
import banglaSheet from "./ui/styles/bangla.css?url";
import type { Cloth } from "./weave/cloth.ts";
import { areaBorder } from "./weave/ornaments.ts";
import { ORNAMENTS, type Ornament } from "./weave/paar.ts";
import { weave } from "./weave/weave.ts";

/** Id of the frame around the pages that are another document. */
const backOffice = "dashboard/shell/shell";

const loom = {
  draw: (cloth: Cloth) => insideSvg(weave(cloth)),
  // Every name is there.
  borders: Object.fromEntries(ORNAMENTS.map((name) => [name, areaBorder(name)])) as Record<Ornament, string>,
  splash,
  mark: scriptMark,
};

function insideSvg(svg: string): string {
  return svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("<"));
}

/**
 * The whole page in one piece. Nothing is streamed: pages are kept and sent as a whole, and a text that is put together at
 * once costs the least. A render that gives up anywhere is no page at all, so that nothing half-made is kept.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routing }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const loaded = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  // Before the page, since React can't draw one document within another.
  const shown = context.get(frameContext);
  const frame = {
    foot: shown ? drawFooter(shown, new URL(request.url).pathname) : "",
    selvedge: shown ? drawSelvedge(shown.selvedge) : "",
  };
  const structuredData = writeStructuredData(context.get(structuredDataContext));
  const texts = context.get(pageContext).documentTexts ?? [];
  const page = renderToString(
    <LoomContext value={{ ...loom, frame, texts, structuredData }}>
      <ServerRouter context={ofThisPage(routing)} url={request.url} nonce={scriptMark} />
    </LoomContext>,
  );
  if (page.includes(givenUp)) throw new Error("A part of the page could not be rendered on the server.");
  headers.set("content-type", "text/html; charset=utf-8");
  const isBackOffice = routing.staticHandlerContext.matches.some(({ route }) => route.id === backOffice);
  const aliases = chunkAliasesOf(context);
  const { manifest } = routing;
  const body = composePage(page, {
    loaded,
    readSheet: import.meta.env.PROD ? sheetReaderOf(context) : null,
    deferredSheets: isBackOffice ? [] : [banglaSheet],
    shared: manifest.entry.imports,
    findChunkAlias: isBackOffice ? aliases : withSiteManifest(manifest, aliases),
  });
  return new Response(body, { status, headers });
}

/**
 * The same with those routes alone that the address has matched. React Router makes its tree anew for every page, of all that it
 * is given, which is a tenth of what a page costs; the server never navigates, so it needs no others.
 */
function ofThisPage(routing: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = routing;
  const matched = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  return { ...routing, manifest: { ...manifest, routes: Object.fromEntries(matched) } };
}

/**
 * Logged with the request, whose number the visitor may be told; React Router would print it. What was merely asked for in
 * vain, such as a form sent where none is, is no error of ours.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(pageContext).requestContext.fail(error);
}

/** What React writes in place of a part it leaves to the browser. */
const givenUp = "<!--$!-->";

let readSheet: ReturnType<typeof createSheetReader> | undefined;

function sheetReaderOf(context: RouterContextProvider) {
  readSheet ??= createSheetReader(join(context.get(pageContext).folder, "build/client"));
  return readSheet;
}

let findChunkAlias: ReturnType<typeof createChunkAliases> | undefined;

function chunkAliasesOf(context: RouterContextProvider) {
  findChunkAlias ??= createChunkAliases(join(context.get(pageContext).folder, "build/client"));
  return findChunkAlias;
}
