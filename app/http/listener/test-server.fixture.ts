import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { addressRules } from "#app/addresses.ts";
import { createLogger } from "#app/platform/log.ts";
import { createPageCache } from "../cache/page-cache.ts";
import { createPageViews } from "../cache/page-views.ts";
import { createMetrics } from "../ops/metrics.ts";
import type { Application } from "./listener-options.ts";
import { createSiteServer, type SiteServerOptions } from "./site-server.ts";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Ask {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

type Options = Partial<SiteServerOptions> & { maxBytes?: number; metricsToken?: string };

/** A server of the whole layer on a free port, in front of a made-up application. */
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
  const { port } = server.address() as AddressInfo; // a TCP server's address is no path
  return {
    port,
    server,
    cache,
    drain,
    lines,
    pageViews,
    ask: (path: string, how: Ask = {}) => ask(port, path, how),
    say: (...texts: string[]) => say(port, texts),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await drain.stop();
    },
  };
}

/** One request through Node's client; `keep-alive` by default, as browsers ask. */
async function ask(port: number, path: string, { method = "GET", headers = {}, body }: Ask): Promise<Reply> {
  const all = { host: "www.company.example", connection: "keep-alive", ...headers };
  const request = httpRequest({ host: "127.0.0.1", port, path, method, headers: all, agent: false });
  request.end(body);
  const [response] = await once(request, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  request.destroy();
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Raw bytes over one connection, each text in a packet of its own; everything that comes back until it is quiet or closed. */
async function say(port: number, texts: string[], quietMs = 400): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  let heardAt = performance.now();
  let isClosed = false;
  socket.setNoDelay(true).on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
  });
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
    heardAt = performance.now();
  });
  await once(socket, "connect");
  for (const text of texts) {
    socket.write(text, "latin1");
    await pause(25);
  }
  heardAt = performance.now();
  while (!isClosed && performance.now() - heardAt < quietMs) await pause(10);
  socket.destroy();
  return heard;
}

export function html(body: BodyInit, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
}

/** The status of every answer in what was heard. */
export function readStatuses(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** A body that fails after three pieces. */
export function brokenStream(piece: string): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulls++ < 3) controller.enqueue(Buffer.from(piece));
      else controller.error(new Error("the database went away"));
    },
  });
}
