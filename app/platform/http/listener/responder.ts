import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isDatabaseUnavailable } from "#app/platform/database/engines/bounded-pool.ts";
import { hasBody, readBody } from "#app/platform/http/bodies/request-body.ts";
import type { AddressRules } from "#app/platform/http/cache/address-rules.ts";
import type { Rendered } from "#app/platform/http/cache/page.ts";
import { readerOf } from "#app/platform/http/cache/page-views.ts";
import { createReporter } from "#app/platform/http/metrics/report.ts";
import { refuse } from "#app/platform/http/responses/refusals.ts";
import {
  renderWithHeaders,
  sendOutgoing,
  sendPage,
  withResponseHeaders,
} from "#app/platform/http/responses/send.ts";
import { createSecurityHeaders } from "#app/platform/http/security/security-headers.ts";
import { networkOf } from "#app/platform/limits/client-network.ts";
import { type AcceptedRequest, acceptRequest, type RejectedRequest, tooLarge } from "./accept-request.ts";
import { createBuiltinEndpoints } from "./builtin-endpoints.ts";
import { createClientReader } from "./client.ts";
import { type Hosts, isReading, originOf, type Target, toRequest, writeTarget } from "./incoming.ts";
import type { ListenerOptions } from "./listener-options.ts";
import { createWorkload, discardRest, type Work } from "./overload.ts";
import type { MarkedRequestContext, RequestContext } from "./request-context.ts";

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Connections to close, whose further requests are ignored. */
const closing = new WeakSet<Socket>();

/** Handles requests without a cached response; never throws. */
export function createResponder(options: ListenerOptions & { hosts: Hosts }): Respond {
  const { application, addresses, cache, publicUrl, hosts, metrics, pageViews } = options;
  const security = createSecurityHeaders({ publicUrl, isDevelopment: options.isDevelopment ?? false });
  const contextFor = createClientReader({
    ...options,
    onUntrustedProxy: (address) =>
      options.log.warn(
        { address, fix: "set TRUST_PROXY to its address; all its visitors count as one" },
        "X-Forwarded-For from a proxy outside TRUST_PROXY",
      ),
  });
  const answerBuiltin = createBuiltinEndpoints(options);
  const report = createReporter(options);
  const workload = createWorkload();
  const isStopping = () => options.isDraining?.() ?? false;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestContext: MarkedRequestContext,
  ): Promise<void> {
    const accepted = acceptRequest(request, { hosts, addresses });
    if (accepted.refusal) {
      if (accepted.isLast) close(request, response);
      return send((await redirectFormer(accepted)) ?? accepted.refusal, {
        request,
        response,
        requestContext,
        path: "",
      });
    }
    const { path } = accepted.target;
    const exchange = { request, response, requestContext, path };
    const own = await answerBuiltin(request, accepted.target, requestContext);
    if (own) return send(own, exchange);
    const work = workload.begin(networkOf(requestContext.address));
    if (work === null) return send(overloaded(request), exchange);
    response.once("close", work.end);
    try {
      await answerFromApplication({ ...exchange, accepted, work });
    } finally {
      work.end();
    }
  }

  async function answerFromApplication({
    accepted,
    ...exchange
  }: Exchange & Outbound & { work: Work }): Promise<void> {
    const slashless = withoutLastSlash(exchange.request, accepted.target);
    if (slashless) return send(await redirectSlashless(slashless), exchange);
    const key = keyOf(exchange.request, accepted, addresses);
    if (key !== null) return answerShared(key, exchange);
    const made = await forward(options, { ...exchange, accepted });
    exchange.work.sending();
    return send(made, exchange);
  }

  async function redirectFormer({ former }: RejectedRequest): Promise<Response | null> {
    if (!former || !options.redirectMoved || workload.isFull) return null;
    return options.redirectMoved(writeTarget(former));
  }

  /** Redirects straight to the final address, so that old links need one redirect. */
  async function redirectSlashless(target: Target): Promise<Response> {
    const location = writeTarget(target);
    const moved = (await options.redirectSlashless?.(location)) ?? null;
    if (moved !== null) return moved;
    return new Response(null, {
      status: 308,
      headers: { location, "cache-control": "public, max-age=3600" },
    });
  }

  async function answerShared(key: string, exchange: Outbound): Promise<void> {
    const { request, response, requestContext, path } = exchange;
    const opened = await cache.open(key, () => render(key, path, requestContext));
    count(exchange, opened.page ? 200 : opened.rendered.status);
    if (opened.page) return void sendPage(request, response, opened.page);
    const { status, headers, body } = opened.rendered;
    const outgoing = {
      status,
      headers: new Headers([...headers].map(([name, value]) => [name, value])),
      body,
    };
    outgoing.headers.set("x-request-id", requestContext.id);
    return sendOutgoing(request, response, outgoing, null);
  }

  /** Renders from the cache key alone, so that no visitor data can enter a shared response. */
  async function render(key: string, path: string, requestContext: MarkedRequestContext): Promise<Rendered> {
    const started = performance.now();
    const response = await application(new Request(publicUrl.origin + key), requestContext);
    const rendered = await renderWithHeaders(response, {
      path,
      method: "GET",
      hasAuthorization: false,
      requestContext,
      security,
    });
    metrics.rendered(performance.now() - started);
    return rendered;
  }

  async function send(answer: Response, exchange: Outbound): Promise<void> {
    const { request, response, requestContext, path } = exchange;
    const method = request.method ?? "GET";
    const hasAuthorization = request.headers.authorization !== undefined;
    const outgoing = await withResponseHeaders(answer, {
      path,
      method,
      hasAuthorization,
      requestContext,
      security,
    });
    outgoing.headers.set("x-request-id", requestContext.id);
    count(exchange, outgoing.status);
    const rest = await discardRest(request, isStopping);
    if (rest) response.setHeader("connection", "close");
    await sendOutgoing(request, response, outgoing, rest);
  }

  function count({ request, path }: Outbound, status: number): void {
    const page = request.method === "GET" && status === 200 ? addresses.pagePath(path) : null;
    if (page !== null) pageViews.count(page, readerOf(request.headers));
  }

  async function fail(exchange: Outbound, error: unknown): Promise<void> {
    const { request, response, requestContext } = exchange;
    if (response.headersSent || response.destroyed) return void response.destroy();
    if (isDatabaseUnavailable(error)) return send(unavailable(request), exchange);
    const detail = `Something went wrong on our side. If it happens again, quote this number: ${requestContext.id}`;
    await send(refuse(request.headers.accept, 500, "That did not work", detail), exchange);
  }

  return async (request, response) => {
    if (closing.has(request.socket)) return;
    const requestContext = contextFor(request);
    const started = performance.now();
    let error: unknown;
    try {
      await answer(request, response, requestContext);
      error = requestContext.failure;
    } catch (caught) {
      error = caught;
      await fail({ request, response, requestContext, path: "" }, error).catch(() => response.destroy());
    }
    report({ request, response, requestContext, milliseconds: performance.now() - started, error });
  };
}

type Outbound = Omit<Exchange, "accepted" | "work"> & { requestContext: MarkedRequestContext; path: string };

/** The cache key; null for API requests with a token, which may see more. */
function keyOf(
  request: IncomingMessage,
  { target }: AcceptedRequest,
  addresses: AddressRules,
): string | null {
  if (request.headers.authorization !== undefined && target.path.startsWith("/api/")) return null;
  return addresses.cacheKey(request.method, writeTarget(target));
}

/** The target without its trailing slash; null without one. */
function withoutLastSlash(request: IncomingMessage, { path, query }: Target): Target | null {
  if (!isReading(request.method) || path === "/" || !path.endsWith("/")) return null;
  // The path begins with exactly one slash, so no browser reads it as a host.
  return { path: path.slice(0, -1), query };
}

function close(request: IncomingMessage, response: ServerResponse): void {
  closing.add(request.socket);
  response.setHeader("connection", "close");
}

function overloaded(request: IncomingMessage): Response {
  return retryLater(request, 2, "Too busy", "Please try again in a few seconds.");
}

/** The response when the database is unavailable. */
function unavailable(request: IncomingMessage): Response {
  const isRead = isReading(request.method);
  return retryLater(
    request,
    5,
    "Temporarily unavailable",
    isRead
      ? "We can't look that up at the moment. Please try again shortly."
      : "This could not be saved, so nothing was changed. Go back, where your text should still be, and send it again in a minute.",
  );
}

function retryLater(
  { method, headers }: IncomingMessage,
  seconds: number,
  title: string,
  detail: string,
): Response {
  const refusal = refuse(headers.accept, 503, title, detail, { canRepeat: isReading(method) });
  refusal.headers.set("retry-after", String(seconds));
  return refusal;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  accepted: AcceptedRequest;
  requestContext: RequestContext;
  work: Work;
}

/** Passes a request to the application and stops when its body exceeds the limit. */
async function forward(
  { application, addresses, publicUrl }: ListenerOptions,
  exchange: Exchange,
): Promise<Response> {
  const { request, accepted, requestContext, work } = exchange;
  const { target, host } = accepted;
  const overflow = Promise.withResolvers<null>();
  const limit = addresses.bodyLimit(target.path);
  const observer = {
    onTooLarge: () => overflow.resolve(null),
    onWait: work.pause,
    onMore: work.resume,
  };
  const origin = originOf(request, host, publicUrl);
  if (isForeignForm(request, target.path, [publicUrl.origin, origin])) return crossSiteRefusal(request);
  const body = hasBody(request) ? readBody(request, limit, observer) : null;
  const answer = application(
    toRequest(request, { origin, target, body, signal: abortSignal(exchange) }),
    requestContext,
  );
  const first = await Promise.race([answer, overflow.promise]);
  if (first) return first;
  answer.catch(() => undefined); // rejects only because its body ended early
  return tooLarge(request).refusal;
}

/**
 * Whether another website sends a form to this one. Actions check this too, but the framework would
 * turn it into an error before they run; the API has its own check.
 */
function isForeignForm({ method, headers }: IncomingMessage, path: string, own: readonly string[]): boolean {
  const { origin } = headers;
  const isRead = isReading(method) || method === "OPTIONS";
  return !isRead && !path.startsWith("/api/") && origin !== undefined && ![...own, "null"].includes(origin);
}

function crossSiteRefusal({ headers }: IncomingMessage): Response {
  const detail =
    "The form came from another website, so nothing was changed. Open the page here and send it again.";
  return refuse(headers.accept, 403, "Cross-site request blocked", detail);
}

/** Aborts when the visitor leaves before the response is complete. */
function abortSignal({ response }: Exchange): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
