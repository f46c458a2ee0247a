import type { RequestContext } from "./request-context.ts";

/** Everything behind the listener: answers a request, whatever it asks for. */
export type Application = (request: Request, requestContext: RequestContext) => Promise<Response>;
