import { expect, test } from "vitest";
import { capitalize, formatBytes, formatCount } from "./counts.ts";

test("writes small counts as words", () => {
  expect(formatCount(1, "call")).toBe("one call");
  expect(formatCount(0, "message")).toBe("no messages");
  expect(formatCount(12, "entry", "entries")).toBe("twelve entries");
  expect(formatCount(1204, "post")).toBe("1,204 posts");
  expect(capitalize("five messages")).toBe("Five messages");
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [212_400_000, "212 MB"],
  [1_540_000_000, "1.5 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
