import type { Server } from "node:http";
import type { Socket } from "node:net";
import { chooseVariant, keepAliveSeconds, type PreparedPage, stamp } from "../cache/page.ts";
import type { PageReader, PageViews } from "../cache/page-views.ts";
import type { ReportFromMemory } from "../ops/report.ts";

export interface CachedAnswersOptions {
  /** What is ready in memory for a request target. */
  find(rawUrl: string): PreparedPage | undefined;
  pageViews: PageViews;
  report: ReportFromMemory;
  isKnownHost(host: string): boolean;
  isDraining(): boolean;
}

const idleMs = keepAliveSeconds * 1_000;
const firstRequestWithin = 10_000;
/** Of connections on which nothing was asked yet when the site stops, in ms: the request may be on its way. */
const firstRequestWhenStopping = 1_500;

/**
 * Answers plain reads of what is ready in memory before Node's parser sees the connection, which more than doubles how many
 * one core can answer. At the first request that is anything else the connection goes to Node, bytes and all, for good.
 */
export function attachCachedAnswers(server: Server, options: CachedAnswersOptions): void {
  const parsers = server.listeners("connection");
  server.removeAllListeners("connection");
  const connections = new Set<Socket>();

  function enter(socket: Socket): void {
    const leave = () => {
      connections.delete(socket);
      socket
        .off("data", onData)
        .off("end", onEnd)
        .off("timeout", onTimeout)
        .off("error", onError)
        .off("close", leave);
    };
    const handOver = (chunk: Buffer) => {
      leave();
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
    socket.setTimeout(firstRequestWithin);
    socket
      .on("data", onData)
      .on("end", onEnd)
      .on("timeout", onTimeout)
      .on("error", onError)
      .on("close", leave);
  }

  server.on("connection", enter);
  server.once("stopping", () => {
    for (const socket of connections)
      if (socket.bytesRead > 0) socket.end();
      else socket.setTimeout(firstRequestWhenStopping);
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

/** What an answer from memory needs to know of a request. */
export interface RequestHead extends PageReader {
  url: string;
  accept: string | undefined;
  ifNoneMatch: string | undefined;
}

const longestHead = 8_000;
const requestLine = /^GET (\/[!-"$-~]*) HTTP\/1\.1\r\n/;
/** Control characters, and returns that end no line. */
const forbidden = /[^\t\r\n -~\x80-\xff]|\r[^\n]/;

/**
 * Reads a chunk that is exactly one complete, unremarkable GET without a body, by the grammar of RFC 9112 and nothing more
 * lenient. Null for everything else: that is for Node's parser, which then sees the very same bytes.
 */
export function readHead(chunk: Buffer): RequestHead | null {
  if (chunk.length > longestHead || chunk[0] !== 0x47) return null;
  const text = chunk.toString("latin1");
  const url = requestLine.exec(text)?.[1];
  if (url === undefined || forbidden.test(text)) return null;
  return readFields(text, url);
}

const unsaid: RequestHead = {
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
  const head: RequestHead = { ...unsaid, url };
  let at = url.length + 15; // after "GET ", " HTTP/1.1" and the line end
  for (;;) {
    const end = text.indexOf("\n", at) - 1;
    if (end < at || text.charCodeAt(end) !== 13) return null;
    if (end === at) return end === text.length - 2 && head.host !== "" ? head : null;
    const colon = text.indexOf(":", at);
    if (colon > end || !takeField(head, text.slice(at, colon), text, colon + 1, end)) return null;
    at = end + 2;
  }
}

/** Puts a field where it belongs; false when the request is more than a plain read. */
function takeField(head: RequestHead, name: string, text: string, from: number, to: number): boolean {
  const role = roleOf(name);
  if (role === "unread") return true;
  if (role === "refused") return false;
  const value = withoutBlanks(text, from, to);
  if (role === "connection") return value.toLowerCase() === "keep-alive";
  if (head[role] !== unsaid[role] || (role === "host" && value === "")) return false;
  head[role] = value;
  return true;
}

/** A value without the spaces and tabs around it (RFC 9112, 5.1); `trim` would take more, such as a no-break space. */
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

/** Fields that are read, and those that make a request more than a plain read. */
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

/** Browsers spell the same few names the same way every time. */
function roleOf(name: string): Role {
  const before = spellings.get(name);
  if (before) return before;
  const role = /^[!#$%&'*+.^_`|~\w-]+$/.test(name) ? (roles[name.toLowerCase()] ?? "unread") : "refused";
  if (spellings.size < 500 && name.length < 50) spellings.set(name, role);
  return role;
}
