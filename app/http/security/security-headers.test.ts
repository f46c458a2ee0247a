import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { html, openTestServer } from "#app/http/listener/test-server.fixture.ts";
import { lookedAtPolicy, markAttribute } from "./security-headers.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test("O3 O8 the policy of every page holds the hashes of its own scripts, errors included", async () => {
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
    const policy = String((await site.ask(path)).headers["content-security-policy"]);
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
  const broken = await site.ask("/broken", { headers: { accept: "text/html" } });
  expect(broken.status).toBe(500);
  const [, inline = ""] = /<style>(.*?)<\/style>/s.exec(String(broken.body)) ?? [];
  expect(broken.headers["content-security-policy"]).toContain(hash(inline));
});

test("O8 every answer carries the security headers and none names what runs here", async () => {
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
    const { headers, body } = await site.ask(path);
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

test("O8 HTML that is only looked at keeps the one policy that lets nothing run, and no other of its own", async () => {
  await using site = await openTestServer(async ({ url }) => {
    const own = new URL(url).searchParams.get("own") ?? "";
    return html(text, { "content-security-policy": own === "yes" ? lookedAtPolicy : own });
  });
  const policy = async (own: string) => {
    const { headers } = await site.ask(`/search?own=${encodeURIComponent(own)}`);
    return String(headers["content-security-policy"]);
  };
  expect(await policy("yes")).toBe(lookedAtPolicy);
  expect(lookedAtPolicy).toMatch(/^sandbox; default-src 'none';/);
  expect(await policy("default-src *")).toContain("default-src 'self'; script-src 'self'");
});

test("O8 only a page that says so may be framed, and only by pages of ours", async () => {
  await using site = await openTestServer(async ({ url }) => {
    const { searchParams } = new URL(url);
    return html(text, searchParams.has("by") ? { "x-frame-options": searchParams.get("by") ?? "" } : {});
  });
  const ancestors = async (query: string) => {
    const { headers } = await site.ask(`/search${query}`);
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

test("O8 without https there is neither HSTS nor upgrading", async () => {
  await using site = await openTestServer(async () => html(text), {
    publicUrl: new URL("http://www.company.example"),
  });
  const { headers } = await site.ask("/");
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
});

test("O7 nothing a visitor sends shows in what others get", async () => {
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
    const poisoned = await site.ask(path, { headers: { [name]: mark } });
    const next = await site.ask(path);
    expect(poisoned.status).toBe(200);
    for (const reply of [poisoned, next]) {
      expect(String(reply.body)).toBe(JSON.stringify([`https://www.company.example${path}`]));
      expect(JSON.stringify(reply.headers)).not.toContain(mark);
    }
  }
  expect(application).toHaveBeenCalledTimes(names.length);
});

test("O7 who shows a token to the API gets his own answer, and nobody else gets it", async () => {
  await using site = await openTestServer(async (request, requestContext) => {
    requestContext.cacheTags("list:service");
    return Response.json([request.headers.get("authorization") ?? "nobody"]);
  });
  const headers = { authorization: "Bearer abc" };
  const mine = await site.ask("/api/services", { headers });
  expect(mine.headers["cache-control"]).toBe("no-store");
  expect(String(mine.body)).toBe('["Bearer abc"]');
  for (let time = 0; time < 2; time++)
    expect(String((await site.ask("/api/services")).body)).toBe('["nobody"]');
  expect(String((await site.ask("/api/services", { headers })).body)).toBe('["Bearer abc"]');
});
