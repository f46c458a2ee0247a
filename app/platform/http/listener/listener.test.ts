import { expect, test, vi } from "vitest";
import { redirectTo } from "../responses/refusals.ts";
import { brokenStream, html, openTestServer } from "./test-server.fixture.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test("renders a tagged page once, then serves it from the cache", async () => {
  const application = vi.fn(async (_request, requestContext) => {
    requestContext.cacheTags("settings");
    return html(text);
  });
  await using site = await openTestServer(application);
  const first = await site.request("/about");
  const again = await site.request("/about", { headers: { connection: "close" } });
  const head = await site.request("/about", { method: "HEAD" });
  expect([first.status, again.status, head.status]).toEqual([200, 200, 200]);
  expect(String(first.body)).toBe(text);
  expect(String(again.body)).toBe(text);
  expect(head.body).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(String(text.length));
  expect(first.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  expect(application).toHaveBeenCalledTimes(1);
});

test("a first HEAD renders the page like GET", async () => {
  await using site = await openTestServer(async (request, requestContext) => {
    requestContext.cacheTags();
    return html(request.method + text);
  });
  const head = await site.request("/about", { method: "HEAD" });
  expect(head.headers["content-length"]).toBe(String(text.length + 3));
  expect(String((await site.request("/about")).body)).toBe(`GET${text}`);
});

test.each<[string, (requestContext: { cacheTags(): void }) => Promise<Response> | Response]>([
  ["sets a cookie", () => html(text, { "set-cookie": "a=b" })],
  ["is not found", () => html(text, {}, 404)],
  ["is an error", () => html(text, {}, 500)],
  ["is private", () => html(text, { "cache-control": "private, max-age=60" })],
  ["must not be stored", () => html(text, { "cache-control": "no-store" })],
  ["differs by cookie", () => html(text, { vary: "Accept-Encoding, Cookie" })],
  ["breaks while it is streamed", () => html(brokenStream(text))],
  ["fails", () => Promise.reject(new Error("no"))],
])("O7 does not cache a tagged response that %s", async (_what, answer) => {
  const application = vi.fn(async (_request, requestContext) => {
    requestContext.cacheTags("settings");
    return answer(requestContext);
  });
  await using site = await openTestServer(application);
  const replies = [await site.request("/about"), await site.request("/about")];
  expect(application).toHaveBeenCalledTimes(2);
  expect(site.cache.stats().pages).toBe(0);
  for (const reply of replies) {
    if (reply.headers["set-cookie"]) expect(reply.headers["cache-control"]).toBe("private, no-store");
    expect(reply.headers["content-security-policy"]).toContain("default-src");
  }
});

test("O7 does not cache an untagged response", async () => {
  const application = vi.fn(async () => html(text));
  await using site = await openTestServer(application);
  expect((await site.request("/about")).headers["cache-control"]).toBe("no-store");
  await site.request("/about");
  expect(application).toHaveBeenCalledTimes(2);
});

test("P2 concurrent requests for an uncached page cost one render", async () => {
  const application = vi.fn(async (_request, requestContext) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    requestContext.cacheTags();
    return html(text);
  });
  await using site = await openTestServer(application);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => site.request(index % 2 ? "/blog?utm_x=1&tag=a" : "/blog?tag=a")),
  );
  expect(application).toHaveBeenCalledTimes(1);
  expect(new Set(replies.map((reply) => String(reply.body)))).toEqual(new Set([text]));
});

test("the application receives one normalized address on the public origin", async () => {
  const seen: string[] = [];
  await using site = await openTestServer(async (request, requestContext) => {
    seen.push(request.url);
    requestContext.cacheTags("list:blog");
    return html(text);
  });
  for (const path of [
    "/blog?utm_x=1&tag=b&category=a%20b",
    "/blog?category=a+b&tag=b",
    "/bl%6Fg?tag=b&category=a+b",
  ])
    expect((await site.request(path, { headers: { host: "localhost:3000" } })).status).toBe(200);
  expect(seen).toEqual(["https://www.company.example/blog?category=a%20b&tag=b"]);
});

test("redirects one trailing slash, never to another host", async () => {
  await using site = await openTestServer(async () => html(text));
  const place = async (path: string) => (await site.request(path)).headers.location;
  expect((await site.request("/blog/")).status).toBe(308);
  expect(await place("/blog/?tag=a&utm_x=1")).toBe("/blog?tag=a&utm_x=1");
  expect(await place("/services/UI%2FUX/")).toBe("/services/UI%2FUX");
  expect(await place("/\\evil.example/")).toBe("/%5Cevil.example");
  for (const path of ["//evil.example/", "///evil.example/", "/./", "/%2e/", "//"])
    expect((await site.request(path)).status).toBe(404);
  expect((await site.request("/")).status).toBe(200);
});

test("redirects an old address with trailing slash once", async () => {
  const redirectSlashless = async (address: string) =>
    address.startsWith("/greek/") ? redirectTo("/blog/Rain") : null;
  const seen: string[] = [];
  await using site = await openTestServer(
    async (request) => {
      seen.push(request.url);
      return html(text);
    },
    { redirectSlashless },
  );
  const request = async (path: string, how = {}) => {
    const { status, headers } = await site.request(path, how);
    return [status, headers.location];
  };
  expect(await request("/greek/2013/rain/")).toEqual([301, "/blog/Rain"]);
  expect(await request("/greek/2013/rain/?utm_x=1", { method: "HEAD" })).toEqual([301, "/blog/Rain"]);
  expect(await request("/blog/Rain/")).toEqual([308, "/blog/Rain"]);
  expect(seen).toEqual([]);
});

test("redirects empty segments only to a moved address", async () => {
  const lookups: string[] = [];
  const redirectMoved = async (address: string) => {
    lookups.push(address);
    return address.startsWith("/greek/") ? redirectTo("/blog/Rain") : null;
  };
  await using site = await openTestServer(async () => html(text), { redirectMoved });
  const request = async (path: string, how = {}) => {
    const { status, headers } = await site.request(path, how);
    return [status, headers.location];
  };
  for (const path of ["//greek/2013/rain/?utm_x=1", "/greek//rain", "/greek/rain//"])
    expect(await request(path), path).toEqual([301, "/blog/Rain"]);
  for (const path of ["//evil.example/", "///evil.example/greek/rain", "//", "/blog//Rain"])
    expect(await request(path), path).toEqual([404, undefined]);
  const before = lookups.length;
  for (const path of ["/../greek//rain", "//greek/%2e%2e/rain", "/./greek/rain"])
    expect(await request(path), path).toEqual([404, undefined]);
  expect(await request("//greek/rain", { method: "POST" })).toEqual([404, undefined]);
  expect(await request("//greek/rain", { headers: { host: "evil.example" } })).toEqual([404, undefined]);
  expect(lookups).toHaveLength(before);
});

test("responses to writes are never stored and keep their headers", async () => {
  await using site = await openTestServer(async (request) => {
    const { name } = (await request.json()) as { name: string };
    const answer = Response.json(
      { name },
      { status: 201, headers: { "cache-control": "public, max-age=60" } },
    );
    answer.headers.append("set-cookie", "a=1");
    answer.headers.append("set-cookie", "b=2");
    return answer;
  });
  const reply = await site.request("/api/contact", {
    method: "POST",
    body: JSON.stringify({ name: "রহিম" }),
  });
  expect(reply.status).toBe(201);
  expect(JSON.parse(String(reply.body))).toEqual({ name: "রহিম" });
  expect(reply.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(reply.headers["cache-control"]).toBe("private, no-store");
  const plain = await openTestServer(async () => html("ok", { "cache-control": "public" }));
  expect((await plain.request("/contact", { method: "POST" })).headers["cache-control"]).toBe("no-store");
  await plain[Symbol.asyncDispose]();
});
