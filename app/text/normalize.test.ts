import { expect, test, vi } from "vitest";
import { normalizeText } from "./normalize.ts";
import { plainText } from "./plain-text.ts";
import { wordsOf } from "./words.ts";

test("the same characters written in two ways become one", () => {
  expect(normalizeText("e\u0301")).toBe("é");
  expect(normalizeText("\u09c7\u09be".padStart(600, "ক"))).toBe("\u09cb".padStart(599, "ক"));
  expect(normalizeText("１２", "NFKC")).toBe("12");
});

test("a text of any length stays as it was, as long as its letters are some language's", () => {
  const text = "কী আশ্চর্য! Crème brûlée, Tiếng Việt. ".repeat(100).normalize("NFC");
  expect(normalizeText(text)).toBe(text);
  expect(normalizeText(text.normalize("NFD"))).toBe(text);
});

const marks = "\u0301\u0316".repeat(25_000);

test("a row of marks is sorted in pieces of thirty, and no mark is lost", () => {
  expect(longestRowSorted(() => normalizeText(`a${marks}`))).toBe(30);
  const kept = [...normalizeText(`a${marks}`).normalize("NFD")].filter((sign) => marks.includes(sign));
  expect(kept).toHaveLength(50_000);
});

test.each([
  ["a line of a form", (text: string) => plainText({ max: 200 }).safeParse(text)],
  ["a text of a form", (text: string) => plainText({ max: 200, lines: true }).safeParse(text)],
  ["words to look for", wordsOf],
])("%s may be a row of marks", (_, read) => {
  expect(longestRowSorted(() => read(marks))).toBeLessThanOrEqual(30);
});

/** The longest row of marks that was given to the language's own function while something ran. */
function longestRowSorted(work: () => unknown): number {
  const sorted = vi.spyOn(String.prototype, "normalize");
  work();
  const given = sorted.mock.contexts.map(String);
  sorted.mockRestore();
  const rows = given.flatMap((text) => text.split(/[^\p{M}]|\u034f/u)).map((row) => row.length);
  return Math.max(...rows);
}
