import { join } from "node:path";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { scriptMark } from "./http/security/content-security.ts";
import { pageContext } from "./pages/page-context.ts";
import { LoomContext } from "./site/parts/pictures/loom.ts";
import { composePage, createChunkAliases } from "./site/shell/compose-page.ts";
import { drawFooter } from "./site/shell/draw-footer.tsx";
import { footerContext } from "./site/shell/footer-context.ts";
import { withSiteManifest } from "./site/shell/site-manifest.ts";
import { trimmings } from "./site/shell/trimmings.ts";
import style from "./site/styles/site.css?inline";
import { weave } from "./weave/weave.ts";

const sheet = import.meta.env.PROD ? Buffer.from(style) : null;
/** Id of the frame around the pages that are another document. */
const backOffice = "dashboard/shell/shell";

const loom = {
  draw: weave,
  trimmings,
  hasSheet: sheet !== null,
  mark: scriptMark,
};

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
  const shown = context.get(footerContext);
  const footer = shown ? drawFooter(shown, new URL(request.url).pathname) : "";
  const page = renderToString(
    <LoomContext value={{ ...loom, footer }}>
      <ServerRouter context={routing} url={request.url} nonce={scriptMark} />
    </LoomContext>,
  );
  if (page.includes(givenUp)) throw new Error("A part of the page could not be rendered on the server.");
  headers.set("content-type", "text/html; charset=utf-8");
  const isBackOffice = routing.staticHandlerContext.matches.some(({ route }) => route.id === backOffice);
  const findChunkAlias = isBackOffice ? chunkAliasesOf(context) : withSiteManifest(chunkAliasesOf(context));
  return new Response(composePage(page, { loaded, sheet, findChunkAlias }), {
    status,
    headers,
  });
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

let findChunkAlias: ReturnType<typeof createChunkAliases> | undefined;

function chunkAliasesOf(context: RouterContextProvider) {
  findChunkAlias ??= createChunkAliases(join(context.get(pageContext).folder, "build/client"));
  return findChunkAlias;
}
