import type { IncomingMessage, ServerResponse } from "node:http";
import { type Admitted, tooMuch } from "./admission.ts";
import type { Application } from "./application.ts";
import { originOf, toRequest } from "./incoming.ts";
import { refuse } from "./refusals.ts";
import { bodyLimit, hasBody, readBody } from "./request-body.ts";
import type { Visit } from "./visit.ts";
import type { Work } from "./workload.ts";

export interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  admitted: Admitted;
  visit: Visit;
  work: Work;
}

/** Hands a request to the application as it came, and gives up when its body grows too large. */
export async function forward(application: Application, publicUrl: URL, passage: Passage): Promise<Response> {
  const { request, admitted, visit, work } = passage;
  const { target, host } = admitted;
  const overflow = Promise.withResolvers<null>();
  const limit = bodyLimit(target.path);
  const watch = {
    onTooMuch: () => overflow.resolve(null),
    onWait: work.pause,
    onMore: work.resume,
  };
  const origin = originOf(request, host, publicUrl);
  if (isForeignForm(request, target.path, [publicUrl.origin, origin])) return notFromHere(request);
  const body = hasBody(request) ? readBody(request, limit, watch) : null;
  const answer = application(
    toRequest(request, { origin, target, body, signal: goneSignal(passage) }),
    visit,
  );
  const first = await Promise.race([answer, overflow.promise]);
  if (first) return first;
  answer.catch(() => undefined); // it can only tell that its body ended early
  return tooMuch(request).refusal;
}

/**
 * Whether a page of another website sends a form to one of ours. Every action judges for itself who sends; the framework
 * looks before them at what the browser says so plainly, and would make an error of ours of it. The API answers in its own
 * way.
 */
function isForeignForm({ method, headers }: IncomingMessage, path: string, own: readonly string[]): boolean {
  const { origin } = headers;
  const isReading = method === "GET" || method === "HEAD" || method === "OPTIONS";
  return (
    !isReading && !path.startsWith("/api/") && origin !== undefined && ![...own, "null"].includes(origin)
  );
}

function notFromHere({ headers }: IncomingMessage): Response {
  const detail =
    "The form came from another website, so nothing was changed. Open the page here and send it again.";
  return refuse(headers.accept, 403, "Not sent from here", detail);
}

/** Aborted when the visitor has gone before the answer was complete. */
function goneSignal({ response }: Passage): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
