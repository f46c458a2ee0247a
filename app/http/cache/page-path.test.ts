import { expect, test } from "vitest";
import { pagePath } from "./page-path.ts";

test.each([
  ["/", "/"],
  ["/_.data", "/"],
  ["/_root.data?_routes=root", "/"],
  ["/blog?after=x", "/blog"],
  ["/blog.data?tag=a", "/blog"],
  ["/blog/%E0%A6%AC", "/blog/%E0%A6%AC"],
  ["/services/App.data", "/services/App"],
  ["/contact", "/contact"],
  ["/search?q=x", "/search"],
  ["/search.data", "/search"],
  ["/login", "/login"],
])("a reading of %s counts for %s", (target, path) => {
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
  "/verify-email",
  "/blog/a/b",
  "/no-such-page",
])("%s is no page to be counted", (target) => {
  expect(pagePath(target)).toBeNull();
});
