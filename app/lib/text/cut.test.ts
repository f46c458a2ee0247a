import { expect, test } from "vitest";
import { clustersOf, cutText, endOfText, shorten, shortenAtWord } from "./cut.ts";

test.each([
  ["Web shop", 3, "Web"],
  ["ক্ষ্মী", 5, "ক্ষ্মী".slice(0, 5)],
  ["লক্ষ্মী", 4, "ল"],
  ["র‍্যাব", 4, "র‍্যা".slice(0, 4)],
  ["কি কি", 4, "কি "],
  ["a👨‍👩‍👧b", 5, "a"],
  ["🇧🇩🇧🇩", 6, "🇧🇩"],
])("cuts “%s” at %i between clusters", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test("counts conjuncts with their vowel signs as one", () => {
  expect(clustersOf("ক্ষ্মী র‍্যা কি")).toEqual(["ক্ষ্মী", " ", "র‍্যা", " ", "কি"]);
});

test("preserves text that fits, and cuts a cluster without an end", () => {
  expect(cutText("ক্ষ্মী", 6)).toBe("ক্ষ্মী");
  const endless = `e${"\u0301".repeat(500)}`;
  expect(cutText(endless, 100)).toHaveLength(100);
  expect(cutText(`👍${"\u{e0100}".repeat(50)}`, 8).isWellFormed()).toBe(true);
});

test("cuts the end of a text at a cluster boundary", () => {
  expect(endOfText("নদী-লক্ষ্মী.png", 8)).toBe(".png");
  expect(endOfText("নদী-লক্ষ্মী.png", 10)).toBe("ক্ষ্মী.png".slice(-10));
  expect(endOfText("👍👍.png", 5)).toBe(".png");
});

test("shortens with an ellipsis within the limit", () => {
  expect(shorten("লক্ষ্মী", 5)).toBe("ল…");
  expect(shorten("Web", 3)).toBe("Web");
  expect(shortenAtWord("Rain and tea", 9)).toBe("Rain and…");
  expect(shortenAtWord("Rain and tea", 8)).toBe("Rain…");
  expect(shortenAtWord("Rain, tea", 7)).toBe("Rain…");
  expect(shortenAtWord("অআইঈউঊ", 4)).toBe("অআই…");
});
