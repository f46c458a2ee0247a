import type { IncomingMessage, RequestListener } from "node:http";
import type { Logger } from "#app/platform/log.ts";
import { hasBody } from "../bodies/request-body.ts";
import type { PageCache } from "../cache/page-cache.ts";
import { type PageViews, readerOf } from "../cache/page-views.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { Assets } from "../responses/assets.ts";
import { sendPage } from "../responses/send.ts";
import type { Application } from "./application.ts";
import { createHosts } from "./host.ts";
import { isWellAddressed } from "./incoming.ts";
import { createResponder } from "./responder.ts";

export interface ListenerOptions {
  application: Application;
  cache: PageCache;
  /** Null when something else serves them, as Vite does in development. */
  assets: Assets | null;
  publicUrl: URL;
  /** Addresses and networks of proxies whose word about the visitor counts. */
  trustProxy: readonly string[];
  /** Where an address that no page has leads by now, as a path of ours; null when it leads nowhere. */
  findMoved?(address: string): Promise<string | null>;
  /** Hears of each address that was asked for and leads nowhere; must not wait for anything. */
  onLost?: ((path: string, referrer: string | undefined) => void) | undefined;
  log: Logger;
  metrics: Metrics;
  tally: PageViews;
  /** Whether the site can serve: asked once a second at most. */
  ready(): Promise<boolean>;
  /** How the site does, in lines for whoever runs it. */
  explain?(): Promise<readonly string[]>;
  isDevelopment?: boolean;
  isDraining?(): boolean;
}

/** What stands between the socket and the application: answers from memory what is there, lets through what may pass. */
export function createListener(options: ListenerOptions): RequestListener {
  const { cache, assets, metrics, tally } = options;
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
      tally.count(page.countedAs, readerOf(request.headers));
    sendPage(request, response, page);
  };
}

/** Asks for nothing but what everybody gets. */
function isPlainRead(request: IncomingMessage): boolean {
  if ((request.method !== "GET" && request.method !== "HEAD") || hasBody(request)) return false;
  if (!isWellAddressed(request)) return false;
  return !(request.headers.authorization !== undefined && request.url?.startsWith("/api/"));
}
