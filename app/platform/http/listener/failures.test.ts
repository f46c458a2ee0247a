import { expect, test, vi } from "vitest";
import { brokenStream, html, openTestServer } from "./test-server.fixture.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test("an exception returns and logs one id, and the server continues", async () => {
  await using site = await openTestServer(async (request) => {
    if (request.url.endsWith("/search")) throw new TypeError("cannot read x of undefined");
    return html("fine");
  });
  const { status, headers, body } = await site.request("/search");
  expect(status).toBe(500);
  expect(headers["content-type"]).toBe("application/problem+json");
  const { detail } = JSON.parse(String(body));
  const line = site.lines.map((each) => JSON.parse(each)).find((each) => each.level === "error");
  expect(line).toMatchObject({ status: 500, path: "/search", err: { type: "TypeError" } });
  expect(detail).toContain(line.request);
  expect(headers["x-request-id"]).toBe(line.request);
  expect((await site.request("/x")).status).toBe(200);
});

test("aborts the request when the visitor leaves", async () => {
  const gone = Promise.withResolvers<void>();
  await using site = await openTestServer(async (request) => {
    request.signal.addEventListener("abort", () => gone.resolve());
    await gone.promise;
    throw new Error("visitor left");
  });
  void site.sendRaw("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await gone.promise;
  await vi.waitFor(() => expect(site.lines.join()).toContain('"status":499'), 60_000);
  expect(site.lines.join()).not.toContain('"level":"error"');
});

test("a response after the visitor left is not an error", async () => {
  const gone = Promise.withResolvers<void>();
  await using site = await openTestServer(async (request) => {
    request.signal.addEventListener("abort", () => gone.resolve());
    await gone.promise;
    return new Response("[1, 2]", { status: 201, headers: { "content-type": "application/json" } });
  });
  void site.sendRaw("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await gone.promise;
  await vi.waitFor(() => expect(site.lines.join()).toContain('"path":"/search"'), 60_000);
  expect(site.lines.join()).toContain('"status":499');
  expect(site.lines.join()).not.toContain('"level":"error"');
});

test("cuts off a body that fails midway", async () => {
  await using site = await openTestServer(
    async () => new Response(brokenStream(text), { headers: { "content-type": "text/csv" } }),
  );
  await expect(site.request("/dashboard/export")).rejects.toThrow();
  expect(site.lines.join()).toContain("the database went away");
});

test.each(["text/html", "application/json"])(
  "Z5 returns 503 with Retry-After without database, cached pages continue (%s)",
  async (accept) => {
    let isGone = false;
    await using site = await openTestServer(async (_request, requestContext) => {
      if (isGone) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      requestContext.cacheTags("work");
      return html("kept");
    });
    await site.request("/services");
    isGone = true;
    for (const [path, method] of [
      ["/other", "GET"],
      ["/api/auth/sign-in", "POST"],
    ] as const) {
      const { status, headers, body } = await site.request(path, { method, headers: { accept } });
      expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
      expect(String(body)).not.toContain("ECONNREFUSED");
    }
    expect(String((await site.request("/services")).body)).toBe("kept");
    isGone = false;
    expect((await site.request("/other")).status).toBe(200);
  },
);

test("logs an error behind a response with its request", async () => {
  await using site = await openTestServer(async (_request, requestContext) => {
    requestContext.fail(new TypeError("cannot read x of undefined"));
    return html("A thread broke", {}, 500);
  });
  const { headers } = await site.request("/search");
  const line = site.lines.map((each) => JSON.parse(each)).find((each) => each.level === "error");
  expect(line).toMatchObject({
    status: 500,
    err: { type: "TypeError" },
    request: headers["x-request-id"],
  });
});

test("S3 the log never contains the secret of a preview link", async () => {
  await using site = await openTestServer(async () => html("<p>Draft</p>"));
  const secret = "Zm9yLXRoZS1yZXZpZXdlci1hbG9uZS1mb3ItYS13ZWVr";
  for (const path of [
    `/preview/link/${secret}`,
    `/preview/link/${secret}.data?x=1`,
    `//Preview//link//${secret}/`,
  ])
    await site.request(path);
  expect(site.lines).toHaveLength(3);
  expect(site.lines.join("")).not.toContain(secret);
  expect(site.lines[0]).toContain('"path":"/preview/link/…"');
});
