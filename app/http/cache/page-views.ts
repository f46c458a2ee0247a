import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";

/** Who reads a page, as far as counting looks at it; nothing of it is kept. */
export interface PageReader {
  host: string;
  userAgent: string | undefined;
  referer: string | undefined;
  cookie: string | undefined;
  /** Why a browser asks, when it is not to show the page now. */
  purpose: string | undefined;
}

export interface Count {
  /** Times the page was read. */
  views: number;
  /** How many of them began a visit: the reader did not come from another page of ours. */
  visits: number;
}

export interface DailyCounts {
  pages: Map<string, Count>;
  /** Visits by the host that led here; an empty name for those that nobody led, `*` for hosts that are not told apart. */
  sources: Map<string, number>;
}

/** Counts what people read, in memory and without a trace of who they are. */
export interface PageViews {
  count(path: string, reader: PageReader): void;
  /** Everything counted since the last call. */
  take(): DailyCounts;
}

/** Browsers there are; robots that call themselves ever anew are looked at anew. */
const mostAgents = 1_000;

/** Stands for all that is too much to be told apart. */
export const allOthers = "*";

/** Hosts that are told apart between two calls of `take`. */
const mostSources = 1_000;

/** @param options.isLeftOut whether a Cookie header says that its sender is no visitor to be counted */
export function createPageViews(options: { publicUrl: URL; isLeftOut(cookie: string): boolean }): PageViews {
  const { publicUrl, isLeftOut } = options;
  const agents = new Map<string, boolean>();
  let readings = emptyDailyCounts();

  function isRobot(userAgent: string): boolean {
    const known = agents.get(userAgent);
    if (known !== undefined) return known;
    const isOne = isbot(userAgent);
    if (agents.size >= mostAgents) agents.clear();
    agents.set(detached(userAgent), isOne);
    return isOne;
  }

  function isToCount({ userAgent, cookie, purpose }: PageReader): boolean {
    if (userAgent === undefined || userAgent.length > 500 || isRobot(userAgent)) return false;
    if (purpose !== undefined && /prefetch|preview/.test(purpose)) return false;
    return cookie === undefined || !isLeftOut(cookie);
  }

  function countSource(host: string): void {
    const known = readings.sources.get(host);
    if (known !== undefined) readings.sources.set(host, known + 1);
    else countNewSource(isHost(host) ? detached(host) : "");
  }

  function countNewSource(host: string): void {
    const name = readings.sources.size < mostSources ? host : allOthers;
    readings.sources.set(name, (readings.sources.get(name) ?? 0) + 1);
  }

  return {
    count(path, reader) {
      if (!isToCount(reader)) return;
      const source = hostOf(reader.referer);
      const isVisit = source !== reader.host && source !== publicUrl.host;
      const known = readings.pages.get(path);
      if (!known) readings.pages.set(path, { views: 1, visits: Number(isVisit) });
      else {
        known.views++;
        if (isVisit) known.visits++;
      }
      if (isVisit) countSource(source);
    },
    take() {
      const taken = readings;
      readings = emptyDailyCounts();
      return taken;
    },
  };
}

export function emptyDailyCounts(): DailyCounts {
  return { pages: new Map(), sources: new Map() };
}

/** The same as `readHead` reads it, from headers that Node has read. */
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

/** What stands where an address names its host; empty where nothing does. */
function hostOf(referer: string | undefined): string {
  const start = referer === undefined ? -1 : referer.indexOf("://");
  if (referer === undefined || start === -1) return "";
  const end = referer.indexOf("/", start + 3);
  return referer.slice(start + 3, end === -1 ? undefined : end);
}

/** Anybody can send any Referer, and not only browsers. */
function isHost(text: string): boolean {
  return text.length <= 100 && /^[\w-]+(\.[\w-]+)+(:\d{1,5})?$/.test(text);
}

/** A text of its own: a piece of another would keep all of that one, a whole request, in memory. */
function detached(piece: string): string {
  return Buffer.from(piece).toString();
}
