import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { declaresTooLarge, hasBody } from "#app/platform/http/bodies/request-body.ts";
import { keepAliveSeconds } from "#app/platform/http/cache/page.ts";
import { readerOf } from "#app/platform/http/cache/page-views.ts";
import { createMemoryReporter, type ReportFromMemory } from "#app/platform/http/metrics/report.ts";
import { sendPage } from "#app/platform/http/responses/send.ts";
import { createSecurityHeaders } from "#app/platform/http/security/security-headers.ts";
import { attachCachedAnswers } from "./cached-answers.ts";
import { createAddressReader, createPeerReader } from "./client.ts";
import { createHosts, isReading, isWellAddressed } from "./incoming.ts";
import type { ListenerOptions } from "./listener-options.ts";
import { boundConnections, endSlowBodies, uploadTimeFactor } from "./overload.ts";
import { createResponder } from "./responder.ts";

/** Milliseconds to receive a request, except uploads. */
export const usualTimeoutMs = 30_000;

export interface SiteServerOptions extends Omit<ListenerOptions, "isDraining"> {
  /** Milliseconds for a proxy to notice a stop. */
  noticeMs?: number;
  /** Milliseconds until a stop closes the remaining connections; default 9,000. */
  stopWithinMs?: number;
  /** Milliseconds to receive a request, except uploads; default 30,000. */
  requestTimeoutMs?: number;
  /** Whether responses from the cache are logged too. */
  isEveryAnswerLogged?: boolean;
  /** Middleware that receives requests first, as Vite does in development. */
  before?: NodeMiddleware;
}

type NodeMiddleware = (
  ...handled: [...Parameters<ReturnType<typeof createListener>>, next: () => void]
) => void;

/** Creates the server of the whole product, not yet listening. */
export function createSiteServer(options: SiteServerOptions): { server: Server; drain: Drain } {
  const { cache, addresses, assets, metrics, pageViews, publicUrl, before } = options;
  const { requestTimeoutMs = usualTimeoutMs } = options;
  const isDraining = () => drain.isDraining;
  const reportFromMemory = options.isEveryAnswerLogged ? createMemoryReporter(options.log) : () => undefined;
  const listener = createListener({ ...options, isDraining, reportFromMemory });
  const server = createServer({
    keepAliveTimeout: keepAliveSeconds * 1_000,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs * uploadTimeFactor,
    connectionsCheckingInterval: 1_000,
    // The responder checks the host, so that every response has the usual headers.
    requireHostHeader: false,
  });
  const handle = before
    ? (...[request, response]: Parameters<typeof listener>) =>
        before(request, response, () => listener(request, response))
    : listener;
  server.on("request", handle);
  server.on("checkContinue", (request, response) => {
    if (!declaresTooLarge(request, addresses.bodyLimit(request.url ?? ""))) response.writeContinue();
    handle(request, response);
  });
  boundConnections(server, { networkOfPeer: createPeerReader(options.trustProxy) });
  endSlowBodies(server, {
    usualMs: requestTimeoutMs,
    takesUploads: addresses.takesUploads,
    addressOf: createAddressReader(options.trustProxy),
  });
  answerBrokenRequests(server, publicUrl);
  attachCachedAnswers(server, {
    isDraining,
    pageViews,
    report: reportFromMemory,
    isKnownHost: createHosts(publicUrl).isKnown,
    find(rawUrl) {
      const asset = assets?.find(rawUrl);
      if (asset) metrics.assetSent();
      return asset ?? cache.find(rawUrl);
    },
  });
  const drain = createDrain(server, { noticeMs: options.noticeMs, limitMs: options.stopWithinMs });
  return { server, drain };
}

const statusByCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Responds to requests that Node rejects: bad syntax, too large heads, slow bodies. */
function answerBrokenRequests(server: Server, publicUrl: URL): void {
  const { plain } = createSecurityHeaders({ publicUrl, isDevelopment: false });
  const lines = plain.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const answering = new WeakMap<Duplex, ServerResponse>();
  const track = (_request: unknown, response: ServerResponse) => {
    if (response.socket) answering.set(response.socket, response);
  };
  server.prependListener("request", track).prependListener("checkContinue", track);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    const isTooLate = response?.headersSent && !response.writableFinished;
    if (!socket.writable || error.code === "ECONNRESET" || isTooLate) return void socket.destroy();
    const status = statusByCode[error.code ?? ""] ?? 400;
    socket.end(answerOf(status, lines), () => socket.destroy());
  });
}

function answerOf(status: number, lines: string): string {
  const title = STATUS_CODES[status] ?? "";
  const body = JSON.stringify({ type: "about:blank", title, status });
  return [
    `HTTP/1.1 ${status} ${title}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n`,
    `content-type: application/problem+json\r\ncontent-length: ${body.length}\r\ncache-control: no-store\r\n`,
    `${lines}\r\n${body}`,
  ].join("");
}

interface Drain {
  /** True once a stop began; readiness then fails. */
  readonly isDraining: boolean;
  /** Stops gracefully; resolves when the last connection is closed. */
  stop(): Promise<void>;
}

interface DrainOptions {
  /** Milliseconds for a proxy to notice. */
  noticeMs?: number | undefined;
  /** Milliseconds until the remaining connections are closed. */
  limitMs?: number | undefined;
}

/** Wait for requests on connections that seem idle, new ones above all. */
const lastRequestMs = 500;

/** Maximum wait for queued connections, in case new ones keep arriving. */
const maxAcceptMs = 1000;
const noticePeriods = 5;

/** Stops a server without a failed request: finishes received requests, accepts no more. */
function createDrain(server: Server, { noticeMs = 200, limitMs = 9_000 }: DrainOptions = {}): Drain {
  const sockets = new Set<Socket>();
  let stopped: Promise<void> | undefined;
  let accepted = 0;
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  /**
   * Responds with `Connection: close` for up to five notice periods while connections remain, so
   * that closed ones are idle.
   */
  async function giveNotice(): Promise<void> {
    for (let period = 0; period < noticePeriods && (period === 0 || sockets.size > 0); period++)
      await pause(noticeMs);
  }

  /**
   * Accepts queued connections, one per event loop turn, because closing the listener resets them.
   */
  async function acceptWaiting(): Promise<void> {
    const end = performance.now() + maxAcceptMs;
    for (let before = -1; accepted !== before && performance.now() < end; ) {
      before = accepted;
      await turn();
    }
  }

  async function stop(): Promise<void> {
    await giveNotice();
    await acceptWaiting();
    // Node's own close would cut connections that are idle at this moment.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    await Promise.race([closed, pause(lastRequestMs)]);
    await turn();
    server.emit("stopping");
    server.close();
    const idleTimer = setInterval(() => void turn().then(() => server.closeIdleConnections()), 100);
    const cut = setTimeout(
      () => {
        for (const socket of sockets) socket.destroy();
      },
      limitMs - noticePeriods * noticeMs - lastRequestMs,
    );
    await closed;
    clearInterval(idleTimer);
    clearTimeout(cut);
  }

  return {
    get isDraining() {
      return stopped !== undefined;
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Waits until received bytes are read, because closing a connection with unread bytes resets it.
 */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Responds from the cache if possible, else passes the request on. */
function createListener(options: ListenerOptions & { reportFromMemory: ReportFromMemory }): RequestListener {
  const { cache, assets, metrics, pageViews, reportFromMemory } = options;
  const hosts = createHosts(options.publicUrl);
  const respond = createResponder({ ...options, hosts });
  const isDraining = options.isDraining ?? (() => false);

  return (request, response) => {
    if (isDraining()) response.setHeader("connection", "close");
    if (!isPlainRead(request) || !hosts.isKnown(request.headers.host)) return void respond(request, response);
    const rawUrl = request.url ?? "";
    const asset = assets?.find(rawUrl);
    if (asset) metrics.assetSent();
    const page = asset ?? cache.find(rawUrl);
    if (!page) return void respond(request, response);
    if (request.method === "GET" && page.countedAs !== null)
      pageViews.count(page.countedAs, readerOf(request.headers));
    const status = sendPage(request, response, page);
    reportFromMemory({ method: request.method, rawUrl, status });
  };
}

/** Whether the request asks only for public content. */
function isPlainRead(request: IncomingMessage): boolean {
  if (!isReading(request.method) || hasBody(request)) return false;
  if (!isWellAddressed(request)) return false;
  return !(request.headers.authorization !== undefined && request.url?.startsWith("/api/"));
}
