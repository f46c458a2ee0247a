import { expect, test } from "vitest";
import { findJsonExcess } from "./json-bounds.ts";

test.each([
  ['{"a":[1,"[[[[",{"b":"\\"]]"}]}', null],
  [`${"[".repeat(64)}${"]".repeat(64)}`, null],
  [`${"[".repeat(65)}`, /deeply/],
  [`${'{"a":'.repeat(65)}`, /deeply/],
  [`[${"1,".repeat(49_999)}1]`, null],
  [`[${"1,".repeat(50_000)}1]`, /too much/],
  ['"never closed [[[', null],
])("%.40s", (json, message) => {
  const excess = findJsonExcess(json);
  if (message === null) expect(excess).toBe(null);
  else expect(excess).toMatch(message);
});
