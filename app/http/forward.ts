import type { IncomingMessage, ServerResponse } from "node:http";
import { type Admitted, tooMuch } from "./admission.ts";
import type { Application } from "./application.ts";
import { originOf, toRequest } from "./incoming.ts";
import { bodyLimit, discardRest, hasBody, readBody } from "./request-body.ts";
import type { Visit } from "./visit.ts";

export interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  admitted: Admitted;
  visit: Visit;
}

/** Hands a request to the application as it came, and gives up when its body grows too large. */
export async function forward(application: Application, publicUrl: URL, passage: Passage): Promise<Response> {
  const { request, admitted, visit } = passage;
  const { target, host } = admitted;
  const overflow = Promise.withResolvers<null>();
  const limit = bodyLimit(target.path);
  const body = hasBody(request) ? readBody(request, limit, () => overflow.resolve(null)) : null;
  const origin = originOf(request, host, publicUrl);
  const answer = application(
    toRequest(request, { origin, target, body, signal: goneSignal(passage) }),
    visit,
  );
  const first = await Promise.race([answer, overflow.promise]);
  if (first) return first;
  answer.catch(() => undefined); // it can only tell that its body ended early
  await discardRest(request);
  passage.response.setHeader("connection", "close");
  return tooMuch(request).refusal;
}

/** Aborted when the visitor has gone before the answer was complete. */
function goneSignal({ response }: Passage): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
