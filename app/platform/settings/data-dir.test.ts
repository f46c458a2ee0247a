import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeScratch, prepareDataDir } from "./data-dir.ts";

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

test("of a data folder on a disk that is not mounted it is said so, and none is made elsewhere", () => {
  using place = aFolder();
  const folder = join(place.folder, "data");
  symlinkSync(join(place.folder, "not-mounted/data"), folder);
  expect(() => prepareDataDir(folder)).toThrow(/leads to what is not there; mount the disk it is on/);
  expect(existsSync(join(place.folder, "not-mounted"))).toBe(false);
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

/** A process that makes a scratch folder with a copy of something in it, and is killed. */
async function leaveScratch(folder: string): Promise<string> {
  const program = `
    process.umask(0o022);
    const { makeScratch } = await import(${JSON.stringify(join(import.meta.dirname, "data-dir.ts"))});
    const { writeFileSync } = await import("node:fs");
    const { path } = makeScratch(${JSON.stringify(folder)});
    writeFileSync(path + "/copy.sqlite", "");
    process.stdout.write(path);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [path] = await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  return String(path);
}

test("what a killed process has left in its scratch folder was its owner's alone, and is gone with the next one", async () => {
  using place = aFolder();
  const left = await leaveScratch(place.folder);
  expect(modeOf(join(left, "copy.sqlite"))).toBe(0o600);
  using one = makeScratch(place.folder);
  expect(existsSync(left)).toBe(false);
  using two = makeScratch(place.folder);
  expect([existsSync(one.path), existsSync(two.path)]).toEqual([true, true]);
});

test("a scratch folder leaves nothing; one of a version that held no lock is left alone for six hours", () => {
  using place = aFolder();
  const old = join(place.folder, "scratch/s-old");
  const recent = join(place.folder, "scratch/s-recent");
  for (const folder of [old, recent]) mkdirSync(folder, { recursive: true });
  const morning = new Date(Date.now() - 7 * 3_600_000);
  utimesSync(old, morning, morning);
  {
    using scratch = makeScratch(place.folder);
    writeFileSync(join(scratch.path, "copy.sqlite"), "");
  }
  expect(readdirSync(join(place.folder, "scratch"))).toEqual(["s-recent"]);
});

test("who removes a scratch folder after a kill knows of it before it is there, so that no moment is left uncovered", () => {
  using place = aFolder();
  const seen: [what: string, isThere: boolean][] = [];
  const note = (what: string, path: string) => void seen.push([what, existsSync(path)]);
  {
    using scratch = makeScratch(place.folder, (path) => {
      note("watched", path);
      return { [Symbol.dispose]: () => note("let go", path) };
    });
    note("used", scratch.path);
  }
  expect(seen).toEqual([
    ["watched", false],
    ["used", true],
    ["let go", false],
  ]);
});
