import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { createHealth } from "./health.ts";
import { createMetrics } from "./metrics.ts";
import { createPageCache } from "./page-cache.ts";
import { html, openTestServer } from "./test-server.ts";

test("P3 a thousand questions about readiness put one to the database, and being alive puts none", async () => {
  const ready = vi.fn(async () => true);
  await using site = await openTestServer(async () => html("x"), { ready });
  for (let time = 0; time < 500; time++) expect((await site.ask("/healthz")).status).toBe(200);
  expect(ready).toHaveBeenCalledTimes(0);
  const started = performance.now();
  await Promise.all(Array.from({ length: 500 }, () => site.ask("/readyz")));
  const seconds = (performance.now() - started) / 1_000;
  expect(ready.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});

test("P3 health tells the public nothing but a word, and is never stored", async () => {
  await using site = await openTestServer(async () => html("x"), {
    ready: () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3")),
  });
  const reply = await site.ask("/readyz");
  expect(reply).toMatchObject({ status: 503, headers: { "cache-control": "no-store" } });
  expect(String(reply.body)).toBe("not ready\n");
});

test("readiness that hangs is no readiness, and is asked again", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  let answer = (): Promise<boolean> => new Promise(() => {});
  const health = createHealth({ ready: () => answer(), isDraining: () => false });
  const hanging = health.ready();
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await hanging).status).toBe(503);
  answer = async () => true;
  expect((await health.ready()).status).toBe(200);
  answer = async () => false;
  expect((await health.ready()).status).toBe(200);
  await vi.advanceTimersByTimeAsync(1_001);
  expect((await health.ready()).status).toBe(503);
  vi.useRealTimers();
});

test("figures are shown to who has the token, and hidden from everybody else", async () => {
  const metricsToken = "a-token-of-some-length";
  await using site = await openTestServer(
    async (_request, visit) => {
      visit.keep();
      return html("x");
    },
    { metricsToken },
  );
  for (let time = 0; time < 3; time++) await site.ask("/about");
  const shown = await site.ask("/metrics", { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(shown.status).toBe(200);
  expect(String(shown.body)).toMatch(/^frontdesk_cache_hits 2$/m);
  expect(String(shown.body)).toMatch(/^frontdesk_cache_misses 1$/m);
  expect(String(shown.body)).toMatch(/^frontdesk_request_seconds_count\{kind="page",status="200"\} 1$/m);
  expect(String(shown.body)).toMatch(/^frontdesk_resident_bytes \d{7,}$/m);
  for (const authorization of [
    "",
    "Bearer",
    "Bearer wrong",
    `bearer ${metricsToken}`,
    `Bearer ${metricsToken}x`,
  ])
    expect((await site.ask("/metrics", { headers: { authorization } })).status).toBe(404);
  await using closed = await openTestServer(async () => html("x"));
  expect((await closed.ask("/metrics", { headers: { authorization: "Bearer null" } })).status).toBe(404);
});

test("figures can have a port of their own", async () => {
  const server = createServer(
    createMetrics({ cache: createPageCache({ maxBytes: 0 }), token: null }).listener,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is no path
  const asked = request({ host: "127.0.0.1", port, agent: false }).end();
  const [response] = await once(asked, "response");
  expect(response.statusCode).toBe(200);
  expect(String((await response.toArray())[0])).toContain("frontdesk_cache_pages 0");
  server.close();
});
