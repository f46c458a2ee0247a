import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempFolder } from "./backup.fixture.ts";
import { proveInSubprocess } from "./backup-subprocess.ts";

/** Runs the program as the proof and returns its first problem. */
async function problemOf(program: string): Promise<string | undefined> {
  const folder = createTempFolder();
  writeFileSync(join(folder, "prove.mjs"), program);
  const { problems } = await proveInSubprocess({ folder, variables: process.env }, "any", "prove.mjs");
  return problems[0];
}

const begin = "Its proof ended before it was done: ";

test("a crashed proof reports its reason in one line", async () => {
  expect(await problemOf('throw new Error("The folder is gone.");')).toBe(`${begin}The folder is gone.`);
  expect(await problemOf('process.stderr.write("BACKUP_KEY: give a key.\\n"); process.exit(1);')).toBe(
    `${begin}BACKUP_KEY: give a key.`,
  );
  expect(await problemOf("process.abort();")).toBe(`${begin}it ran out of memory`);
  expect(await problemOf('process.kill(process.pid, "SIGKILL");')).toBe(
    `${begin}the system killed it, most likely for lack of memory`,
  );
  expect(await problemOf("")).toBe(`${begin}it printed nothing`);
});
