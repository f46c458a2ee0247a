import { expect, test } from "vitest";
import { decimal, whole } from "./types/number.ts";

test.each([
  ["১২", 12],
  ["1২3", 123],
  ["２৫,৫", 25.5],
  ["\u200e12\u202c", 12],
  ["−5", -5],
  ["–5", -5],
  [" 7\u00a0", 7],
  ["", null],
])("reads “%s” as %s", (typed, value) => {
  expect(decimal("Latitude", { min: -90, max: 990 }).complete(null, typed, "a")).toBe(value);
});

test("keeps a text other than a number for the schema to reject", () => {
  const field = whole("Founded in", 2022, { min: 1800, max: 2199 });
  expect(field.complete(null, "২০২x", "a")).toBe("২০২x");
  expect(field.schema.safeParse("২০২x").success).toBe(false);
});
