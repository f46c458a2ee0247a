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

test("H2 makes a new data folder and its files private", () => {
  using place = aFolder();
  const folder = join(place.folder, "new/data");
  prepareDataDir(folder);
  writeFileSync(join(folder, "frontdesk.sqlite"), "");
  expect([modeOf(folder), modeOf(join(folder, "frontdesk.sqlite"))]).toEqual([0o700, 0o600]);
});

test("rejects a data folder on an unmounted disk and creates none", () => {
  using place = aFolder();
  const folder = join(place.folder, "data");
  symlinkSync(join(place.folder, "not-mounted/data"), folder);
  expect(() => prepareDataDir(folder)).toThrow(/is a link to a missing path; mount the disk it is on/);
  expect(existsSync(join(place.folder, "not-mounted"))).toBe(false);
});

test("H2 restricts existing files of the product and leaves other files unchanged", () => {
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

test("S4 rejects an invalid data folder in one line with the variable", () => {
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

/** Runs a process that creates a scratch folder with a file and is killed. */
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

test("removes the private scratch folder of a killed process", async () => {
  using place = aFolder();
  const left = await leaveScratch(place.folder);
  expect(modeOf(join(left, "copy.sqlite"))).toBe(0o600);
  using one = makeScratch(place.folder);
  expect(existsSync(left)).toBe(false);
  using two = makeScratch(place.folder);
  expect([existsSync(one.path), existsSync(two.path)]).toEqual([true, true]);
});

test("deletes its scratch folder, and folders without a lock after six hours", () => {
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

test("watches a scratch folder from before its creation until after its removal", () => {
  using place = aFolder();
  const seen: [event: string, exists: boolean][] = [];
  const note = (event: string, path: string) => void seen.push([event, existsSync(path)]);
  {
    using scratch = makeScratch(place.folder, (path) => {
      note("watched", path);
      return { [Symbol.dispose]: () => note("unwatched", path) };
    });
    note("used", scratch.path);
  }
  expect(seen).toEqual([
    ["watched", false],
    ["used", true],
    ["unwatched", false],
  ]);
});
