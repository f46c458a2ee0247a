import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { html, openTestServer } from "./test-server.fixture.ts";

test("S1 a stop finishes the running request and refuses new ones", async () => {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const site = await openTestServer(
    async (request) => {
      if (!request.url.endsWith("/search")) return html("quick");
      started.resolve();
      await release.promise;
      return html("worth waiting for");
    },
    { noticeMs: 150 },
  );
  const slow = site.request("/search");
  await started.promise;
  const stopped = site.drain.stop();
  expect(site.drain.stop()).toBe(stopped);
  const ready = await site.request("/readyz");
  expect(ready).toMatchObject({ status: 503, headers: { connection: "close" } });
  expect((await site.request("/dashboard/x")).status).toBe(200);
  const refusal = () =>
    site.request("/dashboard/x").then(
      () => "",
      (error) => String(error),
    );
  await expect.poll(refusal, { timeout: 60_000 }).toContain("ECONNREFUSED");
  release.resolve();
  expect(String((await slow).body)).toBe("worth waiting for");
  await stopped;
});

test("S1 closes idle connections before and after the parser", async () => {
  const site = await openTestServer(async (_request, requestContext) => {
    requestContext.cacheTags();
    return html("x");
  });
  await site.request("/about");
  const get = "GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const sockets = ["", get, get.replace("about", "search"), "GET /ab"].map((bytes) => {
    const socket = connect(site.port, "127.0.0.1");
    if (bytes) socket.write(bytes);
    return socket.resume();
  });
  await pause(100);
  const closed = Promise.all(sockets.slice(0, 3).map((socket) => once(socket, "close")));
  const stopped = site.drain.stop();
  await closed;
  for (const socket of sockets) socket.destroy();
  await stopped;
});

test("S1 serves a late request on a connection accepted before the stop", async () => {
  const site = await openTestServer(async () => html("late, and answered"));
  const socket = connect(site.port, "127.0.0.1");
  await once(site.server, "connection");
  const stopping = once(site.server, "stopping");
  const stopped = site.drain.stop();
  await stopping;
  socket.write("GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain("late, and answered");
  await stopped;
});

test("S1 serves every request on accepted connections during a stop", async () => {
  const ports = countPorts();
  const site = await openTestServer(async (request, requestContext) => {
    if (request.url.endsWith("/about")) requestContext.cacheTags();
    await pause(5);
    return html("x");
  });
  await site.request("/about");
  site.server.on("connection", ({ remotePort = 0 }) => ports.accept(remotePort));
  const outcomes: string[] = [];
  const visitor = async (path: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let outcome = ""; outcome !== "refused"; outcomes.push(outcome))
      outcome = await requestOnce(site.port, path, agent, ports);
    agent.destroy();
  };
  const visitors = Array.from({ length: 10 }, (_, index) => visitor(index % 2 ? "/about" : "/search"));
  await pause(200);
  await site.drain.stop();
  await Promise.all(visitors);
  expect(outcomes.filter((outcome) => !["200", "refused"].includes(outcome))).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === "200").length).toBeGreaterThan(10);
});

/** Tracks accepted connections by client port, which the system reuses. */
function countPorts() {
  const opened = new Map<number, number>();
  const accepted = new Map<number, number>();
  const count = (counts: Map<number, number>, port: number) => {
    counts.set(port, (counts.get(port) ?? 0) + 1);
    return counts.get(port) ?? 0;
  };
  return {
    accept: (port: number) => void count(accepted, port),
    /**
     * Records a new connection by client port; returns a function that tells whether it was
     * accepted.
     */
    connect(port: number): () => boolean {
      const place = count(opened, port);
      return () => (accepted.get(port) ?? 0) >= place;
    },
  };
}

/** Returns "refused" also for a connection still in the system's queue when the listener closed. */
function requestOnce(
  port: number,
  path: string,
  agent: Agent,
  ports: ReturnType<typeof countPorts>,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = { host: "localhost" };
    let isAccepted = () => true;
    const request = httpRequest({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
      response.resume().on("end", () => resolve(String(response.statusCode)));
    });
    request.on("socket", (socket) => {
      if (!socket.connecting) return;
      isAccepted = () => false;
      socket.once("connect", () => {
        isAccepted = ports.connect(socket.localPort ?? 0);
      });
    });
    request.on("error", (error: NodeJS.ErrnoException) =>
      resolve(isAccepted() ? String(error.code) : "refused"),
    );
    request.end();
  });
}

test("S1 accepts and serves every connection queued at the stop", async () => {
  const site = await openTestServer(async () => html("received"), { noticeMs: 0 });
  const sockets = Array.from({ length: 30 }, () => connect(site.port, "127.0.0.1"));
  for (const socket of sockets) socket.write("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const stopped = site.drain.stop();
  const answers = sockets.map((socket) =>
    once(socket, "data").then(
      ([bytes]) => String(bytes).slice(9, 15),
      (error) => String(error.code),
    ),
  );
  expect(await Promise.all(answers)).toEqual(Array(30).fill("200 OK"));
  for (const socket of sockets) socket.destroy();
  await stopped;
});

test("S1 an endless request does not block the stop forever", async () => {
  const site = await openTestServer(() => new Promise(() => {}), { stopWithinMs: 600 });
  const socket = connect(site.port, "127.0.0.1").resume();
  socket.on("error", () => undefined).write("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await pause(50);
  await site.drain.stop();
  expect(socket.bytesRead).toBe(0);
});
