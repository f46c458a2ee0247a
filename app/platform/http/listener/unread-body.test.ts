import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { html, openTestServer, readStatuses } from "./test-server.fixture.ts";

/** Refuses after the first chunk, as an upload of too many files does. */
async function refuseMidway(request: Request): Promise<Response> {
  if (request.method === "GET") return html("fine");
  for await (const _chunk of request.body ?? []) break;
  return html("refused", {}, 422);
}

const head = (length: number) =>
  `POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;
const get = "GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("A8 responds to the request after a refused upload", async () => {
  await using site = await openTestServer(refuseMidway);
  const received = await site.sendRaw(`${head(300_000)}${"x".repeat(300_000)}${get}`);
  const [refused, next] = readStatuses(received);
  expect(refused).toBe(422);
  // On a slow machine the server may close the connection instead.
  if (!/connection: close/i.test(received)) expect(next).toBe(200);
});

test("A8 closes the connection of a refused upload after its sender finishes", async () => {
  await using site = await openTestServer(refuseMidway);
  const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  socket.write(head(5_000_000) + "x".repeat(60_000));
  await expect.poll(() => received, { timeout: 60_000 }).toContain("refused");
  expect(received).toMatch(/^HTTP\/1\.1 422 [\s\S]*connection: close/);
  // The sender continues and is not cut off.
  for (let left = 5_000_000 - 60_000; left > 0; left -= 60_000) {
    if (!socket.write("x".repeat(Math.min(left, 60_000)))) await once(socket, "drain");
  }
  await once(socket, "close");
  expect(socket.bytesWritten).toBeGreaterThanOrEqual(5_000_000);
});

test("A8 a stop does not wait for a refused upload", async () => {
  const site = await openTestServer(refuseMidway);
  const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  socket.write(head(5_000_000) + "x".repeat(60_000));
  await expect.poll(() => received, { timeout: 60_000 }).toContain("refused");
  const stopped = site.drain.stop().then(() => "stopped");
  expect(await Promise.race([stopped, pause(60_000, "waits")])).toBe("stopped");
  socket.destroy();
});
