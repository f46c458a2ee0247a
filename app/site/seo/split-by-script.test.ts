import { expect, test } from "vitest";
import { splitByScript } from "./split-by-script.ts";

test("what is set in the Bangla font has no space, which that font lacks", () => {
  const runs = splitByScript("বাংলা হরফে ওয়েবসাইট: 6 ছোট সিদ্ধান্ত।");
  expect(runs.map(({ text }) => text).join("")).toBe("বাংলা হরফে ওয়েবসাইট: 6 ছোট সিদ্ধান্ত।");
  expect(runs.filter(({ isBangla }) => isBangla).map(({ text }) => text)).toEqual([
    "বাংলা",
    "হরফে",
    "ওয়েবসাইট",
    "ছোট",
    "সিদ্ধান্ত।",
  ]);
});
