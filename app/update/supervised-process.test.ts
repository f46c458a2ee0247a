import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { endChild, finishStep, spawnChild } from "./supervised-process.ts";

const waiting = ["-e", "process.stdout.write(String(process.pid)); setInterval(() => {}, 1000)"];
const folder = tmpdir();

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Until it is so; a test that waits in vain ends by its own time limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(20);
}

test("a program ends, and its scratch folder goes, with a parent that is killed", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "frontdesk-tied-"));
  mkdirSync(join(scratch, "site"));
  const parent = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { removeAfterEnd, spawnChild } = await import(${JSON.stringify(join(import.meta.dirname, "supervised-process.ts"))});
       removeAfterEnd(${JSON.stringify(scratch)});
       spawnChild(process.execPath, ${JSON.stringify(waiting)}, { folder: ${JSON.stringify(folder)} }).stdout.pipe(process.stdout);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [pid] = await once(parent.stdout, "data");
  expect(isThere(Number(pid))).toBe(true);
  parent.kill("SIGKILL");
  await until(() => !isThere(Number(pid)));
  await until(() => !existsSync(scratch));
  rmSync(scratch, { recursive: true, force: true });
});

test("a program ends when it is asked to, or when its signal says so, and its own end is its answer", async () => {
  const asked = spawnChild(process.execPath, waiting, { folder });
  const [pid] = await once(asked.stdout, "data");
  await endChild(asked);
  expect(isThere(Number(pid))).toBe(false);

  const stop = new AbortController();
  const stopped = finishStep(
    "wait",
    spawnChild(process.execPath, waiting, { folder, signal: stop.signal }),
    () => {},
  );
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ isPlain: true });

  const said: string[] = [];
  const log = (line: string) => said.push(line);
  await finishStep("look", spawnChild(process.execPath, ["-e", ""], { folder }), log);
  expect(said).toEqual([expect.stringMatching(/^look: done in/)]);
  const failing = ["-e", "console.error(new Error('no room').stack); process.exit(3)"];
  await expect(
    finishStep("write", spawnChild(process.execPath, failing, { folder }), log),
  ).rejects.toMatchObject({
    message: "write failed:\nError: no room",
  });
});
