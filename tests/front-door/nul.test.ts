import { expect } from "vitest";
import { commonPassword, createPopulatedDatabase } from "../support/populated-database.ts";
import { type Session, signInAt } from "../support/signed-in.ts";
import { siteTest } from "../support/site-test.ts";

const email = "admin@shapla.example";
const unknownId = "00000000-0000-7000-8000-000000000000";

const test = siteTest(async (cleanups) => {
  // Only PostgreSQL rejects text with a NUL character.
  const populated = await createPopulatedDatabase("postgres", { [email]: "admin" });
  cleanups.defer(populated.remove);
  return populated.siteOptions;
}).extend("session", { scope: "file" }, async ({ site }) => {
  const cookie = await signInAt(site.url, { email, password: commonPassword });
  return { url: site.url, cookie };
});

interface Body {
  json?: unknown;
  form?: Record<string, string>;
}

function send({ url, cookie }: Session, method: string, path: string, { json, form }: Body = {}) {
  // The sign-in page redirects signed-in people.
  const ownHeaders = path === "/login" ? {} : { cookie };
  const headers = {
    origin: url,
    ...ownHeaders,
    ...(json !== undefined && { "content-type": "application/json" }),
  };
  const body = form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json);
  return fetch(url + path, {
    method,
    headers,
    body,
    redirect: "manual",
  });
}

const nul = "a\0b";

const requests: [method: string, path: string, body?: Body][] = [
  ["GET", "/newsletter/confirm?key=%00"],
  ["GET", "/?p=%00"],
  ["GET", "/search?q=a%00b"],
  ["GET", "/blog?after=%00"],
  ["GET", "/api/blogs?q=a%00"],
  ["GET", "/api/mail?template=%00"],
  ["GET", "/api/files?tag=%00"],
  ["GET", "/api/find?q=a%00"],
  ["GET", "/dashboard/entry/find?q=a%00"],
  ["POST", "/api/auth/passkey/sign-in", { json: { response: { id: nul, rawId: nul, type: "public-key" } } }],
  ["POST", "/api/auth/sign-in", { json: { email: "a@shapla.example", password: `long enough ${nul}` } }],
  ["POST", "/api/contact", { json: { name: nul, email: "a@shapla.example", message: nul, consent: true } }],
  ["PATCH", `/api/contact/${unknownId}`, { json: { assignee: nul } }],
  ["POST", "/api/files/bulk", { json: { ids: [nul], action: "trash" } }],
  ["POST", "/api/redirects", { json: { from: "/former", entry: nul } }],
  ["POST", "/login", { form: { intent: "sign-in", email: nul, password: "x" } }],
  ["POST", "/contact", { form: { name: nul, email: "a@shapla.example", message: "Hello" } }],
  ["POST", "/newsletter/unsubscribe", { form: { key: nul } }],
  ["POST", "/myprofile", { form: { intent: "name", name: nul } }],
  ["POST", "/myprofile/passkeys", { form: { intent: "remove", id: nul } }],
  ["POST", "/dashboard/redirects", { form: { intent: "delete", id: nul } }],
  ["POST", "/dashboard/mail", { form: { intent: "again", id: nul } }],
  ["POST", "/dashboard/user", { form: { intent: "revoke", id: nul } }],
  ["POST", "/dashboard/user/invite", { form: { intent: "invite", name: nul, email: nul, role: "editor" } }],
  ["POST", "/dashboard/addnewcategory", { form: { intent: "rename", id: nul, name: nul } }],
];

test.for(requests)("M9 rejects NUL in %s %s with a message", async (request, { site, session }) => {
  const response = await send(session, ...request);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(site.output()).not.toContain('"level":"error"');
});
