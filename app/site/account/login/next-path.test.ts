import { expect, test } from "vitest";
import { nextPath } from "./next-path.ts";

const hostile = [
  "https://evil.example",
  "http:evil.example",
  "//evil.example",
  "//evil.example/myprofile",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/./..//evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "javascript:alert(1)",
  "\tjavascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "https://site.example@evil.example",
  "@evil.example",
  "site.evil.example",
  "/\u0000/evil.example",
  "/%0d%0aSet-Cookie:x=1",
  "/\u2028/evil.example",
  "/login?next=/login",
  "/login",
  "/api/auth/sign-out",
  `/${"a".repeat(9000)}`,
];

const site = "https://www.company.example";

function readNext(next: string): string {
  return nextPath(new URL(`/login?${new URLSearchParams({ next })}`, site));
}

test.each(hostile)("A17 never redirects to %j", (next) => {
  expect(hostile).toHaveLength(31);
  expect(readNext(next)).toBe("/");
});

test.each(["/", "/myprofile/password?x=1#top", "/services/UI%2FUX-Design", "/loginless"])(
  "A17 accepts %j as a page of the site",
  (next) => {
    expect(readNext(next)).toBe(next);
    expect(new URL(readNext(next), site).origin).toBe(site);
  },
);

test("without a next path, opens the profile", () => {
  expect(nextPath(new URL("/login", site))).toBe("/myprofile?from=sign-in");
  expect(readNext("")).toBe("/myprofile?from=sign-in");
});
