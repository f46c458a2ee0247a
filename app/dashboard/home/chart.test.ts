import { expect, test } from "vitest";
import { chooseUnit, stackBar } from "./chart.tsx";

test.each([
  [0, 1],
  [9, 1],
  [12, 1],
  [13, 2],
  [60, 5],
  [61, 10],
  [12_345, 2000],
])("a maximum of %i a day gives %i per mark", (highest, unit) => {
  expect(chooseUnit(highest)).toBe(unit);
});

test("a remainder is a shorter mark, and open marks are on top", () => {
  expect(stackBar(7, 5, 5)).toEqual([
    { row: 0, part: 1, isOpen: false },
    { row: 1, part: 0.4, isOpen: false },
    { row: 2, part: 1, isOpen: true },
  ]);
  expect(stackBar(0, 0, 1)).toEqual([]);
});
