import { createHash } from "node:crypto";
import { expect } from "vitest";
import { siteTest } from "../support/site-test.ts";

const test = siteTest({ env: { SAMPLE_CONTENT: "off" } });

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

test.for(pages)("O3, O8 %s has its own policy with hashes of inline scripts", async (path, { site }) => {
  const response = await fetch(site.url + path);
  const policy = response.headers.get("content-security-policy") ?? "";
  const html = await response.text();
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

test.for([
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
])("O8 %s has the common security headers", async (path, { site }) => {
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

test("I3 the route table rejects mass queries", async ({ site }) => {
  const response = await fetch(
    `${site.url}/__manifest?p=${Array.from({ length: 500 }, (_, n) => `/a${n}`).join("&p=")}`,
  );
  expect([400, 404, 414]).toContain(response.status);
});

test("S4 serves no source or build files", async ({ site }) => {
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
    const response = await fetch(site.url + path);
    expect([400, 404], path).toContain(response.status);
  }
});

test("answers unusual page queries without a server error", async ({ site }) => {
  const unusualValues = [
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
      for (const value of unusualValues) {
        const response = await fetch(`${site.url}${path}?${key}=${value}`);
        expect(response.status, `${path} ${key}=${value}`).toBeLessThan(500);
      }
    }
  }
});

test.for([
  ["/blog?category=none", 404],
  ["/blog?tag=none", 404],
  ["/portfolio?category=none", 404],
  ["/media?type=none", 200],
] as const)("does not cache a response for unknown values: %s", async ([path, status], { site }) => {
  const response = await fetch(site.url + path);
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect((await fetch(site.url + path.replace(/\?.*/, ""))).headers.get("cache-control")).not.toContain(
    "no-store",
  );
});
