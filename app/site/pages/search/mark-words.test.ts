import { expect, test } from "vitest";
import { wordsOfQuery } from "#app/lib/text/words.ts";
import { extractAround, markWords } from "./search-page.ts";

const hits = (text: string, query: string) =>
  markWords(text, wordsOfQuery(query))
    .filter(({ isHit }) => isHit)
    .map(({ part }) => part);

test("marks the words that begin with what was typed, whatever their case", () => {
  expect(hits("Web shops and the web of trade", "WEB sho")).toEqual(["Web", "shops", "web"]);
});

test("marks Bangla words with their vowel signs, only from word starts", () => {
  expect(hits("নদীর ঘাট, মহানদী", "নদী")).toEqual(["নদীর"]);
});

test("marks words in any spelling, and C# as a whole", () => {
  expect(hits("র‍্যাব, র‌্যাব and C# in ২০২৬", "র‌্যাব c# 2026")).toEqual(["র‍্যাব", "র‌্যাব", "C#", "২০২৬"]);
  expect(hits("C, C++ and C# for companies", "c++")).toEqual(["C++"]);
  expect(hits("C, C++ and C# for companies", "c")).toEqual(["C"]);
});

test("keeps every character of the text", () => {
  expect(
    markWords("a (b) c", ["b"])
      .map(({ part }) => part)
      .join(""),
  ).toBe("a (b) c");
});

const long = `${"Rain and tea. ".repeat(30)}The ferry crosses at dawn. ${"More of it. ".repeat(30)}`;

test("an extract shows the hit with words around it, cut between words", () => {
  const extract = extractAround(["Nothing here.", long], ["ferr"]);
  expect(extract).toMatch(/^…\u00a0.+The ferry crosses at dawn\..+\u00a0…$/);
  expect(extract.length).toBeLessThanOrEqual(210);
  expect(extract).not.toMatch(/^…\u00a0(ain|ea)\b/);
});

test("an extract comes from the first text with most words", () => {
  expect(extractAround(["Tea alone.", "Ferry and tea.", "Tea on a ferry."], ["tea", "ferry"])).toBe(
    "Ferry and tea.",
  );
  expect(extractAround(["নদীর ঘাট ভোরে খোলে।"], ["ঘাট"])).toBe("নদীর ঘাট ভোরে খোলে।");
  expect(extractAround([long], ["boat"])).toBe("");
});

test("an extract of a text without spaces is limited", () => {
  const extract = extractAround([`${"ক".repeat(500)}`], ["ক"]);
  expect(extract.length).toBeLessThan(210);
});
