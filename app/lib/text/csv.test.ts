import { expect, test } from "vitest";
import { readCsv, writeCsv } from "./csv.ts";

const formulas = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  " =1",
  "\r=1",
  "＝1+1",
  "|cmd",
  '=HYPERLINK("http://a.example")',
];

test.each(formulas)("O5 spreadsheets read %j as text", (text) => {
  const [, cell] = writeCsv(["a"], [[text]]).split("\r\n", 2);
  expect(cell).toMatch(/^"?'/);
});

test("O5 commas, quotes and line breaks stay within their cell", () => {
  expect(writeCsv(["a", "b"], [['say "hi", please', "one\ntwo"]])).toBe(
    '\ufeffa,b\r\n"say ""hi"", please","one\ntwo"\r\n',
  );
});

test("numbers and empty values are unchanged", () => {
  expect(writeCsv(["a", "b"], [[-5, null]])).toBe("\ufeffa,b\r\n-5,\r\n");
});

test.each([";=1+1", "x; +1;y", "x\t@SUM(A1)", "x\n=1+1", "x\r\n-1", "x;＝1", 'x";=1', "x;\n;|cmd"])(
  "%j contains no formula with semicolon separators",
  (text) => {
    const [, ...lines] = writeCsv(["a", "b"], [["FD-1", text]]).split(/\r?\n|\r/);
    const parts = lines.flatMap((line) => line.split(/[;\t]/));
    expect(parts.filter((part) => /^\s*[=+\-@＝＋－＠|]/u.test(part))).toEqual([]);
    expect(readCsv(writeCsv(["a", "b"], [["FD-1", text]]))[1]?.cells[1]).toBe(text.replaceAll("\r\n", "\n"));
  },
);
