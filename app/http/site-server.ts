import { createServer, type Server } from "node:http";
import { answerBrokenRequests } from "./broken-requests.ts";
import { createDrain, type Drain } from "./drain.ts";
import { attachFastLane } from "./fast-lane.ts";
import { createHosts } from "./host.ts";
import { createListener, type ListenerOptions } from "./listener.ts";
import { announcesTooMuch, bodyLimit } from "./request-body.ts";
import { endSlowBodies, uploadPatience } from "./slow-bodies.ts";
import { keepAliveSeconds } from "./variant.ts";
import { createAddressReader } from "./visitor.ts";

/** Milliseconds a request may take to come in, files aside. */
export const usualTimeoutMs = 30_000;

export interface SiteServerOptions extends Omit<ListenerOptions, "isDraining"> {
  /** How long a proxy in front is given to notice a stop. */
  noticeMs?: number;
  /** After this long a stop cuts the connections left; 9 seconds. */
  stopWithinMs?: number;
  /** How long a request may take to come in, files aside; 30 seconds. */
  requestTimeoutMs?: number;
  /** What gets a request first and may pass it on, as Vite does in development. */
  before?: Before;
}

type Before = (...handled: [...Parameters<ReturnType<typeof createListener>>, next: () => void]) => void;

/** The server of the whole product, not yet listening. */
export function createSiteServer(options: SiteServerOptions): { server: Server; drain: Drain } {
  const { cache, assets, metrics, tally, publicUrl, before, requestTimeoutMs = usualTimeoutMs } = options;
  const isDraining = () => drain.isDraining;
  const listener = createListener({ ...options, isDraining });
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
    if (!announcesTooMuch(request, bodyLimit(request.url ?? ""))) response.writeContinue();
    handle(request, response);
  });
  endSlowBodies(server, {
    usualMs: requestTimeoutMs,
    addressOf: createAddressReader(options.trustProxy),
  });
  answerBrokenRequests(server, publicUrl);
  attachFastLane(server, {
    isDraining,
    tally,
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
