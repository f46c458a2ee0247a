import type { RequestContext } from "#app/http/listener/request-context.ts";
import { readWeaveAddress } from "#app/weave/address.ts";
import { weave } from "#app/weave/weave.ts";

/** A woven cover as a file of its own; its address says all, so that it never changes. */
export function serveWeave(path: string, requestContext: RequestContext): Response {
  const cloth = readWeaveAddress(path);
  if (cloth === null) return new Response("There is no such cloth.", { status: 404 });
  requestContext.cacheTags();
  return new Response(weave(cloth), {
    headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=31536000, immutable" },
  });
}
