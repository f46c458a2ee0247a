import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { type ImportLine, runImportSubprocess } from "./import-subprocess.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-apart-"));
  mkdirSync(join(folder, "cli"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const order = {
  id: "one",
  folder: "nowhere",
  isDryRun: true,
  replace: false,
  acceptedLosses: 0,
  actor: "asha",
  now: "2026-03-01T10:00:00.000Z",
};

/** Runs a program instead of the import process. */
function run(program: string, signal = new AbortController().signal): Promise<ImportLine> {
  writeFileSync(join(folder, "cli/small.ts"), program);
  return runImportSubprocess({ folder, variables: process.env, signal }, order, () => {});
}

test("returns the last line, with any chunk boundaries", async () => {
  const answer = await run(`
    process.stdout.write('{"step":"entries","done":1,"total":2}\\n{"isDo');
    setTimeout(() => process.stdout.write('ne":true}'), 50);
  `);
  expect(answer).toEqual({ isDone: true });
});

test.each([
  ["the process runs out of memory", "process.abort()"],
  ["the system kills the process", 'process.kill(process.pid, "SIGKILL")'],
])("describes the failure when %s", async (_, end) => {
  const answer = run(`process.stderr.write("#1 0x2b3c node::OnFatalError [node]\\n", () => ${end});`);
  await expect(answer).rejects.toThrow(PlainError);
  await expect(answer).rejects.toThrow(/^The import ran out of memory/);
});

test("rejects an endless line and ends its process", async () => {
  const answer = run(`
    process.stdin.resume();
    const more = () => process.stdout.write("x".repeat(100_000), more);
    more();
  `);
  await expect(answer).rejects.toThrow(/output of the import is too large/);
});

test("reports the last line of standard error", async () => {
  const answer = run('process.stderr.write("First\\nThe ZIP file is broken.\\n"); process.exitCode = 1;');
  await expect(answer).rejects.toThrow(/^The ZIP file is broken\.$/);
});
