import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * Runs every property test with a new seed each round, until one fails.
 * `npm run generated -- [rounds] [first seed]`
 */
const rounds = Number(process.argv[2] ?? 10);
const first = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const files = globSync("{app,cli,tests}/**/*.test.{ts,tsx}", { cwd: root }).filter((file) =>
  readFileSync(join(root, file), "utf8").includes("fc.assert"),
);
for (let round = 0; round < rounds; round += 1) {
  const seed = (first + round) % 2 ** 31;
  process.stdout.write(`round ${round + 1} of ${rounds}, seed ${seed}\n`);
  const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", "--reporter=dot", ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, GENERATED_SEED: String(seed) },
  });
  if (status !== 0) {
    process.stdout.write(`failed with seed ${seed}: npm run generated -- 1 ${seed}\n`);
    process.exit(1);
  }
}
process.stdout.write(`${files.length} files, ${rounds} seeds from ${first}: all passed\n`);
