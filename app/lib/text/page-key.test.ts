import { expect, test } from "vitest";
import { pageKey, slugOfStep, stepKeyOf } from "./page-key.ts";

test("every spelling of an internal address has one key", () => {
  const spellings = [
    "/blog/Caf%C3%A9",
    "/Blog/café",
    "/blog/cafe\u0301/",
    "//blog/café".slice(1),
    "/blog/café?a=1#b",
  ];
  expect(new Set(spellings.map(pageKey))).toEqual(new Set(["/blog/café"]));
  expect(pageKey("/")).toBe("/");
  expect(pageKey("/?q=1")).toBe("/");
});

test("encoded slashes and percent signs do not separate segments", () => {
  expect(pageKey("/services/UI%2FUX")).toBe("/services/ui%2fux");
  expect(pageKey("/services/UI/UX")).toBe("/services/ui/ux");
  for (const slug of ["ui/ux", "50%", "%2f", "%25"]) expect(slugOfStep(stepKeyOf(slug))).toBe(slug);
});

test("external addresses have no key; long ones fit the index", () => {
  for (const address of [
    "//evil.example",
    "/\\evil.example",
    "https://a.example/",
    "#top",
    "mailto:a@b.example",
    "",
  ])
    expect(pageKey(address)).toBeNull();
  expect(pageKey(`/blog/${"ক".repeat(2000)}`)).toHaveLength(700);
  expect(pageKey("/blog/%zz")).toBe("/blog/%25zz");
  expect(pageKey("/blog/a%00b")).toBe("/blog/a%2500b");
});
