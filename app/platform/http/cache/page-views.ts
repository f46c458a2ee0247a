import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";

/** The facts of a request that decide whether and how it counts; never stored. */
export interface PageReader {
  host: string;
  userAgent: string | undefined;
  referer: string | undefined;
  cookie: string | undefined;
  /** Purpose of a request that does not show the page now, such as a prefetch. */
  purpose: string | undefined;
}

export interface Count {
  /** Number of page views. */
  views: number;
  /** Number of views that began a visit, without a referrer from this site. */
  visits: number;
}

export interface DailyCounts {
  pages: Map<string, Count>;
  /** Visits by referring host: "" without one, `*` for hosts beyond the limit. */
  sources: Map<string, number>;
}

/** Counts page views in memory, without personal data. */
export interface PageViews {
  count(path: string, reader: PageReader): void;
  /** Returns and resets the counts. */
  take(): DailyCounts;
}

/** Size of the cache of user agents; cleared when full. */
const maxAgents = 1_000;

/** Name for all hosts beyond the limit. */
export const otherHosts = "*";

/** Maximum number of hosts between two calls of `take`. */
const maxSources = 1_000;

/**
 * Creates the counter; `isLeftOut` returns whether a Cookie header excludes its sender.
 */
export function createPageViews(options: { publicUrl: URL; isLeftOut(cookie: string): boolean }): PageViews {
  const { publicUrl, isLeftOut } = options;
  const agents = new Map<string, boolean>();
  let counts = emptyDailyCounts();

  function isRobot(userAgent: string): boolean {
    const known = agents.get(userAgent);
    if (known !== undefined) return known;
    const isBot = isbot(userAgent);
    if (agents.size >= maxAgents) agents.clear();
    agents.set(copyText(userAgent), isBot);
    return isBot;
  }

  function isCounted({ userAgent, cookie, purpose }: PageReader): boolean {
    if (userAgent === undefined || userAgent.length > 500 || isRobot(userAgent)) return false;
    if (purpose !== undefined && /prefetch|preview/.test(purpose)) return false;
    return cookie === undefined || !isLeftOut(cookie);
  }

  function countSource(host: string): void {
    const known = counts.sources.get(host);
    if (known !== undefined) counts.sources.set(host, known + 1);
    else countNewSource(isHost(host) ? copyText(host) : "");
  }

  function countNewSource(host: string): void {
    const name = counts.sources.size < maxSources ? host : otherHosts;
    counts.sources.set(name, (counts.sources.get(name) ?? 0) + 1);
  }

  return {
    count(path, reader) {
      if (!isCounted(reader)) return;
      const source = hostOf(reader.referer);
      const isVisit = source !== reader.host && source !== publicUrl.host;
      const known = counts.pages.get(path);
      if (!known) counts.pages.set(path, { views: 1, visits: Number(isVisit) });
      else {
        known.views++;
        if (isVisit) known.visits++;
      }
      if (isVisit) countSource(source);
    },
    take() {
      const taken = counts;
      counts = emptyDailyCounts();
      return taken;
    },
  };
}

export function emptyDailyCounts(): DailyCounts {
  return { pages: new Map(), sources: new Map() };
}

/** Reads the same facts as `readHead` from headers parsed by Node. */
export function readerOf(headers: IncomingHttpHeaders): PageReader {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
  return {
    host: headers.host ?? "",
    userAgent: headers["user-agent"],
    referer: headers.referer,
    cookie: headers.cookie,
    purpose: purpose === undefined ? undefined : String(purpose),
  };
}

/** The host of an address, or "". */
function hostOf(referer: string | undefined): string {
  const start = referer === undefined ? -1 : referer.indexOf("://");
  if (referer === undefined || start === -1) return "";
  const end = referer.indexOf("/", start + 3);
  return referer.slice(start + 3, end === -1 ? undefined : end);
}

/** Validates a referring host, since any client can send any Referer. */
function isHost(text: string): boolean {
  return text.length <= 100 && /^[\w-]+(\.[\w-]+)+(:\d{1,5})?$/.test(text);
}

/** Copies a substring, because V8 would otherwise keep the whole request in memory. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}
