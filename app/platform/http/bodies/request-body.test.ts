import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { html, openTestServer, readStatuses } from "../listener/test-server.fixture.ts";

/** Reads the whole body and returns its size. */
const countBytes = async (request: Request) => html(String((await request.arrayBuffer()).byteLength));
const post = (path: string, ...fields: string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n`;
const chunk = (size: number) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

test.each([
  ["/contact", 100_000, 200],
  ["/contact", 100_001, 413],
  ["/login", 1_000_000, 413],
  ["/api/contact", 100_001, 413],
  ["/api/services", 1_000_000, 200],
  ["/dashboard/settings/home", 1_000_000, 200],
  ["/myprofile", 100_001, 413],
  ["/myprofile/photo", 11_000_000, 200],
  ["/api/files", 11_000_001, 200],
  ["/dashboard/files.data", 11_000_001, 200],
  ["/api/files/a-file/replace", 11_000_000, 200],
  ["/api/files/a-file/replace", 11_000_001, 413],
  ["/api/files/bulk", 1_000_001, 413],
  ["/dashboard/files/a-file", 11_000_001, 413],
  ["/api/filesystem", 1_000_001, 413],
])("I6 %s with %i bytes returns %i, with length or chunked", async (path, size, status) => {
  await using site = await openTestServer(countBytes);
  const body = Buffer.alloc(size, "x");
  for (const headers of [{ "content-length": String(size) }, { "transfer-encoding": "chunked" }]) {
    const reply = await site.request(path, { method: "POST", body, headers });
    expect(reply.status).toBe(status);
    if (status === 200) expect(String(reply.body)).toBe(String(size));
    else expect(reply.headers["content-type"]).toBe("application/problem+json");
  }
});

test("I6 refuses endless chunks at the limit, without using memory", async () => {
  await using site = await openTestServer(countBytes);
  const before = process.memoryUsage.rss();
  const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  socket.write(post("/contact", "Transfer-Encoding: chunked"));
  for (let sent = 0; sent < 400 && !socket.destroyed; sent++) {
    if (socket.write(chunk(250_000))) continue;
    const isDrained = once(socket, "drain").then(() => true);
    // A server that stops reading has responded or will respond.
    if (!(await Promise.race([isDrained, pause(5_000, false)]).catch(() => false))) break;
  }
  await expect.poll(() => readStatuses(received), { timeout: 60_000 }).toEqual([413]);
  socket.destroy();
  expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
});

test("I6 refuses a too large body before it is sent", async () => {
  await using site = await openTestServer(countBytes);
  const received = await site.sendRaw(post("/contact", "Content-Length: 5000000", "Expect: 100-continue"));
  expect(readStatuses(received)).toEqual([413]);
  const wanted = await site.sendRaw(post("/contact", "Content-Length: 2", "Expect: 100-continue"), "hi");
  expect(readStatuses(wanted)).toEqual([100, 200]);
});

test("I6 times out a body sent byte by byte", async () => {
  await using site = await openTestServer(countBytes, { requestTimeoutMs: 1_000 });
  const received = await site.sendRaw(post("/contact", "Content-Length: 100"), ...Array(110).fill("x"));
  expect(readStatuses(received)).toEqual([408]);
  expect(received).toMatch(/content-security-policy: default-src 'none'/);
});

test("U5 a file upload gets more time than other bodies", async () => {
  await using site = await openTestServer(countBytes, { requestTimeoutMs: 600 });
  const slowly = Array(60).fill("x");
  const usual = await site.sendRaw(post("/contact", "Content-Length: 60"), ...slowly);
  const upload = await site.sendRaw(post("/api/files", "Content-Length: 60"), ...slowly);
  expect([readStatuses(usual), readStatuses(upload)]).toEqual([[408], [200]]);
});

test("I6 times out a request head that never ends", async () => {
  await using site = await openTestServer(countBytes, { requestTimeoutMs: 1_000 });
  const received = await site.sendRaw(
    "GET /about HTTP/1.1\r\nHost: localhost\r\n",
    ...Array(100).fill("X-A: b\r\n"),
  );
  expect(readStatuses(received)).toEqual([408]);
});

test("I6 wrong lengths and broken chunks never yield a complete body", async () => {
  const complete: string[] = [];
  await using site = await openTestServer(async (request) => {
    complete.push(await request.text());
    return html("taken");
  });
  const broken = [
    post("/contact", "Content-Length: 5", "Content-Length: 6"),
    post("/contact", "Content-Length: 5, 5"),
    post("/contact", "Content-Length: +5"),
    post("/contact", "Content-Length: 0x5"),
    post("/contact", "Content-Length: 5", "Transfer-Encoding: chunked"),
    post("/contact", "Transfer-Encoding: chunked, identity"),
    post("/contact", "Transfer-Encoding: gzip, chunked, x"),
    `${post("/contact", "Transfer-Encoding: chunked")}zz\r\nhello\r\n0\r\n\r\n`,
    `${post("/contact", "Transfer-Encoding: chunked")}5\r\nhelloX\r\n0\r\n\r\n`,
    `${post("/contact", "Transfer-Encoding: chunked")}-1\r\n\r\n`,
    `${post("/contact", "Transfer-Encoding: chunked")}fffffffffffffffff\r\n`,
  ];
  for (const bytes of broken)
    expect([bytes, ...readStatuses(await site.sendRaw(bytes))]).toEqual([bytes, 400]);
  expect(complete).toEqual([]);
});

test("I6 refuses too many or too large header fields", async () => {
  await using site = await openTestServer(countBytes);
  const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: y`);
  expect(readStatuses(await site.sendRaw(post("/contact", ...many)))).toEqual([431]);
  expect(readStatuses(await site.sendRaw(post("/contact", `X: ${"y".repeat(20_000)}`)))).toEqual([431]);
});

test("refuses an address longer than 8 kB, cached or not", async () => {
  await using site = await openTestServer(async (_request, requestContext) => {
    requestContext.cacheTags();
    return html("x");
  });
  expect((await site.request(`/about?${"x".repeat(8_000)}`)).status).toBe(200);
  expect((await site.request(`/about?${"x".repeat(8_200)}`)).status).toBe(414);
});

test("a client that disconnects during an upload causes no error", async () => {
  await using site = await openTestServer(countBytes);
  const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
  socket.write(post("/contact", "Content-Length: 100"));
  socket.write("half");
  await pause(50);
  socket.resetAndDestroy();
  await pause(50);
  expect((await site.request("/contact", { method: "POST", body: "fine" })).status).toBe(200);
  expect(site.lines.join()).not.toContain('"level":"error"');
});
