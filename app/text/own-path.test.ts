import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

const hostile = [
  "https://evil.example",
  "http:evil.example",
  "//evil.example",
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
  "/\u0085/evil.example",
  "/\ud800",
  "/login?next=/login",
  "/login",
  "/api/auth/sign-out",
  `/${"a".repeat(9000)}`,
];

test.each(hostile)("A17 nobody is led to %j", (value) => {
  expect(hostile).toHaveLength(30);
  expect(ownPath(value)).toBe("/myprofile");
});

test.each([
  "/",
  "/myprofile/password?x=1#top",
  "/services/UI%2FUX-Design",
  "/a//evil.example",
  "/%5cevil.example",
  "/%0d%0aSet-Cookie:x=1",
  "/blog/https:%2F%2Fother.example",
  "/loginless",
])("A17 %j is a path of ours, and stays one wherever it is resolved", (value) => {
  expect(ownPath(value)).toBe(value);
  expect(new URL(ownPath(value), "https://www.company.example").origin).toBe("https://www.company.example");
});

test("A17 without a wish the fallback counts", () => {
  for (const value of [null, undefined, "", "myprofile"]) expect(ownPath(value, "/x")).toBe("/x");
  expect(ownPath("/আমার কথা")).toBe("/%E0%A6%86%E0%A6%AE%E0%A6%BE%E0%A6%B0%20%E0%A6%95%E0%A6%A5%E0%A6%BE");
});
