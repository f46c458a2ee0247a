import { expect, test, vi } from "vitest";
import { brokenStream, html, openTestServer } from "./test-server.fixture.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test("an exception is an answer with a number to quote and a log line with the same one, and the next request works", async () => {
  await using site = await openTestServer(async (request) => {
    if (request.url.endsWith("/search")) throw new TypeError("cannot read x of undefined");
    return html("fine");
  });
  const { status, headers, body } = await site.ask("/search");
  expect(status).toBe(500);
  expect(headers["content-type"]).toBe("application/problem+json");
  const { detail } = JSON.parse(String(body));
  const line = site.lines.map((each) => JSON.parse(each)).find((each) => each.level === "error");
  expect(line).toMatchObject({ status: 500, path: "/search", err: { type: "TypeError" } });
  expect(detail).toContain(line.request);
  expect(headers["x-request-id"]).toBe(line.request);
  expect((await site.ask("/x")).status).toBe(200);
});

test("the application learns when a visitor has gone", async () => {
  const gone = Promise.withResolvers<void>();
  await using site = await openTestServer(async (request) => {
    request.signal.addEventListener("abort", () => gone.resolve());
    await gone.promise;
    throw new Error("nobody there");
  });
  void site.say("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await gone.promise;
  await vi.waitFor(() => expect(site.lines.join()).toContain('"status":499'), 60_000);
  expect(site.lines.join()).not.toContain('"level":"error"');
});

test("an answer to a visitor who has gone meanwhile is no error of the site", async () => {
  const gone = Promise.withResolvers<void>();
  await using site = await openTestServer(async (request) => {
    request.signal.addEventListener("abort", () => gone.resolve());
    await gone.promise;
    return new Response("[1, 2]", { status: 201, headers: { "content-type": "application/json" } });
  });
  void site.say("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await gone.promise;
  await vi.waitFor(() => expect(site.lines.join()).toContain('"path":"/search"'), 60_000);
  expect(site.lines.join()).toContain('"status":499');
  expect(site.lines.join()).not.toContain('"level":"error"');
});

test("a body that breaks after it began is cut off, never passed off as complete", async () => {
  await using site = await openTestServer(
    async () => new Response(brokenStream(text), { headers: { "content-type": "text/csv" } }),
  );
  await expect(site.ask("/dashboard/export")).rejects.toThrow();
  expect(site.lines.join()).toContain("the database went away");
});

test.each(["text/html", "application/json"])(
  "Z5 while the database is away the answer is 503 and says when to come back, kept pages go on (%s)",
  async (accept) => {
    let isGone = false;
    await using site = await openTestServer(async (_request, requestContext) => {
      if (isGone) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      requestContext.cacheTags("work");
      return html("kept");
    });
    await site.ask("/services");
    isGone = true;
    for (const [path, method] of [
      ["/other", "GET"],
      ["/api/auth/sign-in", "POST"],
    ] as const) {
      const { status, headers, body } = await site.ask(path, { method, headers: { accept } });
      expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
      expect(String(body)).not.toContain("ECONNREFUSED");
    }
    expect(String((await site.ask("/services")).body)).toBe("kept");
    isGone = false;
    expect((await site.ask("/other")).status).toBe(200);
  },
);

test("what went wrong behind an answer is logged with the request", async () => {
  await using site = await openTestServer(async (_request, requestContext) => {
    requestContext.fail(new TypeError("cannot read x of undefined"));
    return html("A thread broke", {}, 500);
  });
  const { headers } = await site.ask("/search");
  const line = site.lines.map((each) => JSON.parse(each)).find((each) => each.level === "error");
  expect(line).toMatchObject({
    status: 500,
    err: { type: "TypeError" },
    request: headers["x-request-id"],
  });
});

test("S3 the secret of a link that opens a preview stands in no line of the log", async () => {
  await using site = await openTestServer(async () => html("<p>Draft</p>"));
  const secret = "Zm9yLXRoZS1yZXZpZXdlci1hbG9uZS1mb3ItYS13ZWVr";
  for (const path of [
    `/preview/link/${secret}`,
    `/preview/link/${secret}.data?x=1`,
    `//Preview//link//${secret}/`,
  ])
    await site.ask(path);
  expect(site.lines).toHaveLength(3);
  expect(site.lines.join("")).not.toContain(secret);
  expect(site.lines[0]).toContain('"path":"/preview/link/…"');
});
