import type { Server } from "node:http";
import type { Socket } from "node:net";
import { chooseVariant, keepAliveSeconds, type PreparedPage, stamp } from "../cache/page.ts";
import type { PageReader, PageViews } from "../cache/page-views.ts";
import type { ReportFromMemory } from "../metrics/report.ts";

export interface CachedAnswersOptions {
  /** Finds a prepared response by request target. */
  find(rawUrl: string): PreparedPage | undefined;
  pageViews: PageViews;
  report: ReportFromMemory;
  isKnownHost(host: string): boolean;
  isDraining(): boolean;
}

const idleMs = keepAliveSeconds * 1_000;
const firstRequestMs = 10_000;
/**
 * Timeout of connections without a request when the site stops, in ms; a request may be on its way.
 */
const lastFirstRequestMs = 1_500;

/**
 * Serves plain reads of cached pages before Node's parser, which more than doubles the requests
 * per core. The first other request hands the connection to Node permanently, with all its bytes.
 */
export function attachCachedAnswers(server: Server, options: CachedAnswersOptions): void {
  const parsers = server.listeners("connection");
  server.removeAllListeners("connection");
  const connections = new Set<Socket>();

  function attach(socket: Socket): void {
    const detach = () => {
      connections.delete(socket);
      socket
        .off("data", onData)
        .off("end", onEnd)
        .off("timeout", onTimeout)
        .off("error", onError)
        .off("close", detach);
    };
    const handOver = (chunk: Buffer) => {
      detach();
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(chunk);
      for (const parse of parsers) parse.call(server, socket);
      process.nextTick(() => socket.resume());
    };
    const onData = (chunk: Buffer) => {
      const answer = socket.writableLength > 0 ? null : findAnswer(chunk, options);
      if (!answer) return handOver(chunk);
      socket.write(answer);
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
    };
    const onEnd = () => socket.end();
    const onTimeout = () => socket.destroy();
    const onError = () => socket.destroy();
    connections.add(socket);
    socket.setTimeout(firstRequestMs);
    socket
      .on("data", onData)
      .on("end", onEnd)
      .on("timeout", onTimeout)
      .on("error", onError)
      .on("close", detach);
  }

  server.on("connection", attach);
  server.once("stopping", () => {
    for (const socket of connections)
      if (socket.bytesRead > 0) socket.end();
      else socket.setTimeout(lastFirstRequestMs);
  });
}

function findAnswer(chunk: Buffer, options: CachedAnswersOptions): Buffer | null {
  const head = options.isDraining() ? null : readHead(chunk);
  if (!head || !options.isKnownHost(head.host)) return null;
  const page = options.find(head.url);
  if (!page) return null;
  if (page.countedAs !== null) options.pageViews.count(page.countedAs, head);
  const variant = chooseVariant(page, head.accept, head.ifNoneMatch);
  options.report({
    method: "GET",
    rawUrl: head.url,
    status: variant.status,
  });
  return stamp(variant);
}

/** The parts of a request head that a cached response depends on. */
export interface RequestHead extends PageReader {
  url: string;
  accept: string | undefined;
  ifNoneMatch: string | undefined;
}

const maxHeadLength = 8_000;
const requestLine = /^GET (\/[!-"$-~]*) HTTP\/1\.1\r\n/;
/** Control characters, and returns that end no line. */
const forbidden = /[^\t\r\n -~\x80-\xff]|\r[^\n]/;

/**
 * Parses a chunk that is exactly one complete, plain GET without a body, strictly by RFC 9112.
 * Returns null for everything else, which Node's parser then reads.
 */
export function readHead(chunk: Buffer): RequestHead | null {
  if (chunk.length > maxHeadLength || chunk[0] !== 0x47) return null;
  const text = chunk.toString("latin1");
  const url = requestLine.exec(text)?.[1];
  if (url === undefined || forbidden.test(text)) return null;
  return readFields(text, url);
}

const emptyHead: RequestHead = {
  url: "",
  host: "",
  accept: undefined,
  ifNoneMatch: undefined,
  userAgent: undefined,
  referer: undefined,
  cookie: undefined,
  purpose: undefined,
};

function readFields(text: string, url: string): RequestHead | null {
  const head: RequestHead = { ...emptyHead, url };
  let at = url.length + 15; // after "GET ", " HTTP/1.1" and the line end
  for (;;) {
    const end = text.indexOf("\n", at) - 1;
    if (end < at || text.charCodeAt(end) !== 13) return null;
    if (end === at) return end === text.length - 2 && head.host !== "" ? head : null;
    const colon = text.indexOf(":", at);
    if (colon > end || !storeField(head, text.slice(at, colon), text, colon + 1, end)) return null;
    at = end + 2;
  }
}

/** Stores a field; returns false if the request is not a plain read. */
function storeField(head: RequestHead, name: string, text: string, from: number, to: number): boolean {
  const role = roleOf(name);
  if (role === "unread") return true;
  if (role === "refused") return false;
  const value = withoutBlanks(text, from, to);
  if (role === "connection") return value.toLowerCase() === "keep-alive";
  if (head[role] !== emptyHead[role] || (role === "host" && value === "")) return false;
  head[role] = value;
  return true;
}

/**
 * Removes the spaces and tabs around a value (RFC 9112, 5.1); `trim` would also remove others, such
 * as a no-break space.
 */
function withoutBlanks(text: string, from: number, to: number): string {
  let first = from;
  let end = to;
  while (first < end && isBlankCode(text.charCodeAt(first))) first += 1;
  while (end > first && isBlankCode(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(first, end);
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9;
}

type Role = Exclude<keyof RequestHead, "url"> | "connection" | "unread" | "refused";

/** Headers that are used, and those that make a request more than a plain read. */
const roles: Record<string, Role> = {
  host: "host",
  "accept-encoding": "accept",
  "if-none-match": "ifNoneMatch",
  "user-agent": "userAgent",
  referer: "referer",
  cookie: "cookie",
  "sec-purpose": "purpose",
  purpose: "purpose",
  "x-moz": "purpose",
  connection: "connection",
  authorization: "refused",
  "content-length": "refused",
  expect: "refused",
  "http2-settings": "refused",
  "proxy-connection": "refused",
  te: "refused",
  trailer: "refused",
  "transfer-encoding": "refused",
  upgrade: "refused",
};

const spellings = new Map<string, Role>();

/** Caches roles by spelling, because browsers send the same few names. */
function roleOf(name: string): Role {
  const before = spellings.get(name);
  if (before) return before;
  const role = /^[!#$%&'*+.^_`|~\w-]+$/.test(name) ? (roles[name.toLowerCase()] ?? "unread") : "refused";
  if (spellings.size < 500 && name.length < 50) spellings.set(name, role);
  return role;
}
