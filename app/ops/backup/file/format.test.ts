import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { BrokenBackup, describeFile, readFileLine, splitLines } from "./format.ts";

const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

test("reads back a stored file of any size and name", () => {
  for (const size of [0, 1, 2, 3, 49_151, 49_152, 49_153, 200_000])
    for (const name of ["mill/original.webp", 'a ,"data":"b"} ferry/নৌকা.webp']) {
      const bytes = randomBytes(size);
      expect(readFileLine(lineOf(describeFile(name, bytes)))).toEqual({ is: "file", name, bytes });
    }
});

test("rejects a changed file and ignores other lines", () => {
  const described = describeFile("mill/original.webp", Buffer.from("as it was"));
  const other = { ...described, data: Buffer.from("as it is").toString("base64") };
  expect(() => readFileLine(lineOf(other))).toThrow(BrokenBackup);
  for (const line of [{ end: true }, { page: 1, data: "AAAA" }, { file: "a", data: "AAAA" }, { data: "" }])
    expect(readFileLine(lineOf(line))).toBeNull();
});

test("stops reading a line longer than the limit", async () => {
  let read = 0;
  const chunk = Buffer.alloc(1_000_000, "x");
  async function* chunks() {
    for (; read < 256; read += 1) yield chunk;
  }
  await expect(Array.fromAsync(splitLines(chunks()))).rejects.toThrow(/longer than any/);
  expect(read).toBeLessThan(70);
  async function* longest() {
    for (let n = 0; n < 63; n += 1) yield chunk;
    yield Buffer.from("\n");
  }
  const lines = await Array.fromAsync(splitLines(longest()));
  expect(lines.map(({ length }) => length)).toEqual([63_000_001]);
});
