import { expect, test } from "vitest";
import { writeCsv } from "./csv.ts";

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

test.each(formulas)("O5 a spreadsheet takes %j for text", (text) => {
  const [, cell] = writeCsv(["a"], [[text]]).split("\r\n", 2);
  expect(cell).toMatch(/^"?'/);
});

test("O5 commas, quotes and line ends stay within their cell", () => {
  expect(writeCsv(["a", "b"], [['say "hi", please', "one\ntwo"]])).toBe(
    '\ufeffa,b\r\n"say ""hi"", please","one\ntwo"\r\n',
  );
});

test("numbers and nothing stay what they are", () => {
  expect(writeCsv(["a", "b"], [[-5, null]])).toBe("\ufeffa,b\r\n-5,\r\n");
});

test("L7 a formula behind a semicolon stays inside its cell where semicolons separate", () => {
  expect(writeCsv(["a"], [["x;=1+1"]])).toContain('"x;=1+1"');
});
