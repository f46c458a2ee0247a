import type { IncomingMessage, RequestListener } from "node:http";
import { hasBody } from "../bodies/request-body.ts";
import { readerOf } from "../cache/page-views.ts";
import { sendPage } from "../responses/send.ts";
import type { ListenerOptions } from "./application.ts";
import { createHosts } from "./host.ts";
import { isReading, isWellAddressed } from "./incoming.ts";
import { createResponder } from "./responder.ts";

/** What stands between the socket and the application: answers from memory what is there, lets through what may pass. */
export function createListener(options: ListenerOptions): RequestListener {
  const { cache, assets, metrics, pageViews } = options;
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
    sendPage(request, response, page);
  };
}

/** Asks for nothing but what everybody gets. */
function isPlainRead(request: IncomingMessage): boolean {
  if (!isReading(request.method) || hasBody(request)) return false;
  if (!isWellAddressed(request)) return false;
  return !(request.headers.authorization !== undefined && request.url?.startsWith("/api/"));
}
