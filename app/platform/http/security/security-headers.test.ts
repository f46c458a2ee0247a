import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { html, openTestServer } from "#app/platform/http/listener/test-server.fixture.ts";
import { markAttribute, sandboxPolicy } from "./security-headers.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test("O3 O8 every page's policy has the hashes of its scripts", async () => {
  const script = "document.title = 'ব' + 1;\nwindow.x = '<b>';";
  const style = "main{color:#123}";
  const page = `<script${markAttribute}>${script}</script><script src="/a.js"></script><script type="application/ld+json">{"a":1}</script><style${markAttribute}>${style}</style>`;
  await using site = await openTestServer(async (request, requestContext) => {
    if (request.url.includes("about")) requestContext.cacheTags();
    if (request.url.includes("broken")) throw new Error("no");
    return html(page, {}, request.url.includes("gone") ? 404 : 200);
  });
  const hash = (value: string) => `'sha256-${createHash("sha256").update(value).digest("base64")}'`;
  for (const path of ["/about", "/about", "/search", "/gone"]) {
    const policy = String((await site.request(path)).headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'self' ${hash(script)};`);
    expect(policy).toContain(`style-src 'self' ${hash(style)};`);
    expect(policy).not.toMatch(/unsafe|nonce/);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule);
    expect(policy).toContain("upgrade-insecure-requests");
  }
  const broken = await site.request("/broken", { headers: { accept: "text/html" } });
  expect(broken.status).toBe(500);
  const [, inline = ""] = /<style>(.*?)<\/style>/s.exec(String(broken.body)) ?? [];
  expect(broken.headers["content-security-policy"]).toContain(hash(inline));
});

test("O8 every response has the security headers and hides its software", async () => {
  await using site = await openTestServer(async (request) => {
    if (request.url.endsWith("/api/broken")) throw new Error("secret words");
    if (request.url.includes("/files/"))
      return new Response("x", { headers: { "content-type": "image/png" } });
    return html(text, { "x-powered-by": "something", server: "something" });
  });
  const paths = [
    "/",
    "/api/broken",
    "/files/a.png",
    "/healthz",
    "/readyz",
    "/metrics",
    "/blog/",
    "/%",
    "//",
    "/search",
  ];
  for (const path of paths) {
    const { headers, body } = await site.request(path);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "cross-origin-resource-policy": path.startsWith("/files/") ? "cross-origin" : "same-origin",
    });
    expect(headers["content-security-policy"]).toMatch(/default-src '(self|none)'/);
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("server");
    expect(String(body)).not.toContain("secret words");
  }
});

test("O8 a sandboxed mail view keeps its own policy, no other", async () => {
  await using site = await openTestServer(async ({ url }) => {
    const own = new URL(url).searchParams.get("own") ?? "";
    return html(text, { "content-security-policy": own === "yes" ? sandboxPolicy : own });
  });
  const policy = async (own: string) => {
    const { headers } = await site.request(`/search?own=${encodeURIComponent(own)}`);
    return String(headers["content-security-policy"]);
  };
  expect(await policy("yes")).toBe(sandboxPolicy);
  expect(sandboxPolicy).toMatch(/^sandbox; default-src 'none';/);
  expect(await policy("default-src *")).toContain("default-src 'self'; script-src 'self'");
});

test("O8 only a page that allows it may be framed, same-origin only", async () => {
  await using site = await openTestServer(async ({ url }) => {
    const { searchParams } = new URL(url);
    return html(text, searchParams.has("by") ? { "x-frame-options": searchParams.get("by") ?? "" } : {});
  });
  const ancestors = async (query: string) => {
    const { headers } = await site.request(`/search${query}`);
    const [, who] = /frame-ancestors ([^;]+)/.exec(String(headers["content-security-policy"])) ?? [];
    return who;
  };
  expect(await ancestors("?by=SAMEORIGIN")).toBe("'self'");
  for (const query of [
    "",
    "?by=",
    "?by=ALLOWALL",
    "?by=ALLOW-FROM+https://evil.example",
    "?by=SAMEORIGIN,+ALLOWALL",
  ])
    expect(await ancestors(query)).toBe("'none'");
});

test("O8 without https it sends neither HSTS nor upgrade-insecure-requests", async () => {
  await using site = await openTestServer(async () => html(text), {
    publicUrl: new URL("http://www.company.example"),
  });
  const { headers } = await site.request("/");
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
});

test("O7 data of one visitor never appears in another's response", async () => {
  const application = vi.fn(async (request: Request, requestContext) => {
    requestContext.cacheTags();
    return html(JSON.stringify([request.url, ...request.headers]));
  });
  await using site = await openTestServer(application);
  const mark = "poison";
  const names =
    `x-forwarded-host x-forwarded-scheme x-forwarded-proto x-forwarded-port x-forwarded-prefix x-forwarded-for
    x-host x-original-url x-rewrite-url x-original-host x-http-method-override x-method-override forwarded via referer origin
    user-agent accept accept-language cookie authorization x-request-id range if-range x-middleware-subrequest x-invoke-path
    rsc next-router-prefetch x-matched-path x-react-router-prerender-data x-remix-response cf-connecting-ip true-client-ip
    x-wap-profile x-amz-website-redirect-location pragma cache-control`.split(/\s+/);
  for (const [index, name] of names.entries()) {
    const path = `/blog/post-${index}`;
    const poisoned = await site.request(path, { headers: { [name]: mark } });
    const next = await site.request(path);
    expect(poisoned.status).toBe(200);
    for (const reply of [poisoned, next]) {
      expect(String(reply.body)).toBe(JSON.stringify([`https://www.company.example${path}`]));
      expect(JSON.stringify(reply.headers)).not.toContain(mark);
    }
  }
  expect(application).toHaveBeenCalledTimes(names.length);
});

test("O7 an API request with a token gets an uncached response", async () => {
  await using site = await openTestServer(async (request, requestContext) => {
    requestContext.cacheTags("list:service");
    return Response.json([request.headers.get("authorization") ?? "anonymous"]);
  });
  const headers = { authorization: "Bearer abc" };
  const mine = await site.request("/api/services", { headers });
  expect(mine.headers["cache-control"]).toBe("no-store");
  expect(String(mine.body)).toBe('["Bearer abc"]');
  for (let time = 0; time < 2; time++)
    expect(String((await site.request("/api/services")).body)).toBe('["anonymous"]');
  expect(String((await site.request("/api/services", { headers })).body)).toBe('["Bearer abc"]');
});
