import { expect, test } from "vitest";
import { html, openTestServer } from "../listener/test-server.fixture.ts";
import { createPageViews } from "./page-views.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const reader = { "user-agent": firefox };

/** A site with a cached page and an uncached one. */
function openSite() {
  return openTestServer(async (request, requestContext) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/search") return html("<p>Found</p>");
    requestContext.cacheTags();
    return html("<p>Kept</p>", {}, pathname === "/blog/lost" ? 404 : 200);
  });
}

type Site = Awaited<ReturnType<typeof openSite>>;

const countsOf = ({ pageViews }: Site) => {
  const { pages, sources } = pageViews.take();
  return { pages: Object.fromEntries(pages), sources: Object.fromEntries(sources) };
};

/** Served before Node's parser, which is only possible without other connection headers. */
const rawGet = (path: string, ...fields: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: www.company.example\r\nUser-Agent: ${firefox}\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n`;

test("counts each read of a page, rendered, cached or unchanged", async () => {
  await using site = await openSite();
  await site.request("/about", { headers: reader });
  const { headers } = await site.request("/about", { headers: { ...reader, dnt: "1" } });
  await site.request("/about", { headers: { ...reader, "if-none-match": String(headers.etag) } });
  await site.request("/about", { method: "GET", headers: { ...reader, te: "trailers" } });
  const received = await site.sendRaw(rawGet("/about"), rawGet("/about?utm_source=x"));
  expect(received.match(/HTTP\/1\.1 200 OK\r\nDate/g)).toHaveLength(2);
  expect(countsOf(site).pages).toEqual({ "/about": { views: 6, visits: 6 } });
  expect(countsOf(site).pages).toEqual({});
});

test.each<[string, string, { method?: string; headers?: Record<string, string> }]>([
  ["a robot", "/about", { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } }],
  ["a program", "/about", { headers: { "user-agent": "curl/8.5.0" } }],
  ["a client without user agent", "/about", { headers: {} }],
  ["a prefetch", "/about", { headers: { ...reader, "sec-purpose": "prefetch" } }],
  ["a prerender", "/about", { headers: { ...reader, "sec-purpose": "prefetch;prerender" } }],
  ["an older prefetch", "/about", { headers: { ...reader, purpose: "prefetch" } }],
  ["a preview", "/about", { headers: { ...reader, "x-moz": "prefetch" } }],
  ["a HEAD request", "/about", { method: "HEAD", headers: reader }],
  ["a POST request", "/search", { method: "POST", headers: reader }],
  ["a signed-in visitor", "/about", { headers: { ...reader, cookie: "a=b; signed-in=1" } }],
  ["a missing page", "/blog/lost", { headers: reader }],
  ["a feed", "/blog/feed.xml", { headers: reader }],
  ["a dashboard page", "/dashboard/home", { headers: reader }],
])("does not count %s", async (_what, path, how) => {
  await using site = await openSite();
  await site.request(path, how);
  await site.request(path, how);
  const fields = Object.entries(how.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const { method = "GET" } = how;
  if (method === "GET")
    await site.sendRaw(`GET ${path} HTTP/1.1\r\nHost: www.company.example\r\n${fields.join("")}\r\n`);
  expect(countsOf(site).pages).toEqual({});
});

test("a visit begins at a foreign referrer, stored by host only", async () => {
  await using site = await openSite();
  const from = (referer?: string) =>
    site.request("/about", { headers: { ...reader, ...(referer !== undefined && { referer }) } });
  await from();
  await from("https://www.company.example/blog?q=private");
  await from("https://search.example/?q=private+words");
  await from("https://search.example/other");
  await from("android-app://com.example.app");
  await from("not an address");
  await from(`https://${"x".repeat(120)}.example/`);
  await site.sendRaw(rawGet("/about", "Referer: https://news.example/a/b"));
  expect(countsOf(site)).toEqual({
    pages: { "/about": { views: 8, visits: 7 } },
    sources: { "": 3, "search.example": 2, "com.example.app": 1, "news.example": 1 },
  });
});

test("counts all spellings of an address for one page", async () => {
  await using site = await openSite();
  await site.request("/blog/%e0%a6%ac", { headers: reader });
  await site.request("/blog/%E0%A6%AC?fbclid=1", { headers: reader });
  await site.request("/blog/%E0%A6%AC?fbclid=2", { headers: reader });
  expect(countsOf(site).pages).toEqual({ "/blog/%E0%A6%AC": { views: 3, visits: 3 } });
});

test("P2 limits the number of separate hosts", () => {
  const pageViews = createPageViews({
    publicUrl: new URL("https://www.company.example"),
    isLeftOut: () => false,
  });
  for (let n = 0; n < 5_000; n += 1)
    pageViews.count("/about", {
      host: "www.company.example",
      userAgent: firefox,
      cookie: undefined,
      purpose: undefined,
      referer: `https://host-${n}.example/`,
    });
  const { sources } = pageViews.take();
  expect(sources.size).toBe(1_001);
  expect(sources.get("*")).toBe(4_000);
});
