import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { readCsv, writeCsv } from "./csv.ts";

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

test("reads commas, semicolons, tabs, quotes and any line breaks", () => {
  expect(cellsOf('a,"b, ""c""",\r\nd,"e\nf",g')).toEqual([
    ["a", 'b, "c"', ""],
    ["d", "e\nf", "g"],
  ]);
  expect(cellsOf("a;b\rc;d\r\r")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(cellsOf("\ufeffa\tb, c\td")).toEqual([["a", "b, c", "d"]]);
  expect(cellsOf("")).toEqual([]);
  expect(cellsOf('"never closed,1\n2')).toEqual([["never closed,1\n2"]]);
});

test("a first line with the separator is not a row", () => {
  expect(readCsv("sep=;\r\na,b;c\r\nd;e")).toEqual([
    { line: 2, cells: ["a,b", "c"] },
    { line: 3, cells: ["d", "e"] },
  ]);
});

test("each row has the number of its first line", () => {
  expect(readCsv('a\n"b\nc"\n\nd').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test("O5 reads back what was written", () => {
  const text = fc.string({ unit: "grapheme" }).map((one) => one.replace(/\r\n?/g, "\n").trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      const wanted = rows.filter((row) => row.some((cell) => cell !== "" && !cell.startsWith("'")));
      fc.pre(wanted.length === rows.length && !rows.flat().some((cell) => cell.startsWith("'")));
      const back = cellsOf(writeCsv(["one", "two"], rows));
      expect(back.slice(1)).toEqual(rows);
    }),
  );
});
