import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createLogger } from "#app/platform/runtime/log.ts";
import { addressRules } from "#app/server/addresses.ts";
import { createPageCache } from "../cache/page-cache.ts";
import { createPageViews } from "../cache/page-views.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { Application } from "./listener-options.ts";
import { createSiteServer, type SiteServerOptions } from "./site-server.ts";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

type Options = Partial<SiteServerOptions> & { maxBytes?: number; metricsToken?: string };

/** Starts the whole HTTP layer on a free port with the given application. */
export async function openTestServer(application: Application, options: Options = {}) {
  const lines: string[] = [];
  const cache = createPageCache({ addresses: addressRules, maxBytes: options.maxBytes ?? 10_000_000 });
  const publicUrl = new URL("https://www.company.example");
  const pageViews = createPageViews({ publicUrl, isLeftOut: (cookie) => cookie.includes("signed-in=1") });
  const { server, drain } = createSiteServer({
    application,
    cache,
    addresses: addressRules,
    assets: null,
    publicUrl,
    trustProxy: [],
    log: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics({ cache, token: options.metricsToken ?? null }),
    pageViews,
    ready: async () => true,
    noticeMs: 20,
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return {
    port,
    server,
    cache,
    drain,
    lines,
    pageViews,
    request: (path: string, how: RequestOptions = {}) => sendRequest(port, path, how),
    sendRaw: (...texts: string[]) => sendRaw(port, texts),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await drain.stop();
    },
  };
}

/** Sends a request through Node's client, with `keep-alive` by default as in browsers. */
async function sendRequest(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: RequestOptions,
): Promise<Reply> {
  const all = { host: "www.company.example", connection: "keep-alive", ...headers };
  const request = httpRequest({ host: "127.0.0.1", port, path, method, headers: all, agent: false });
  request.end(body);
  const [response] = await once(request, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  request.destroy();
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/**
 * Sends raw bytes over one connection, one packet per text; returns all received bytes once it is
 * quiet or closed.
 */
async function sendRaw(port: number, texts: string[], quietMs = 400): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let receivedAt = performance.now();
  let isClosed = false;
  socket.setNoDelay(true).on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
  });
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    receivedAt = performance.now();
  });
  await once(socket, "connect");
  for (const text of texts) {
    socket.write(text, "latin1");
    await pause(25);
  }
  receivedAt = performance.now();
  while (!isClosed && performance.now() - receivedAt < quietMs) await pause(10);
  socket.destroy();
  return received;
}

export function html(body: BodyInit, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
}

/** The status codes of all received responses. */
export function readStatuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Makes a body that fails after three chunks. */
export function brokenStream(chunk: string): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulls++ < 3) controller.enqueue(Buffer.from(chunk));
      else controller.error(new Error("the database went away"));
    },
  });
}
