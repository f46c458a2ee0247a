import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `npm run test:previous -- REVISION [path …]`: runs the tests of an earlier release, on both engines, on the tables of this version, as both
 * serve side by side during an update (docs/decisions/0045-updates-beside.md).
 */
const root = join(import.meta.dirname, "..");
const [revision, ...paths] = process.argv.slice(2);
if (revision === undefined) {
  process.stderr.write("Name the release before this one: npm run test:previous -- REVISION\n");
  process.exit(2);
}
const folder = join(mkdtempSync(join(tmpdir(), "frontdesk-previous-")), "release");
const git = (...given: string[]) => execFileSync("git", given, { cwd: root, stdio: "inherit" });
git("worktree", "add", "--quiet", "--detach", folder, revision);
try {
  if (!readFileSync(join(folder, "tests/support/database.ts"), "utf8").includes("TEST_TABLES_OF"))
    throw new Error(`The tests of ${revision} can't be run on other tables than their own.`);
  execFileSync("npm", ["ci", "--prefer-offline"], { cwd: folder, stdio: "inherit" });
  const bin = join(folder, "node_modules/.bin");
  const { status } = spawnSync(join(bin, "vitest"), ["run", ...(paths.length > 0 ? paths : ["app"])], {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, TEST_TABLES_OF: root },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  git("worktree", "remove", "--force", folder);
  rmSync(join(folder, ".."), { recursive: true, force: true });
}
