import { expect, test } from "vitest";
import { cleanName, tagsSchema } from "./file-text.ts";

test.each([
  ["লোগো-র‍্যাব.png", "লোগো-র‍্যাব.png"],
  ["রিক্‌ষা.png", "রিক্‌ষা.png"],
  ["C:\\Users\\Mina\\plan.pdf", "plan.pdf"],
  ["\u202egnp.exe\u200b", "gnp.exe"],
  ["two\nlines.png", "twolines.png"],
  ["\u200d", "file"],
  ["", "file"],
])("shortens the file name “%s” to %s", (name, cleaned) => {
  expect(cleanName(name)).toBe(cleaned);
});

test("cuts the beginning of a long name between clusters", () => {
  for (let length = 110; length < 130; length += 1) {
    const name = cleanName(`${"ল".repeat(length)}ক্ষ্মী${"-".repeat(112)}.png`);
    expect(name.length).toBeLessThanOrEqual(120);
    expect(name).not.toMatch(/^\p{M}/u);
    expect(name.endsWith(".png")).toBe(true);
  }
});

test("merges tags with equal spelling, and separates C# and C++", () => {
  expect(tagsSchema.parse(["উৎসব", "উত্‍সব", "C#", "c#", "C++", "C"])).toEqual(["উত্‍সব", "c#", "C++", "C"]);
});
