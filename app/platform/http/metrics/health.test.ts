import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { createPageCache } from "#app/platform/http/cache/page-cache.ts";
import { createHealth } from "#app/platform/http/listener/builtin-endpoints.ts";
import { html, openTestServer } from "#app/platform/http/listener/test-server.fixture.ts";
import { addressRules } from "#app/server/addresses.ts";
import { createMetrics } from "./metrics.ts";

test("P3 readiness is checked once a second, liveness not at all", async () => {
  const ready = vi.fn(async () => true);
  await using site = await openTestServer(async () => html("x"), { ready });
  for (let time = 0; time < 500; time++) expect((await site.request("/healthz")).status).toBe(200);
  expect(ready).toHaveBeenCalledTimes(0);
  const started = performance.now();
  await Promise.all(Array.from({ length: 500 }, () => site.request("/readyz")));
  const seconds = (performance.now() - started) / 1_000;
  expect(ready.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});

test("P3 public health shows one word and is never stored", async () => {
  await using site = await openTestServer(async () => html("x"), {
    ready: () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3")),
  });
  const reply = await site.request("/readyz");
  expect(reply).toMatchObject({ status: 503, headers: { "cache-control": "no-store" } });
  expect(String(reply.body)).toBe("not ready\n");
});

test("readiness that hangs fails and is checked again", async () => {
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

test("metrics are visible only with the token", async () => {
  const metricsToken = "a-token-of-some-length";
  await using site = await openTestServer(
    async (_request, requestContext) => {
      requestContext.cacheTags();
      return html("x");
    },
    { metricsToken },
  );
  for (let time = 0; time < 3; time++) await site.request("/about");
  const shown = await site.request("/metrics", { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(shown.status).toBe(200);
  expect(String(shown.body)).toMatch(/^frontdesk_cache_hits_total 2$/m);
  expect(String(shown.body)).toMatch(/^frontdesk_cache_misses_total 1$/m);
  expect(String(shown.body)).toMatch(/^frontdesk_request_seconds_count\{kind="page",status="200"\} 1$/m);
  expect(String(shown.body)).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  expect(String(shown.body)).toMatch(/^nodejs_heap_size_used_bytes \d{7,}$/m);
  for (const authorization of [
    "",
    "Bearer",
    "Bearer wrong",
    `bearer ${metricsToken}`,
    `Bearer ${metricsToken}x`,
  ])
    expect((await site.request("/metrics", { headers: { authorization } })).status).toBe(404);
  await using closed = await openTestServer(async () => html("x"));
  expect((await closed.request("/metrics", { headers: { authorization: "Bearer null" } })).status).toBe(404);
});

test("metrics can have their own port", async () => {
  const server = createServer(
    createMetrics({
      cache: createPageCache({ addresses: addressRules, maxBytes: 0 }),
      token: null,
      figures: [
        {
          name: "frontdesk_missing_files",
          help: "x",
          read: () => 7,
        },
      ],
    }).listener,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is no path
  const outgoingRequest = request({ host: "127.0.0.1", port, agent: false }).end();
  const [response] = await once(outgoingRequest, "response");
  expect(response.statusCode).toBe(200);
  const figures = String((await response.toArray())[0]);
  expect(figures).toContain("frontdesk_cache_pages 0");
  expect(figures).toContain("frontdesk_missing_files 7");
  server.close();
});

test("reports counters, labels and gauges, and omits unreadable values", async () => {
  const about = { help: "x" };
  let failures = 3;
  const metrics = createMetrics({
    cache: createPageCache({ addresses: addressRules, maxBytes: 0 }),
    token: null,
    figures: [
      {
        ...about,
        name: "frontdesk_job_failures_total",
        label: "job",
        read: () => ({ schedule: failures }),
      },
      {
        ...about,
        name: "frontdesk_disk_free_bytes",
        read: () => Promise.reject(new Error("no disk")),
      },
      {
        ...about,
        name: "frontdesk_outbox_mails",
        label: "state",
        read: () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3")),
      },
    ],
  });
  expect(await metrics.text()).toMatch(/^frontdesk_job_failures_total\{job="schedule"\} 3$/m);
  failures = 5;
  const text = await metrics.text();
  expect(text).toMatch(/^frontdesk_job_failures_total\{job="schedule"\} 5$/m);
  expect(text).toMatch(/^# TYPE frontdesk_job_failures_total counter$/m);
  expect(text).not.toMatch(/^frontdesk_(disk_free_bytes|outbox_mails)/m);
  for (const [, name, type] of text.matchAll(/^# TYPE (frontdesk_\w+) (\w+)$/gm))
    expect([name, type === "counter"]).toEqual([name, name?.endsWith("_total")]);
});

test("readiness details are visible only with the token", async () => {
  const metricsToken = "a-token-of-some-length";
  await using site = await openTestServer(async () => html("x"), {
    metricsToken,
    explain: async () => ["disk: 300 MB of 40 GB free", "mail: no mails waiting, two mails failed"],
  });
  const readiness = async (authorization: string) =>
    String((await site.request("/readyz", { headers: { authorization } })).body);
  expect(await readiness(`Bearer ${metricsToken}`)).toBe(
    "ready\ndisk: 300 MB of 40 GB free\nmail: no mails waiting, two mails failed\n",
  );
  for (const other of ["", "Bearer wrong", `${metricsToken}`]) expect(await readiness(other)).toBe("ready\n");
});

test("failing or hanging details do not delay readiness", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  const read = async (explain: () => Promise<string[]>) => {
    const health = createHealth({ ready: async () => true, isDraining: () => false, explain });
    const ready = health.ready({ isExplained: true });
    await vi.advanceTimersByTimeAsync(2_000);
    return (await ready).text();
  };
  const noDetails = "ready\nNo details are available at the moment.\n";
  expect(await read(() => Promise.reject(new Error("no")))).toBe(noDetails);
  expect(await read(() => new Promise(() => {}))).toBe(noDetails);
  vi.useRealTimers();
});
