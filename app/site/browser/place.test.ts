import { expect, test } from "vitest";
import { decodeHash } from "./place.ts";

test.each([
  ["#%E0%A6%95%E0%A6%BE%E0%A6%9C", "কাজ"],
  ["#100%", "100%"],
  ["", ""],
])("decodes the hash %s", (hash, id) => {
  expect(decodeHash(hash)).toBe(id);
});
