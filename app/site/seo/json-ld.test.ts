import { expect, test } from "vitest";
import { writeStructuredData } from "./json-ld.ts";

test("O2 escapes a title that closes a script without changing it", () => {
  const node = { "@type": "Service", name: "</script><!-- <script> \u2028 ]]> &amp;" };
  const json = writeStructuredData([node]);
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual([node]);
});

test("a page without structured data has no script", () => {
  expect(writeStructuredData([])).toBe("");
});
