import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { html, openTestServer } from "./test-server.fixture.ts";

const countBytes = async (request: Request) => html(String((await request.arrayBuffer()).byteLength));
const half = "POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx";

async function openHalfSent(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect(port, "127.0.0.1").on("error", () => undefined),
  );
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.resume().write(half);
  return sockets;
}

test("M2 510 half-sent posts from one address block no other request", async () => {
  await using site = await openTestServer(countBytes);
  const sockets = await openHalfSent(site.port, 510);
  const closed = () => sockets.filter((socket) => socket.closed).length;
  await expect.poll(closed, { timeout: 60_000 }).toBeGreaterThanOrEqual(400);
  for (const [path, how] of [
    ["/api/contact", { method: "POST", body: "hello" }],
    ["/search", {}],
  ] as const)
    expect((await site.request(path, how)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("M2 an active sender is not cancelled for a later one", async () => {
  await using site = await openTestServer(countBytes);
  const early = await openHalfSent(site.port, 40);
  const [first] = early;
  let received = "";
  first?.on("data", (data) => {
    received += data;
  });
  first?.write("x".repeat(99));
  await expect.poll(() => received).toContain("200");
  const late = await openHalfSent(site.port, 60);
  await expect.poll(() => early.filter((socket) => socket.closed).length, { timeout: 60_000 }).toBe(39);
  expect(first?.closed).toBe(false);
  for (const socket of [...early, ...late]) socket.destroy();
});
