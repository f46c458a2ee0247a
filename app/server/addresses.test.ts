import { expect, test } from "vitest";
import { addressRules } from "./addresses.ts";

const { cacheKey, pagePath } = addressRules;

test.each([
  ["/", "/"],
  ["/?utm_source=mail&fbclid=1", "/"],
  ["/services", "/services"],
  ["/services/UI%2FUX-Design", "/services/UI%2FUX-Design"],
  ["/services/UI%2fUX-Design", "/services/UI%2FUX-Design"],
  ["/services/%41pp", "/services/App"],
  ["/blog/%e0%a6%ac", "/blog/%E0%A6%AC"],
  ["/blog/C&A", "/blog/C%26A"],
  ["/blog?tag=b&category=a", "/blog?category=a&tag=b"],
  ["/blog?category=a&tag=b&utm_medium=x", "/blog?category=a&tag=b"],
  ["/blog?category=", "/blog"],
  ["/blog?q=", "/blog"],
  ["/blog?category=a&category=b", "/blog?category=a"],
  ["/blog?category=a+b%20c", "/blog?category=a%20b%20c"],
  ["/blog?", "/blog"],
  ["/services?category=x", "/services"],
  ["/media?type=video", "/media?type=video"],
  ["/media?after=x&type=video", "/media?after=x&type=video"],
  ["/portfolio?before=x", "/portfolio?before=x"],
  ["/contact?service=x", "/contact?service=x"],
  ["/blog/feed.xml?x=1", "/blog/feed.xml"],
  ["/sitemap.xml", "/sitemap.xml"],
  ["/api/services", "/api/services"],
  ["/api/clients?limit=5&industry=Health", "/api/clients?industry=Health&limit=5"],
  ["/sitemaps/blog-1.xml", "/sitemaps/blog-1.xml"],
  ["/api/portfolio-categories", "/api/portfolio-categories"],
  ["/api/blogs/a%2Fb", "/api/blogs/a%2Fb"],
  ["/share/blog/a.png", "/share/blog/a.png"],
  ["/weave/a/b.svg", "/weave/a/b.svg"],
])("P2 caches %s as %s", (rawUrl, key) => {
  expect(cacheKey("GET", rawUrl)).toBe(key);
  expect(cacheKey("HEAD", rawUrl)).toBe(key);
  expect(cacheKey("GET", key)).toBe(key);
});

test.each([
  "/search",
  "/search?q=x",
  "/blog?q=x",
  "/about.data",
  "/blog.data?q=x",
  "/contact?sent=FD-7K3M-9QX2",
  "/contact.data?sent=FD-7K3M-9QX2&_routes=r",
  "/calltoaction?sent=x",
  "/api/blogs?q=x",
  "/api/services?limit=5&unknown=1",
  "/api/services?limit=5&limit=6",
  "/api/services?limit=",
  "/api/services/a?x=1",
  "/blog/a/b",
  "/blog/",
  "/services//",
  "/services/..",
  "/services/%2e%2e",
  "/services/.%2E/x",
  "//services",
  "/dashboard/home",
  "/api/contact",
  "/api/auth/session",
  "/api/users/1",
  "/sitemap/a.xml",
  "/sitemap-blog-2.xml",
  "/wp-login.php",
  "/clients/x",
  "/blog/%",
  "/blog/%ff",
  "/blog/%00",
  "/blog#x",
  "/blog x",
  "blog",
  "*",
  "http://www.company.example/blog",
  `/blog?tag=${"x".repeat(201)}`,
  `/blog?unknown=${"x".repeat(201)}`,
])("does not cache %s", (rawUrl) => {
  expect(cacheKey("GET", rawUrl)).toBeNull();
});

test.each(["POST", "PUT", "DELETE", "OPTIONS", "get", undefined])("never caches the method %s", (method) => {
  expect(cacheKey(method, "/")).toBeNull();
});

test.each([
  ["/", "/"],
  ["/blog?after=x", "/blog"],
  ["/blog/%E0%A6%AC", "/blog/%E0%A6%AC"],
  ["/services/App", "/services/App"],
  ["/contact", "/contact"],
  ["/search?q=x", "/search"],
  ["/login", "/login"],
])("counts a view of %s for %s", (target, path) => {
  expect(pagePath(target)).toBe(path);
});

test.each([
  "/blog/feed.xml",
  "/sitemap.xml",
  "/sitemaps/blog-1.xml",
  "/robots.txt",
  "/api/services",
  "/share/blog/a.png",
  "/weave/a.svg",
  "/files/a",
  "/assets/a.js",
  "/myprofile",
  "/dashboard/home",
  "/dashboard/home.data",
  "/blog.data",
  "/verify-email",
  "/blog/a/b",
  "/no-such-page",
])("does not count %s as a page", (target) => {
  expect(pagePath(target)).toBeNull();
});
