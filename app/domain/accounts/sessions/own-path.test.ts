import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

test.each([
  "https://evil.example",
  "http://www.company.example.evil.example/",
  "https://www.company.example@evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/%5cevil.example",
  "/a//evil.example",
  "/./..//evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  "\tjavascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "/%0d%0aSet-Cookie:%20a=b",
  "/\r\nSet-Cookie: a=b",
  "/\t/evil.example",
  " /blog",
  "blog",
  "",
  "/login",
  "/login?next=/login",
  "/LOGIN/",
  "/login.data",
  "/registration",
  "/api/jwt",
  "/auth/start",
  "/setup?token=x",
  `/${"a".repeat(8000)}`,
])("A17 rejects %j and returns the start page", (typed) => {
  expect(ownPath(typed)).toBe("/");
});

test.each([
  "/",
  "/blog",
  "/services/UI%2FUX-Design?x=1#part",
  "/dashboard/home",
  "/search?q=%E0%A6%95",
  "/blog/a:b",
])("A17 accepts %j", (typed) => {
  expect(ownPath(typed)).toBe(typed);
});
