import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isDatabaseUnavailable } from "#app/database/engines/bounded-pool.ts";
import { hasBody, readBody } from "#app/http/bodies/request-body.ts";
import type { AddressRules } from "#app/http/cache/address-rules.ts";
import type { Rendered } from "#app/http/cache/page.ts";
import { readerOf } from "#app/http/cache/page-views.ts";
import { createReporter } from "#app/http/ops/report.ts";
import { redirectTo, refuse } from "#app/http/responses/refusals.ts";
import { renderWithHeaders, sendOutgoing, sendPage, withResponseHeaders } from "#app/http/responses/send.ts";
import { createSecurityHeaders } from "#app/http/security/security-headers.ts";
import { networkOf } from "#app/platform/limits/client-network.ts";
import { type AcceptedRequest, acceptRequest, type RejectedRequest, tooMuch } from "./accept-request.ts";
import { createBuiltinEndpoints } from "./builtin-endpoints.ts";
import { createClientReader } from "./client.ts";
import { type Hosts, isReading, originOf, type Target, toRequest, writeTarget } from "./incoming.ts";
import type { ListenerOptions } from "./listener-options.ts";
import { createWorkload, discardRest, type Work } from "./overload.ts";
import type { MarkedRequestContext, RequestContext } from "./request-context.ts";

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Connections on which nothing more is believed. */
const closing = new WeakSet<Socket>();

/** Answers what is not ready in memory, and never throws. */
export function createResponder(options: ListenerOptions & { hosts: Hosts }): Respond {
  const { application, addresses, cache, publicUrl, hosts, metrics, pageViews } = options;
  const security = createSecurityHeaders({ publicUrl, isDevelopment: options.isDevelopment ?? false });
  const visitFor = createClientReader({
    ...options,
    onUntrustedProxy: (address) =>
      options.log.warn(
        { address },
        "A proxy sends X-Forwarded-For, but TRUST_PROXY does not name it: all its visitors count as one. Set TRUST_PROXY to its address.",
      ),
  });
  const answerItself = createBuiltinEndpoints(options);
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
    const passage = { request, response, requestContext, path };
    const own = await answerItself(request, accepted.target, requestContext);
    if (own) return send(own, passage);
    const work = workload.begin(networkOf(requestContext.address));
    if (work === null) return send(overloaded(request), passage);
    response.once("close", work.end);
    try {
      await answerAtWork({ ...passage, accepted, work });
    } finally {
      work.end();
    }
  }

  async function answerAtWork({ accepted, ...passage }: Passage & Sending & { work: Work }): Promise<void> {
    const slashless = withoutLastSlash(passage.request, accepted.target);
    if (slashless) return send(await redirectSlashless(slashless), passage);
    const key = keyOf(passage.request, accepted, addresses);
    if (key !== null) return answerShared(key, passage);
    const made = await forward(options, { ...passage, accepted });
    passage.work.sending();
    return send(made, passage);
  }

  async function redirectFormer({ former }: RejectedRequest): Promise<Response | null> {
    if (!former || !options.findMoved || workload.isFull) return null;
    const place = await options.findMoved(writeTarget(former));
    return place === null ? null : redirectTo(place);
  }

  /** Leads straight to where the address without the slash leads, so that old links take one redirect. */
  async function redirectSlashless(target: Target): Promise<Response> {
    const location = writeTarget(target);
    const place = (await options.findSlashless?.(location)) ?? null;
    if (place !== null) return redirectTo(place);
    return new Response(null, {
      status: 308,
      headers: { location, "cache-control": "public, max-age=3600" },
    });
  }

  async function answerShared(key: string, passage: Sending): Promise<void> {
    const { request, response, requestContext, path } = passage;
    const opened = await cache.open(key, () => render(key, path, requestContext));
    count(passage, opened.page ? 200 : opened.rendered.status);
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

  /** For everybody: made from the key alone, so that nothing one visitor sends can show in it. */
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

  async function send(answer: Response, passage: Sending): Promise<void> {
    const { request, response, requestContext, path } = passage;
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
    count(passage, outgoing.status);
    const rest = await discardRest(request, isStopping);
    if (rest) response.setHeader("connection", "close");
    await sendOutgoing(request, response, outgoing, rest);
  }

  function count({ request, path }: Sending, status: number): void {
    const page = request.method === "GET" && status === 200 ? addresses.pagePath(path) : null;
    if (page !== null) pageViews.count(page, readerOf(request.headers));
  }

  async function fail(passage: Sending, error: unknown): Promise<void> {
    const { request, response, requestContext } = passage;
    if (response.headersSent || response.destroyed) return void response.destroy();
    if (isDatabaseUnavailable(error)) return send(unavailable(request), passage);
    const detail = `Something went wrong on our side. If it happens again, tell us this number: ${requestContext.id}`;
    await send(refuse(request.headers.accept, 500, "That did not work", detail), passage);
  }

  return async (request, response) => {
    if (closing.has(request.socket)) return;
    const requestContext = visitFor(request);
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

type Sending = Omit<Passage, "accepted" | "work"> & { requestContext: MarkedRequestContext; path: string };

/** Who shows a token to the API may see more than others do. */
function keyOf(
  request: IncomingMessage,
  { target }: AcceptedRequest,
  addresses: AddressRules,
): string | null {
  if (request.headers.authorization !== undefined && target.path.startsWith("/api/")) return null;
  return addresses.cacheKey(request.method, writeTarget(target));
}

/** The target without the slash at its end; null for a target without one. */
function withoutLastSlash(request: IncomingMessage, { path, query }: Target): Target | null {
  if (!isReading(request.method) || path === "/" || !path.endsWith("/")) return null;
  // The path begins with exactly one slash: no browser takes it for the name of another host.
  return { path: path.slice(0, -1), query };
}

function close(request: IncomingMessage, response: ServerResponse): void {
  closing.add(request.socket);
  response.setHeader("connection", "close");
}

function overloaded(request: IncomingMessage): Response {
  return comeBack(request, 2, "Too busy", "Please try again in a few seconds.");
}

/** The database is away: nobody is let in, and nothing is kept. */
function unavailable(request: IncomingMessage): Response {
  const isRead = isReading(request.method);
  return comeBack(
    request,
    5,
    "Not just now",
    isRead
      ? "We can't look that up at the moment. Please try again shortly."
      : "We could not save that just now, so nothing was changed. Go back, where what you typed should still be, and send it again in a minute.",
  );
}

function comeBack(
  { method, headers }: IncomingMessage,
  seconds: number,
  title: string,
  detail: string,
): Response {
  const refusal = refuse(headers.accept, 503, title, detail, { canRepeat: isReading(method) });
  refusal.headers.set("retry-after", String(seconds));
  return refusal;
}

interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  accepted: AcceptedRequest;
  requestContext: RequestContext;
  work: Work;
}

/** Hands a request to the application as it came, and gives up when its body grows too large. */
async function forward(
  { application, addresses, publicUrl }: ListenerOptions,
  passage: Passage,
): Promise<Response> {
  const { request, accepted, requestContext, work } = passage;
  const { target, host } = accepted;
  const overflow = Promise.withResolvers<null>();
  const limit = addresses.bodyLimit(target.path);
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
    requestContext,
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
  const isRead = isReading(method) || method === "OPTIONS";
  return !isRead && !path.startsWith("/api/") && origin !== undefined && ![...own, "null"].includes(origin);
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
