import { expect, test } from "vitest";
import { splitByScript } from "./type-setter.ts";

test("Bangla runs contain no spaces", () => {
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
