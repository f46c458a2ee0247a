import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { align, compareWords, splitWords, type WordDifference } from "./compare-blocks.ts";

const signs = { same: ["", ""], gone: ["[-", "-]"], new: ["{+", "+}"] };
const write = (pieces: WordDifference[]) =>
  pieces.map(({ change, text }) => signs[change][0] + text + signs[change][1]).join("");
const side = (pieces: WordDifference[], left: "gone" | "new") =>
  pieces
    .filter(({ change }) => change !== left)
    .map(({ text }) => text)
    .join("");

test("reports removed and added words and preserves spaces and punctuation", () => {
  expect(write(compareWords("Ask them of anyone.", "Ask these of anyone, us included."))).toBe(
    "Ask [-them -]{+these +}of anyone{+, us included+}.",
  );
  expect(write(compareWords("", "New"))).toBe("{+New+}");
  expect(write(compareWords("Gone", ""))).toBe("[-Gone-]");
  expect(write(compareWords("same", "same"))).toBe("same");
  expect(write(compareWords("one word", "one word "))).toBe("one word ");
});

test("compares Bangla words whole, with vowel signs and joiners", () => {
  expect(splitWords("কর্ণফুলী নদীর ঘাট।")).toEqual(["কর্ণফুলী ", "নদীর ", "ঘাট", "।"]);
  expect(write(compareWords("আমাদের র‍্যাংক ভালো", "আমাদের র‍্যাংকিং ভালো"))).toBe("আমাদের [-র‍্যাংক -]{+র‍্যাংকিং +}ভালো");
});

test("differences contain both texts completely", () => {
  const words = fc
    .array(fc.constantFrom("a ", "b ", "c", ".", "কথা ", "\n", "  ", "👩‍👩‍👧"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const pieces = compareWords(before, after);
      expect(side(pieces, "gone")).toBe(after);
      const squeezed = (text: string) => text.replace(/\s+/g, "");
      expect(squeezed(side(pieces, "new"))).toBe(squeezed(before));
    }),
    { numRuns: 500 },
  );
});

test("alignment uses the fewest steps", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const steps = align(before, after);
      const unchanged = steps.filter(({ change }) => change === "same");
      expect(unchanged.every((step) => before[step.before] === after[step.after])).toBe(true);
      expect(unchanged).toHaveLength(longestCommon(before, after));
      expect(steps.filter(({ change }) => change !== "new").map((step) => step.before)).toEqual([
        ...before.keys(),
      ]);
      expect(steps.filter(({ change }) => change !== "gone").map((step) => step.after)).toEqual([
        ...after.keys(),
      ]);
    }),
    { numRuns: 500 },
  );
});

function longestCommon(one: string[], other: string[]): number {
  const rows = [new Array<number>(other.length + 1).fill(0)];
  for (const [x, word] of one.entries()) {
    const row = [0];
    for (const [y, against] of other.entries())
      row.push(word === against ? (rows[x]?.[y] ?? 0) + 1 : Math.max(rows[x]?.[y + 1] ?? 0, row[y] ?? 0));
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

test("treats texts of 100,000 different words as one change, within milliseconds", () => {
  const many = (word: string) => Array.from({ length: 100_000 }, (_, n) => `${word}${n}`);
  const steps = align(["start", ...many("a"), "end"], ["start", ...many("b"), "end"]);
  expect(steps.filter(({ change }) => change === "same")).toHaveLength(2);
  expect(steps).toHaveLength(200_002);
});
