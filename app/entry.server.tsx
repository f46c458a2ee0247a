import { renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { LoomContext } from "./site/parts/loom.ts";
import { trimmings } from "./site/shell/trimmings.ts";
import { weave } from "./weave/weave.ts";

const loom = { draw: weave, trimmings };

/**
 * The whole page in one piece. Nothing is streamed: pages are kept and sent as a whole, and a text that is put together at
 * once costs the least. A render that gives up anywhere is no page at all, so that nothing half-made is kept.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routing }: EntryContext,
): Promise<Response> {
  const loaded = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const page = renderToString(
    <LoomContext value={loom}>
      <ServerRouter context={routing} url={request.url} />
    </LoomContext>,
  );
  if (page.includes(givenUp)) throw new Error("A part of the page could not be rendered on the server.");
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(withLoaded(page, loaded), { status, headers });
}

/** What React writes in place of a part it leaves to the browser. */
const givenUp = "<!--$!-->";

/** Hands what the loaders have read over to React Router in the browser, as its own streaming would. */
function withLoaded(page: string, loaded: string): string {
  const end = page.lastIndexOf("</body>");
  const controller = "window.__reactRouterContext.streamController";
  const script = `<script>${controller}.enqueue(${writeForScript(loaded)});${controller}.close();</script>`;
  return `<!DOCTYPE html>${page.slice(0, end)}${script}${page.slice(end)}`;
}

/** A text as JavaScript that no HTML parser mistakes for its own. */
function writeForScript(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
