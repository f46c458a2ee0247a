import { expect, test, vi } from "vitest";
import { normalizeText } from "./normalize.ts";
import { plainText } from "./plain-text.ts";
import { wordsOf } from "./words.ts";

test("two encodings of the same characters become one", () => {
  expect(normalizeText("e\u0301")).toBe("é");
  expect(normalizeText("\u09c7\u09be".padStart(600, "ক"))).toBe("\u09cb".padStart(599, "ক"));
  expect(normalizeText("１２", "NFKC")).toBe("12");
});

test("text of any language and length is unchanged", () => {
  const text = "কী আশ্চর্য! Crème brûlée, Tiếng Việt. ".repeat(100).normalize("NFC");
  expect(normalizeText(text)).toBe(text);
  expect(normalizeText(text.normalize("NFD"))).toBe(text);
});

const marks = "\u0301\u0316".repeat(25_000);

test("sorts long runs of marks in pieces of thirty without loss", () => {
  expect(longestRowSorted(() => normalizeText(`a${marks}`))).toBe(30);
  const remaining = [...normalizeText(`a${marks}`).normalize("NFD")].filter((sign) => marks.includes(sign));
  expect(remaining).toHaveLength(50_000);
});

test.each([
  ["a line of a form", (text: string) => plainText({ max: 200 }).safeParse(text)],
  ["a text of a form", (text: string) => plainText({ max: 200, lines: true }).safeParse(text)],
  ["search words", wordsOf],
])("limits runs of marks in %s", (_, read) => {
  expect(longestRowSorted(() => read(marks))).toBeLessThanOrEqual(30);
});

/** Longest run of marks passed to `String.prototype.normalize` during `work`. */
function longestRowSorted(work: () => unknown): number {
  const sorted = vi.spyOn(String.prototype, "normalize");
  work();
  const given = sorted.mock.contexts.map(String);
  sorted.mockRestore();
  const rows = given.flatMap((text) => text.split(/[^\p{M}]|\u034f/u)).map((row) => row.length);
  return Math.max(...rows);
}
