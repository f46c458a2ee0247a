import type { IncomingMessage } from "node:http";
import { problem } from "#app/platform/http/responses/refusals.ts";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import { isReading, type Target } from "./incoming.ts";
import type { ListenerOptions } from "./listener-options.ts";
import type { RequestContext } from "./request-context.ts";

/** Serves health, metrics and missing build files without the application. */
export function createBuiltinEndpoints(options: ListenerOptions) {
  const { metrics, assets } = options;
  const health = createHealth({
    ready: options.ready,
    isDraining: options.isDraining ?? (() => false),
    ...(options.explain && { explain: options.explain }),
  });

  return async (
    request: IncomingMessage,
    target: Target,
    requestContext: RequestContext,
  ): Promise<Response | null> => {
    if (!isReading(request.method)) return null;
    const { path } = target;
    if (path === "/healthz") return health.alive();
    if (path === probePath)
      return options.isProbe?.(request.headers.authorization)
        ? answerProbe(request, requestContext)
        : notFound();
    if (path === "/readyz")
      return health.ready({ isExplained: metrics.isAllowed(request.headers.authorization) });
    if (path === "/metrics") return showMetrics(request.headers.authorization);
    if (assets && path.startsWith("/assets/")) return notFound();
    return null;
  };

  async function showMetrics(authorization: string | undefined): Promise<Response> {
    if (!metrics.isAllowed(authorization)) return notFound();
    return new Response(await metrics.text(), { headers: { "content-type": metrics.contentType } });
  }
}

function notFound(): Response {
  return problem(404, "Not found", "There is nothing at this address.");
}

interface Health {
  /** Liveness: checks nothing else. */
  alive(): Response;
  /**
   * Readiness, checked at most once a second. `isExplained` adds a line per check for operators.
   */
  ready(how?: { isExplained: boolean }): Promise<Response>;
}

interface HealthOptions {
  ready(): Promise<boolean>;
  isDraining(): boolean;
  /** Status lines for operators. */
  explain?(): Promise<readonly string[]>;
}

const recheckMs = 1_000;
const maxWaitMs = 2_000;

export function createHealth(options: HealthOptions): Health {
  let answer: Promise<boolean> = Promise.resolve(false);
  let checkedAt = Number.NEGATIVE_INFINITY;

  function isReady(): Promise<boolean> {
    const now = performance.now();
    if (now - checkedAt < recheckMs) return answer;
    checkedAt = now;
    answer = Promise.race([options.ready().catch(() => false), falseAfter(maxWaitMs)]);
    return answer;
  }

  async function explain(): Promise<readonly string[]> {
    const lines = options.explain?.().catch(() => null) ?? [];
    return (await Promise.race([lines, nullAfter(maxWaitMs)])) ?? ["No details are available at the moment."];
  }

  return {
    alive: () => respond(200, ["ok"]),
    async ready({ isExplained } = { isExplained: false }) {
      const [canServe, lines] = await Promise.all([
        !options.isDraining() && isReady(),
        isExplained ? explain() : [],
      ]);
      if (options.isDraining()) return respond(503, ["stopping", ...lines]);
      return canServe ? respond(200, ["ready", ...lines]) : respond(503, ["not ready", ...lines]);
    },
  };
}

function respond(status: number, lines: readonly string[]): Response {
  return new Response(lines.map((line) => `${line}\n`).join(""), {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

function falseAfter(milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}

function nullAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null).unref());
}

/** Endpoint that returns a request as received, for holders of a probe token. */
export const probePath = "/healthz/request";

/** A request as it reached the process through any proxy. */
export interface SeenRequest {
  host: string | null;
  /** Address of the connection's other end, such as a proxy. */
  peer: string;
  forwardedFor: string | null;
  forwardedProto: string | null;
  /** The visitor's address according to TRUST_PROXY. */
  address: string;
  /** Whether the request counts as TLS. */
  isSecure: boolean;
}

const tokenTtlMs = 60_000;

/** Makes a token that proves knowledge of the secret for a minute; it only opens `probePath`. */
export function newProbeToken(encryption: Pick<Encryption, "sign">, now: Date): string {
  const until = now.getTime() + tokenTtlMs;
  return `${until}.${signProbe(encryption, until)}`;
}

/** Checks the token in the Authorization header. */
export function isProbe(
  encryption: Pick<Encryption, "sign">,
  authorization: string | undefined,
  now: Date,
): boolean {
  const [, digits = "", code = ""] = /^Bearer (\d{13})\.([\w-]{43})$/.exec(authorization ?? "") ?? [];
  const until = Number(digits);
  const isTimely = until > now.getTime() && until <= now.getTime() + 2 * tokenTtlMs;
  return isTimely && isEqualInConstantTime(code, signProbe(encryption, until));
}

/**
 * Sends a probe as JSON, or as an event stream whose second event follows after `pauseMs`, to
 * detect proxies that buffer.
 */
function answerProbe(
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

function signProbe(encryption: Pick<Encryption, "sign">, until: number): string {
  return encryption.sign(`probe until ${until}`);
}
