import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { html, openTestServer, readStatuses } from "./test-server.fixture.ts";

/** Refuses after the first piece, as an upload of too many files is. */
async function refuseMidway(request: Request): Promise<Response> {
  if (request.method === "GET") return html("fine");
  for await (const _piece of request.body ?? []) break;
  return html("refused", {}, 422);
}

const head = (length: number) =>
  `POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;
const get = "GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("A8 after an upload refused midway no request on its connection is left without an answer", async () => {
  await using site = await openTestServer(refuseMidway);
  const heard = await site.say(`${head(300_000)}${"x".repeat(300_000)}${get}`);
  const [refused, next] = readStatuses(heard);
  expect(refused).toBe(422);
  // A machine that is slow to take the rest in says that the connection ends.
  if (!/connection: close/i.test(heard)) expect(next).toBe(200);
});

test("A8 one whose sender does not finish is told that the connection ends, and it does", async () => {
  await using site = await openTestServer(refuseMidway);
  const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
  let heard = "";
  socket.on("data", (data) => {
    heard += data;
  });
  socket.write(head(5_000_000) + "x".repeat(60_000));
  await expect.poll(() => heard, { timeout: 60_000 }).toContain("refused");
  expect(heard).toMatch(/^HTTP\/1\.1 422 [\s\S]*connection: close/);
  // The sender goes on and is not cut off before it is done.
  for (let left = 5_000_000 - 60_000; left > 0; left -= 60_000) {
    if (!socket.write("x".repeat(Math.min(left, 60_000)))) await once(socket, "drain");
  }
  await once(socket, "close");
  expect(socket.bytesWritten).toBeGreaterThanOrEqual(5_000_000);
});

test("A8 a stop does not wait for the rest of a refused upload", async () => {
  const site = await openTestServer(refuseMidway);
  const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
  let heard = "";
  socket.on("data", (data) => {
    heard += data;
  });
  socket.write(head(5_000_000) + "x".repeat(60_000));
  await expect.poll(() => heard, { timeout: 60_000 }).toContain("refused");
  const stopped = site.drain.stop().then(() => "stopped");
  expect(await Promise.race([stopped, pause(60_000, "waits")])).toBe("stopped");
  socket.destroy();
});
