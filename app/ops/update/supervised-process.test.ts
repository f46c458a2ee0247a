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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a condition until the time limit of the test. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await pause(20);
}

test("killing the parent ends its child and removes its scratch folder", async () => {
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
  expect(isRunning(Number(pid))).toBe(true);
  parent.kill("SIGKILL");
  await until(() => !isRunning(Number(pid)));
  await until(() => !existsSync(scratch));
  rmSync(scratch, { recursive: true, force: true });
});

test("ends a child on request or signal, and reports its exit", async () => {
  const child = spawnChild(process.execPath, waiting, { folder });
  const [pid] = await once(child.stdout, "data");
  await endChild(child);
  expect(isRunning(Number(pid))).toBe(false);

  const stop = new AbortController();
  const stopped = finishStep(
    "wait",
    spawnChild(process.execPath, waiting, { folder, signal: stop.signal }),
    () => {},
  );
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ isPlain: true });

  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await finishStep("look", spawnChild(process.execPath, ["-e", ""], { folder }), log);
  expect(lines).toEqual([expect.stringMatching(/^look: done in/)]);
  const failing = ["-e", "console.error(new Error('no room').stack); process.exit(3)"];
  await expect(
    finishStep("write", spawnChild(process.execPath, failing, { folder }), log),
  ).rejects.toMatchObject({
    message: "write failed:\nError: no room",
  });
});
