import { createServer, type IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import type { readHead } from "#app/platform/http/listener/cached-answers.ts";

/** Result of Node's own parser for bytes in one packet, followed by one plain request. */
export interface NodeReading {
  requests: {
    method: string;
    url: string;
    version: string;
    headers: NodeJS.Dict<string | string[]>;
    isComplete: boolean;
  }[];
  isRefused: boolean;
}

export const nextRequest = "GET /next HTTP/1.1\r\nHost: next.example\r\n\r\n";

/** Parses requests with a `node:http` server, synchronously and without a network. */
export function createNodeReader(): (chunk: Buffer) => NodeReading {
  let found: IncomingMessage[] = [];
  let isRefused = false;
  const server = createServer({ requireHostHeader: false }, (request) => void found.push(request));
  server.on("clientError", () => {
    isRefused = true;
  });
  server.on("upgrade", (request) => void found.push(request));
  server.on("connect", (request) => void found.push(request));
  return (chunk) => {
    found = [];
    isRefused = false;
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    server.emit("connection", socket);
    socket.emit("data", chunk);
    if (!isRefused) socket.emit("data", Buffer.from(nextRequest));
    const requests = found.map(({ method = "", url = "", httpVersion, headers, complete }) => ({
      method,
      url,
      version: httpVersion,
      headers,
      isComplete: complete,
    }));
    socket.destroy();
    return { requests, isRefused };
  };
}

/** Random numbers below `end`, reproducible by seed (mulberry32). */
export function createDice(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

const targets = [
  "/",
  "/about",
  "/blog?page=2",
  "/blog/%E0%A6%AC",
  "//x",
  "/a b",
  "/a#b",
  "*",
  "http://h.example/",
  "/\x7f",
  "/é",
  "",
];
const versions = [
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/2.0",
  "http/1.1",
  "HTTP/1.1 ",
  "HTTP/01.1",
  "HTTP/1.11",
];
const methods = [
  "GET",
  "GET",
  "GET",
  "GET",
  "GET",
  "HEAD",
  "get",
  "GETX",
  "POST",
  "\r\nGET",
  "\nGET",
  " GET",
];
const names = [
  "Host",
  "Host",
  "Host",
  "host",
  "Accept-Encoding",
  "If-None-Match",
  "User-Agent",
  "Referer",
  "Cookie",
  "Sec-Purpose",
  "Purpose",
  "X-Moz",
  "Connection",
  "Keep-Alive",
  "Accept",
  "Accept-Language",
  "Authorization",
  "Content-Length",
  "Transfer-Encoding",
  "Expect",
  "Upgrade",
  "TE",
  "Trailer",
  "HTTP2-Settings",
  "Proxy-Connection",
  "Range",
  "X-A",
  "X_A",
  "Content-Length ",
  " Content-Length",
  "Content\tLength",
  "Transfer-Encoding\x0b",
  "",
  "\x00",
  "A\r",
  "Hôst",
  "(x)",
];
const values = [
  "localhost",
  "www.company.example",
  "a.example:80",
  "",
  " ",
  "\t",
  "gzip, br",
  '"tag"',
  "*",
  "keep-alive",
  "Keep-Alive",
  "close",
  "upgrade",
  "keep-alive, upgrade",
  "0",
  "5",
  "+5",
  "0x5",
  "5, 5",
  "chunked",
  "xchunked",
  "chunked, identity",
  "identity",
  "100-continue",
  "websocket",
  "h2c",
  "trailers",
  "prefetch",
  "a=b; c=d",
  "\xa0localhost\xa0",
  "a\x85",
  "é",
  "a\x00b",
  "a\rb",
  "a\nb",
  "a\x0bb",
  "a\x7fb",
  "x\r\n folded",
  "x\r\n\tfolded",
  "x\r\n\r\nGET /hidden HTTP/1.1",
];
const colons = [": ", ": ", ": ", ": ", ":", ":\t ", " : ", ":  ", "", ";"];
const ends = ["\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\r\n", "\n\r", ""];
const bytes = [
  "\r",
  "\n",
  "\r\n",
  " ",
  "\t",
  ":",
  "\0",
  "\x0b",
  "\x0c",
  "\x7f",
  "\x80",
  "\x85",
  "\xa0",
  "\xff",
  ",",
  "GET / HTTP/1.1\r\n",
];

const plainNames = names.slice(1, 16);
const plainValues = [
  "localhost",
  "",
  "gzip, br",
  "keep-alive",
  "*",
  '"tag"',
  " spaced ",
  "\ttabbed",
  "a  b",
  "é",
  "\xa0",
  "a\x85",
];

/** Random item, mostly of the plain ones. */
function pickItem(dice: (end: number) => number, plain: readonly string[], all: readonly string[]): string {
  const list = dice(8) > 0 ? plain : all;
  return list[dice(list.length)] ?? "";
}

/** Random request head, often plain and often malformed in one or several places. */
export function rollHead(dice: (end: number) => number): Buffer {
  const isPlain = dice(3) > 0;
  const pick = (list: readonly string[], plain: string) =>
    isPlain && dice(20) > 0 ? plain : (list[dice(list.length)] ?? "");
  let text = `${pick(methods, "GET")} ${pick(targets, "/about")} ${pick(versions, "HTTP/1.1")}${pick(ends, "\r\n")}`;
  if (dice(4) > 0) text += "Host: localhost\r\n";
  for (let count = dice(6); count > 0; count -= 1) {
    const name = pickItem(dice, plainNames, names);
    const value = pickItem(dice, plainValues, values);
    text += name + pick(colons, ": ") + value + pick(ends, "\r\n");
  }
  text += pick(ends, "\r\n");
  if (dice(5) === 0) {
    const index = dice(text.length + 1);
    text = text.slice(0, index) + (bytes[dice(bytes.length)] ?? "") + text.slice(index + dice(2));
  }
  return Buffer.from(text, "latin1");
}

/** Result of the product's parser; null if it leaves the bytes to Node. */
type OwnReading = ReturnType<typeof readHead>;

/** Difference between the product's parser and Node's; null if they agree or the bytes are left to Node. */
export function findDisagreement(own: OwnReading, node: NodeReading): string | null {
  if (own === null) return null;
  if (node.isRefused) return "Node refuses this";
  const [first, second, third] = node.requests;
  if (!first || !second || third) return `Node reads ${node.requests.length} requests`;
  if (second.url !== "/next" || second.headers.host !== "next.example")
    return "Node reads the next one differently";
  if (first.method !== "GET" || first.version !== "1.1" || !first.isComplete)
    return "Node reads no complete GET";
  const { headers } = first;
  const refused = Object.keys(headers).find((name) => notPlain.has(name));
  if (refused) return `Node reads ${refused}`;
  const pairs: [string, string | undefined, string | string[] | undefined][] = [
    ["target", own.url, first.url],
    ["host", own.host, headers.host],
    ["accept-encoding", own.accept, headers["accept-encoding"]],
    ["if-none-match", own.ifNoneMatch, headers["if-none-match"]],
    ["user-agent", own.userAgent, headers["user-agent"]],
    ["referer", own.referer, headers.referer],
    ["cookie", own.cookie, headers.cookie],
    ["purpose", own.purpose, headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"]],
  ];
  const other = pairs.find(([, ours, theirs]) => ours !== theirs);
  return other
    ? `${other[0]} is ${JSON.stringify(other[1])} here and ${JSON.stringify(other[2])} for Node`
    : null;
}

/** Fields that make a request more than a plain read. */
const notPlain = new Set([
  "authorization",
  "content-length",
  "expect",
  "http2-settings",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
