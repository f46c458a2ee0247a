import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { needProgram } from "#tests/support/programs.ts";
import { zipOf } from "./import.fixture.ts";
import { maxUnpacked } from "./imports.ts";
import { unzip } from "./unzip.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-unzip-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function unpack(zip: Uint8Array, bounds = maxUnpacked) {
  const path = join(folder, "export.zip");
  const to = join(folder, "unpacked");
  writeFileSync(path, zip);
  mkdirSync(to);
  await unzip(path, to, bounds);
  return readdirSync(to, { recursive: true, encoding: "utf8" }).sort();
}

/** The error message for a ZIP file. */
async function refusalOf(zip: Uint8Array, bounds = maxUnpacked): Promise<string> {
  const error: unknown = await unpack(zip, bounds).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlainError)) throw new Error("It was not refused in words.", { cause: error });
  expect(error.message).not.toContain(folder);
  expect(readdirSync(join(folder, "unpacked"))).toEqual([]);
  return error.message;
}

const bangla = "নদীর-বাতি".repeat(8);

test("reads UTF-8 names without the UTF-8 flag", async () => {
  expect(await unpack(zipOf({ [`blogs/${bangla}.md`]: "x" }, { hasUtf8Flag: false }))).toEqual([
    "blogs",
    `blogs/${bangla}.md`,
  ]);
});

test("unpacks a folder packed by the command zip", async () => {
  const site = join(folder, "site");
  mkdirSync(join(site, "blogs"), { recursive: true });
  writeFileSync(join(site, "blogs", `${bangla}.md`), "Words");
  execFileSync(needProgram("zip", "zip"), ["-qr", join(folder, "packed.zip"), "site"], {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  });
  await unpack(readFileSync(join(folder, "packed.zip")));
  expect(readFileSync(join(folder, "unpacked/site/blogs", `${bangla}.md`), "utf8")).toBe("Words");
});

test("reads other names as code page 437", async () => {
  const name = Buffer.concat([Buffer.from("caf"), Buffer.from([0x82]), Buffer.from(".md")]);
  expect(await unpack(zipOf({ x: "x" }, { hasUtf8Flag: false, nameBytes: name }))).toEqual(["café.md"]);
});

test("prefers the name in the extra field", async () => {
  const name = Buffer.from("plain.md");
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + Buffer.byteLength("বাতি.md"), 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(name), 5);
  const extra = Buffer.concat([field, Buffer.from("বাতি.md")]);
  expect(await unpack(zipOf({ x: "x" }, { hasUtf8Flag: false, nameBytes: name, extra }))).toEqual(["বাতি.md"]);
});

test.each([
  ["a long name", zipOf({ [`${"n".repeat(256)}.md`]: "x" }), /too long to be stored: “nnn/],
  ["a long name in Bangla", zipOf({ [`${"ন".repeat(90)}.md`]: "x" }), /too long to be stored: “ননন/],
  [
    "many folders within each other",
    zipOf({ [`${"folder/".repeat(700)}a.md`]: "x" }),
    /too long to be stored/,
  ],
  ["two files of one name", zipOf({ "a.md": "x", "./a.md": "y" }), /two files named “\.\/a\.md”/],
  [
    "a folder named like a file",
    zipOf({ a: "x", "a/b.md": "y" }),
    /a file and a folder of the same name: “a”/,
  ],
  [
    "a file named like a folder",
    zipOf({ "a/b.md": "y", a: "x" }),
    /a file and a folder of the same name: “a”/,
  ],
  ["a name with a zero byte", zipOf({ "a\0.md": "x" }), /name can’t be stored/],
  ["a name with a backslash", zipOf({ "a\\b.md": "x" }), /outside/],
  ["an absolute name", zipOf({ "/a.md": "x" }), /outside/],
  ["a name that leads out", zipOf({ "a/../../b.md": "x" }), /outside/],
])("rejects %s with a message before writing anything", async (_, zip, words) => {
  expect(await refusalOf(zip)).toMatch(words);
});

test("rejects content larger than the free disk space before writing", async () => {
  const zip = zipOf({ "a.md": "x", "b.md": "x" });
  expect(await refusalOf(zip, { ...maxUnpacked, reserve: 1e18 })).toMatch(
    /disk has too little space.* MB are needed/,
  );
});

test("rejects content over the limit before writing", async () => {
  const zip = zipOf({ "a.md": "x".repeat(1000), "b.md": "x".repeat(1000) });
  expect(await refusalOf(zip, { ...maxUnpacked, bytes: 1999 })).toMatch(/too large/);
});
