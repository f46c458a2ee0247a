import { expect, test } from "vitest";
import { html, openTestServer } from "./test-server.fixture.ts";

const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join("&");

test.each([
  ["M9 a NUL in the query", "/search?q=a%00b", 400, /NUL/],
  ["M9 a NUL in the path", "/services/a%00b", 400, /malformed/],
  ["a hundred parameters", `/search?${many(100)}`, 200, /fine/],
  ["more parameters", `/search?${many(101)}`, 400, /more than 100 parameters/],
  ["a great many parameters", `/api/find?${"a&".repeat(4_000)}`, 400, /more than 100 parameters/],
])("%s: responds without calling the application", async (_, path, status, words) => {
  let calls = 0;
  await using site = await openTestServer(async () => {
    calls += 1;
    return html("fine");
  });
  for (const method of ["GET", "POST"]) {
    const reply = await site.request(path, { method });
    expect([reply.status, String(reply.body)]).toEqual([status, expect.stringMatching(words)]);
  }
  expect(calls).toBe(status === 200 ? 2 : 0);
});
