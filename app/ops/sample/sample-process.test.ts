import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const folder = join(import.meta.dirname, "../../..");

/** Whether a process fills in sample content for this data folder. */
function isFilling(dataDir: string): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      const read = (file: string) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, "utf8");
        } catch {
          return ""; // the process ended
        }
      };
      return read("cmdline").includes("cli/sample.ts") && read("environ").includes(dataDir);
    });
}

test.runIf(process.platform === "linux")(
  "the process that fills in sample content ends with its parent",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-sample-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const parent = spawn(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `const { fillSampleInSubprocess } = await import(${JSON.stringify(join(folder, "app/ops/sample/sample.ts"))});
        await fillSampleInSubprocess(${JSON.stringify(folder)}, process.env);`,
      ],
      { cwd: folder, env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined }, stdio: "inherit" },
    );
    await expect.poll(() => isFilling(dataDir), { timeout: 120_000 }).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await expect.poll(() => isFilling(dataDir), { timeout: 60_000 }).toBe(false);
  },
);
