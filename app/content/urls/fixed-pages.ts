import { kinds } from "../kinds.ts";

/** Addresses that always answer, whatever the company publishes; the test of this file compares them with the routes. */
const fixed = new Set([
  "/",
  ...kinds.map(({ path }) => path),
  "/about",
  "/contact",
  "/calltoaction",
  "/newsletter",
  "/newsletter/archive",
  "/search",
  "/terms",
  "/privacy",
  "/login",
  "/registration",
  "/reset-password",
  "/myprofile",
  "/blog/feed.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/site.webmanifest",
  "/api/docs",
  "/api/openapi.json",
]);

/** Whether a page that no entry makes stands at the address of this key. */
export function isFixedPage(key: string): boolean {
  return fixed.has(key) || key.startsWith("/weave/");
}
