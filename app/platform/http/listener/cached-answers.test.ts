import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { html, openTestServer, readStatuses } from "./test-server.fixture.ts";

const text = "<!doctype html><p>Kept</p>";
const get = (path: string, ...fields: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n`;

/** A server with /about in the cache, which records the requests that reach the application. */
async function openWarm(options: Parameters<typeof openTestServer>[1] = {}) {
  const passed: string[] = [];
  const site = await openTestServer(async (request, requestContext) => {
    const { pathname } = new URL(request.url);
    passed.push(
      `${request.method} ${pathname} ${request.method === "POST" ? await request.text() : ""}`.trim(),
    );
    requestContext.cacheTags();
    return html(pathname === "/about" ? text : `<p>${pathname}</p>`);
  }, options);
  await site.request("/about");
  passed.length = 0;
  return { ...site, passed };
}

/** The date comes first only in responses sent before Node's parser. */
const readers = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 \d{3} [^\r]*\r\n(Date: )?/g)].map((found) =>
    found[1] ? "cached" : "node",
  );

test("serves several reads per connection before Node's parser, with current date", async () => {
  await using site = await openWarm();
  const received = await site.sendRaw(
    get("/about"),
    get("/about", "Accept-Encoding: br"),
    get("/about", "If-None-Match: *"),
  );
  expect(readStatuses(received)).toEqual([200, 200, 304]);
  expect(readers(received)).toEqual(["cached", "cached", "cached"]);
  const date = Date.parse(/Date: ([^\r]+)/.exec(received)?.[1] ?? "");
  expect(Math.abs(date - Date.now())).toBeLessThan(5_000);
});

test("hands the connection to Node at the first other request", async () => {
  await using site = await openWarm();
  const post = "POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello";
  const received = await site.sendRaw(get("/about"), post, get("/about"), get("/search"));
  expect(readStatuses(received)).toEqual([200, 200, 200, 200]);
  expect(readers(received)).toEqual(["cached", "node", "node", "node"]);
  expect(site.passed).toEqual(["POST /contact hello", "GET /search"]);
});

test.each<[string, string[]]>([
  ["in pieces", ["GET /ab", "out HTTP/1.1\r\nHo", "st: localhost\r", "\n\r\n"]],
  ["byte by byte", [...get("/about")]],
  ["two in one packet", [get("/about") + get("/about")]],
  ["followed by a partial request", [`${get("/about")}GET /ab`, "out HTTP/1.1\r\nHost: localhost\r\n\r\n"]],
  [
    "followed by a POST in the same packet",
    [`${get("/about")}POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi`],
  ],
])("parses requests that come %s", async (how, packets) => {
  await using site = await openWarm();
  const received = await site.sendRaw(...packets);
  expect(readStatuses(received)).toEqual(
    how.startsWith("in p") || how.startsWith("byte") ? [200] : [200, 200],
  );
  expect(received).toContain("<p>Kept</p>");
});

test("a large upload after the handover arrives complete", async () => {
  await using site = await openWarm();
  const body = "x".repeat(300_000);
  const post = `POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
  await site.sendRaw(get("/about"), post + body.slice(0, 1_000), body.slice(1_000));
  expect(site.passed).toEqual([`POST /api/files ${body}`]);
});

test.each<[string, string, number[]]>([
  ["both lengths", get("/about", "Content-Length: 30", "Transfer-Encoding: chunked"), [400]],
  [
    "a body on a read",
    `${get("/about", "Content-Length: 44")}GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    [400],
  ],
  ["chunks on a read", `${get("/about", "Transfer-Encoding: chunked")}0\r\n\r\n${get("/hidden")}`, [400]],
  ["an unknown transfer coding", get("/about", "Transfer-Encoding: xchunked"), [400]],
  ["two lengths", get("/about", "Content-Length: 0", "Content-Length: 5"), [400]],
  ["a negative length", get("/about", "Content-Length: -1"), [400]],
  ["a space before the colon", get("/about", "Transfer-Encoding : chunked"), [400]],
  ["a folded field", get("/about", "X-A: b", " folded: c"), [400]],
  ["a field without a name", get("/about", ": x"), [400]],
  ["a bare line feed", get("/about", "X-A: b\nTransfer-Encoding: chunked"), [400]],
  ["a bare carriage return", get("/about", "X-A: b\rTransfer-Encoding: chunked"), [400]],
  ["a NUL", get("/about", "X-A: b\0c"), [400]],
  ["two hosts", get("/about", "Host: evil.example"), [400]],
  ["two hosts, ours last", "GET /about HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n", [400]],
  ["no host", "GET /about HTTP/1.1\r\n\r\n", [400]],
  ["an empty host", "GET /about HTTP/1.1\r\nHost: \r\n\r\n", [421]],
  ["another version", "GET /about HTTP/1.2\r\nHost: localhost\r\n\r\n", [400]],
  ["no version", "GET /about\r\nHost: localhost\r\n\r\n", [400]],
  ["a lower-case method", "get /about HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]],
  ["a space in the path", "GET /ab out HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]],
  ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
  ["an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
])("I6 refuses a request with %s and ignores all that follows", async (_what, bytes, expected) => {
  await using site = await openWarm();
  for (const before of [[], [get("/about")]]) {
    const received = await site.sendRaw(...before, bytes);
    expect(readStatuses(received)).toEqual([...before.map(() => 200), ...expected]);
    expect(received.slice(received.lastIndexOf("HTTP/1.1"))).toMatch(/x-content-type-options: nosniff/i);
  }
  expect(site.passed).toEqual([]);
});

test.each(["TRACE", "CONNECT", "PROPFIND", "LOCK", "PURGE"])("refuses the method %s", async (method) => {
  await using site = await openWarm();
  const target = method === "CONNECT" ? "evil.example:443" : "/about";
  const received = await site.sendRaw(
    `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: secret=1\r\n\r\n`,
  );
  if (method !== "CONNECT") expect(readStatuses(received)).toEqual([405]);
  expect(received).not.toContain("secret=1");
  expect(site.passed).toEqual([]);
});

test("a client that does not read delays only its own connection", async () => {
  const large = "y".repeat(600_000);
  await using site = await openTestServer(
    async (_request, requestContext) => {
      requestContext.cacheTags();
      return html(large);
    },
    { maxBytes: 20_000_000 },
  );
  await site.request("/about");
  const lazy = connect(site.port, "127.0.0.1")
    .on("error", () => undefined)
    .setNoDelay()
    .pause();
  for (let time = 0; time < 100; time++) {
    lazy.write(get("/about"));
    await pause(4);
  }
  expect(site.cache.stats().hits).toBeLessThan(20);
  expect((await site.request("/about")).body).toHaveLength(large.length);
  let received = 0;
  lazy.on("data", (chunk) => {
    received += chunk.length;
  });
  lazy.resume();
  await vi.waitFor(() => expect(received).toBeGreaterThan(100 * large.length), 60_000);
  lazy.destroy();
});

test("a connection that breaks at any point affects no other", async () => {
  await using site = await openWarm();
  const request = get("/about", "Accept-Encoding: gzip");
  for (let length = 0; length < request.length; length += 7) {
    const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
    socket.write(request.slice(0, length));
    await pause(2);
    socket.resetAndDestroy();
  }
  expect((await site.request("/about")).status).toBe(200);
});

test("logs cached responses only if enabled, without query and address", async () => {
  await using site = await openWarm({ isEveryAnswerLogged: true });
  await using silent = await openWarm();
  for (const { sendRaw, request, lines } of [site, silent]) {
    lines.length = 0;
    await sendRaw(get("/about"), get("/about", "If-None-Match: *"));
    await request("/about", { method: "HEAD", headers: { "x-forwarded-for": "203.0.113.77" } });
  }
  const line = (method: string, status: number) => ({
    level: "info",
    time: expect.any(String),
    method,
    path: "/about",
    status,
    fromMemory: true,
    msg: "request",
  });
  expect(site.lines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === "request")).toEqual([
    line("GET", 200),
    line("GET", 304),
    line("HEAD", 200),
  ]);
  expect(silent.lines.filter((text) => text.includes("/about"))).toEqual([]);
});
