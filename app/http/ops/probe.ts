import type { IncomingMessage } from "node:http";
import type { RequestContext } from "#app/http/listener/request-context.ts";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import type { Vault } from "#app/platform/secrets/vault.ts";

/** Where a request is shown as it reached the process, to who proves to know the secret. */
export const probePath = "/healthz/request";

/** What reached the process of a request that came through whatever stands in front. */
export interface SeenRequest {
  host: string | null;
  /** The other end of the connection: the proxy, where there is one. */
  peer: string;
  forwardedFor: string | null;
  forwardedProto: string | null;
  /** Whom the site takes for the visitor, by TRUST_PROXY. */
  address: string;
  /** Whether the site takes the request for one over TLS. */
  isSecure: boolean;
}

const goodForMs = 60_000;

/** Shows for a minute that its holder knows the site's secret; it opens nothing but `probePath`. */
export function newProbeToken(vault: Pick<Vault, "sign">, now: Date): string {
  const until = now.getTime() + goodForMs;
  return `${until}.${signProbe(vault, until)}`;
}

/** @param authorization the header of the request */
export function isProbe(vault: Pick<Vault, "sign">, authorization: string | undefined, now: Date): boolean {
  const [, digits = "", code = ""] = /^Bearer (\d{13})\.([\w-]{43})$/.exec(authorization ?? "") ?? [];
  const until = Number(digits);
  const isTimely = until > now.getTime() && until <= now.getTime() + 2 * goodForMs;
  return isTimely && isEqualInConstantTime(code, signProbe(vault, until));
}

/**
 * Answers a probe: as JSON or, where events are asked for, as a stream whose second event comes after `pauseMs`, so that it
 * shows whether what stands in front hands on the first at once.
 */
export function answerProbe(
  request: IncomingMessage,
  { address, secure }: Pick<RequestContext, "address" | "secure">,
  pauseMs = 3_000,
): Response {
  if (request.headers.accept === "text/event-stream") return sendEvents(pauseMs);
  const { headers, socket } = request;
  const seen: SeenRequest = {
    host: headers.host ?? null,
    peer: socket.remoteAddress ?? "",
    forwardedFor: String(headers["x-forwarded-for"] ?? "") || null,
    forwardedProto: String(headers["x-forwarded-proto"] ?? "") || null,
    address,
    isSecure: secure,
  };
  return Response.json(seen, { headers: { "cache-control": "no-store" } });
}

function sendEvents(pauseMs: number): Response {
  const event = (name: string) => new TextEncoder().encode(`data: ${name}\n\n`);
  let timer: NodeJS.Timeout | undefined;
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(event("first"));
      timer = setTimeout(() => {
        controller.enqueue(event("last"));
        controller.close();
      }, pauseMs);
    },
    cancel: () => clearTimeout(timer),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
      "cache-control": "no-store",
    },
  });
}

function signProbe(vault: Pick<Vault, "sign">, until: number): string {
  return vault.sign(`probe until ${until}`);
}
