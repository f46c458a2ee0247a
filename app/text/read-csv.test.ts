import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { readCsv, writeCsv } from "./csv.ts";

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

test("commas, semicolons and tabs, quotes and any line ends are read", () => {
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

test("a first line that names the separator is no row", () => {
  expect(readCsv("sep=;\r\na,b;c\r\nd;e")).toEqual([
    { line: 2, cells: ["a,b", "c"] },
    { line: 3, cells: ["d", "e"] },
  ]);
});

test("each row knows the line it begins on", () => {
  expect(readCsv('a\n"b\nc"\n\nd').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test("O5 what was written is read back as it was", () => {
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
