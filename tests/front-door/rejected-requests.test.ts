import { expect } from "vitest";
import type { RunningSite } from "../support/site.ts";
import { siteTest } from "../support/site-test.ts";

const test = siteTest({ env: { SAMPLE_CONTENT: "off" } });

const send = (site: RunningSite, path: string, method: string, origin = site.url) =>
  fetch(site.url + path, {
    method,
    headers: { origin },
    body: new URLSearchParams({ a: "b" }),
    redirect: "manual",
  });

test.for([
  ["POST", "/never/here", 404],
  ["PUT", "/never/here", 404],
  ["DELETE", "/never/here.data", 404],
  ["POST", "/blog/none/further", 404],
  ["POST", "/assets/none.js", 404],
  ["POST", "/api/none", 404],
  ["POST", "/about", 405],
  ["POST", "/blog", 405],
  ["POST", "/blog.data", 405],
  ["PATCH", "/privacy", 405],
  ["POST", "/sitemap.xml", 405],
] as const)("L5 %s %s answers %i and logs no error", async ([method, path, status], { site }) => {
  const response = await send(site, path, method);
  expect(response.status).toBe(status);
  expect(site.output()).not.toContain('"level":"error"');
});

test.for([
  "/contact",
  "/contact.data",
  "/login",
  "/login.data",
  "/newsletter/sign-up",
  "/newsletter/unsubscribe",
  "/dashboard/addblog",
])("L5 rejects a cross-site form to %s and logs no error", async (path, { site }) => {
  const response = await send(site, path, "POST", "https://elsewhere.example");
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("nothing was changed");
  expect(site.output()).not.toContain('"level":"error"');
});
