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

function askFor(next: string): string {
  return nextPath(new URL(`/login?${new URLSearchParams({ next })}`, site));
}

test.each(hostile)("A17 nobody is led to %j", (next) => {
  expect(hostile).toHaveLength(31);
  expect(askFor(next)).toBe("/");
});

test.each(["/", "/myprofile/password?x=1#top", "/services/UI%2FUX-Design", "/loginless"])(
  "A17 %j is a page of ours",
  (next) => {
    expect(askFor(next)).toBe(next);
    expect(new URL(askFor(next), site).origin).toBe(site);
  },
);

test("without a wish the profile decides what is next", () => {
  expect(nextPath(new URL("/login", site))).toBe("/myprofile?from=sign-in");
  expect(askFor("")).toBe("/myprofile?from=sign-in");
});
