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
import { announcesTooMuch, hasBody } from "#app/http/bodies/request-body.ts";
import { keepAliveSeconds } from "#app/http/cache/page.ts";
import { readerOf } from "#app/http/cache/page-views.ts";
import { createMemoryReporter, type ReportFromMemory } from "#app/http/ops/report.ts";
import { sendPage } from "#app/http/responses/send.ts";
import { createSecurityHeaders } from "#app/http/security/security-headers.ts";
import { attachCachedAnswers } from "./cached-answers.ts";
import { createAddressReader, createPeerReader } from "./client.ts";
import { createHosts, isReading, isWellAddressed } from "./incoming.ts";
import type { ListenerOptions } from "./listener-options.ts";
import { boundConnections, endSlowBodies, uploadPatience } from "./overload.ts";
import { createResponder } from "./responder.ts";

/** Milliseconds a request may take to come in, files aside. */
export const usualTimeoutMs = 30_000;

export interface SiteServerOptions extends Omit<ListenerOptions, "isDraining"> {
  /** How long a proxy in front is given to notice a stop. */
  noticeMs?: number;
  /** After this long a stop cuts the connections left; 9 seconds. */
  stopWithinMs?: number;
  /** How long a request may take to come in, files aside; 30 seconds. */
  requestTimeoutMs?: number;
  /** Whether answers from memory get a line in the log as well. */
  isEveryAnswerLogged?: boolean;
  /** What gets a request first and may pass it on, as Vite does in development. */
  before?: NodeMiddleware;
}

type NodeMiddleware = (
  ...handled: [...Parameters<ReturnType<typeof createListener>>, next: () => void]
) => void;

/** The server of the whole product, not yet listening. */
export function createSiteServer(options: SiteServerOptions): { server: Server; drain: Drain } {
  const { cache, addresses, assets, metrics, pageViews, publicUrl, before } = options;
  const { requestTimeoutMs = usualTimeoutMs } = options;
  const isDraining = () => drain.isDraining;
  const reportFromMemory = options.isEveryAnswerLogged ? createMemoryReporter(options.log) : () => undefined;
  const listener = createListener({ ...options, isDraining, reportFromMemory });
  const server = createServer({
    keepAliveTimeout: keepAliveSeconds * 1_000,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs * uploadPatience,
    connectionsCheckingInterval: 1_000,
    // Missing or double, the host is judged where every answer gets its headers.
    requireHostHeader: false,
  });
  const handle = before
    ? (...[request, response]: Parameters<typeof listener>) =>
        before(request, response, () => listener(request, response))
    : listener;
  server.on("request", handle);
  server.on("checkContinue", (request, response) => {
    if (!announcesTooMuch(request, addresses.bodyLimit(request.url ?? ""))) response.writeContinue();
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

/** Answers what never became a request: broken syntax, heads too large, bodies that don't come in time. */
function answerBrokenRequests(server: Server, publicUrl: URL): void {
  const { plain } = createSecurityHeaders({ publicUrl, isDevelopment: false });
  const lines = plain.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const answering = new WeakMap<Duplex, ServerResponse>();
  const note = (_request: unknown, response: ServerResponse) => {
    if (response.socket) answering.set(response.socket, response);
  };
  server.prependListener("request", note).prependListener("checkContinue", note);
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
  /** True from the moment of the stop: health answers that nothing more should be sent here. */
  readonly isDraining: boolean;
  /** Ends what is open in good order; resolves when the last connection is closed. */
  stop(): Promise<void>;
}

interface DrainOptions {
  /** How long a proxy in front is given to notice. */
  noticeMs?: number | undefined;
  /** After this the connections left are cut. */
  limitMs?: number | undefined;
}

/** A request may be on its way on a connection that seems idle, the first one of a new connection above all. */
const lastRequestMs = 500;

/** Where connections come faster than they are accepted, there is no last one to wait for. */
const mostAcceptMs = 1000;
const noticeParts = 5;

/** Lets a server stop without a failed request: answers what has come in, takes nothing new. */
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
   * Answers meanwhile say that the connection ends with them. As long as there are connections it takes five times as long, so
   * that those which are closed in the end have been idle for a while, and hardly one of them carries a request that very moment.
   */
  async function giveNotice(): Promise<void> {
    for (let part = 0; part < noticeParts && (part === 0 || sockets.size > 0); part++) await pause(noticeMs);
  }

  /** Of the connections that wait, each turn of the loop accepts one; those left when a listener closes are reset. */
  async function acceptWaiting(): Promise<void> {
    const end = performance.now() + mostAcceptMs;
    for (let before = -1; accepted !== before && performance.now() < end; ) {
      before = accepted;
      await turn();
    }
  }

  async function stop(): Promise<void> {
    await giveNotice();
    await acceptWaiting();
    // Node's own close would cut connections that are idle this very moment.
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
      limitMs - noticeParts * noticeMs - lastRequestMs,
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

/** Until right after what had come in was read: a connection that is closed with bytes nobody has read is reset. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What stands between the socket and the application: answers from memory what is there, lets through what may pass. */
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

/** Asks for nothing but what everybody gets. */
function isPlainRead(request: IncomingMessage): boolean {
  if (!isReading(request.method) || hasBody(request)) return false;
  if (!isWellAddressed(request)) return false;
  return !(request.headers.authorization !== undefined && request.url?.startsWith("/api/"));
}
