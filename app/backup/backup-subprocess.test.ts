import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "./backup.fixture.ts";
import { proveInSubprocess } from "./backup-subprocess.ts";

/** What is said of a proof whose program is this one. */
async function problemOf(program: string): Promise<string | undefined> {
  const folder = aFolder();
  writeFileSync(join(folder, "prove.mjs"), program);
  const { problems } = await proveInSubprocess({ folder, variables: process.env }, "any", "prove.mjs");
  return problems[0];
}

const begin = "Its proof ended before it was done: ";

test("a proof that crashed says why in one plain line", async () => {
  expect(await problemOf('throw new Error("The folder is gone.");')).toBe(`${begin}The folder is gone.`);
  expect(await problemOf('process.stderr.write("BACKUP_KEY: give a key.\\n"); process.exit(1);')).toBe(
    `${begin}BACKUP_KEY: give a key.`,
  );
  expect(await problemOf("process.abort();")).toBe(`${begin}there was not enough memory for it`);
  expect(await problemOf('process.kill(process.pid, "SIGKILL");')).toBe(
    `${begin}the system ended it, most likely since there was not enough memory`,
  );
  expect(await problemOf("")).toBe(`${begin}it said nothing`);
});
