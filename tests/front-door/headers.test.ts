import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSite, startSite } from "../support/site.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ env: { SAMPLE_CONTENT: "off" } });
});
afterAll(() => site.stop());

const pages = [
  "/",
  "/services",
  "/blog",
  "/contact",
  "/search?q=x",
  "/never/here",
  "/services/none",
  "/login",
];

test.each(pages)("O3, O8 %s has its own policy with hashes of inline scripts", async (path) => {
  const answer = await fetch(site.url + path);
  const policy = answer.headers.get("content-security-policy") ?? "";
  const html = await answer.text();
  for (const [, text = ""] of html.matchAll(
    /<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g,
  )) {
    expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(part);
  expect(html).not.toMatch(/\sstyle="/);
});

test.each([
  ...pages,
  "/api/services",
  "/api/none",
  "/robots.txt",
  "/healthz",
  "/readyz",
  "/assets/none.js",
  "/files/none/640.webp",
  "/weave/none",
  "/share/page/none.png",
])("O8 %s has the headers of every answer", async (path) => {
  const { headers } = await fetch(site.url + path);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBeTruthy();
  expect(headers.get("content-security-policy")).toMatch(
    /frame-ancestors 'none'|default-src 'none'; sandbox/,
  );
  expect(headers.get("permissions-policy")).toBeTruthy();
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  expect(headers.has("x-powered-by")).toBe(false);
  expect(headers.has("server")).toBe(false);
  expect(headers.has("set-cookie")).toBe(false);
});

test("I3 the route table rejects mass queries", async () => {
  const answer = await fetch(
    `${site.url}/__manifest?p=${Array.from({ length: 500 }, (_, n) => `/a${n}`).join("&p=")}`,
  );
  expect([400, 404, 414]).toContain(answer.status);
});

test("S4 serves no source or build files", async () => {
  for (const path of [
    "/package.json",
    "/.git/config",
    "/start.js",
    "/build/server/index.js",
    "/data/frontdesk.sqlite",
    "/assets/../../package.json",
    "/%2e%2e/package.json",
    "/assets/site.css.map",
  ]) {
    const answer = await fetch(site.url + path);
    expect([400, 404], path).toContain(answer.status);
  }
});

test("answers 60 unusual page queries without a 500", async () => {
  const odd = [
    "-1",
    "1e9",
    "NaN",
    "1;select",
    "' or 1=1--",
    "%00",
    "%E0%A4%A",
    "a".repeat(5000),
    "__proto__",
    "[]=1",
    "{}",
    "<script>",
    "😀",
    "%F0%9F",
    "..%2F..%2Fetc",
  ];
  for (const path of [
    "/blog",
    "/media",
    "/portfolio",
    "/clients",
    "/search",
    "/contact",
    "/calltoaction",
    "/services/x",
  ]) {
    for (const key of [
      "category",
      "type",
      "tag",
      "q",
      "after",
      "before",
      "industry",
      "page",
      "limit",
      "__proto__",
    ]) {
      for (const value of odd) {
        const answer = await fetch(`${site.url}${path}?${key}=${value}`);
        expect(answer.status, `${path} ${key}=${value}`).toBeLessThan(500);
      }
    }
  }
});

test.each([
  ["/blog?category=none", 404],
  ["/blog?tag=none", 404],
  ["/portfolio?category=none", 404],
  ["/media?type=none", 200],
])("does not cache the invented address %s", async (path, status) => {
  const answer = await fetch(site.url + path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect((await fetch(site.url + path.replace(/\?.*/, ""))).headers.get("cache-control")).not.toContain(
    "no-store",
  );
});
