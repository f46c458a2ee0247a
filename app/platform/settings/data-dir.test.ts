import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareDataDir } from "./data-dir.ts";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-data-"));
  return {
    folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("H2 a new data folder is its owner's alone, and so is what is written from then on", () => {
  using place = aFolder();
  const folder = join(place.folder, "new/data");
  prepareDataDir(folder);
  writeFileSync(join(folder, "frontdesk.sqlite"), "");
  expect([modeOf(folder), modeOf(join(folder, "frontdesk.sqlite"))]).toEqual([0o700, 0o600]);
});

test("H2 what lies open from before is closed; other things in the folder are left alone", () => {
  using place = aFolder();
  const folder = join(place.folder, "data");
  mkdirSync(join(folder, "files/0123456789"), { recursive: true });
  const names = ["frontdesk.sqlite", "frontdesk.sqlite-wal", "files/0123456789/320.avif", "theirs.txt"];
  for (const name of names) {
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), 0o644);
  }
  for (const name of ["", "files", "files/0123456789"]) chmodSync(join(folder, name), 0o755);
  prepareDataDir(folder);
  const all = ["", "files", "files/0123456789", ...names];
  expect(all.map((name) => modeOf(join(folder, name)).toString(8))).toEqual([
    "700",
    "700",
    "700",
    "600",
    "600",
    "600",
    "644",
  ]);
});

test("S4 a data folder that can't be one is refused in one line that names the variable", () => {
  using place = aFolder();
  const file = join(place.folder, "file");
  writeFileSync(file, "");
  for (const path of [file, join(file, "data")])
    expect(() => prepareDataDir(path)).toThrow(
      expect.objectContaining({
        isPlain: true,
        message: expect.stringMatching(/^DATA_DIR: [^\n]*give a folder$/),
      }),
    );
});
