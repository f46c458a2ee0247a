import { expect, test } from "vitest";
import { writeStructuredData } from "./json-ld.ts";

test("O2 a title that closes a script stays inside it, and stays itself", () => {
  const node = { "@type": "Service", name: "</script><!-- <script> \u2028 ]]> &amp;" };
  const json = writeStructuredData([node]);
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual([node]);
});

test("a page that says nothing of itself has no script for it", () => {
  expect(writeStructuredData([])).toBe("");
});
