import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sampleFolder } from "#app/ops/sample/sample.ts";
import { processEnv } from "./process-env.ts";

const root = join(import.meta.dirname, "../..");
const pictures = ["alarm-wall.png", "clinic-calendar.png", "dealer-portal.png", "ferry-timetable.png"];

/**
 * Imports four posts and four case studies with a picture each, as a deployer does; they take a tenth of the time of the whole
 * sample. The site must not run.
 */
export async function importSmallContent(env: { DATA_DIR: string; FILES_URL?: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-content-"));
  for (const part of ["pictures", "portfolio", "blogs"]) mkdirSync(join(folder, part));
  writeFileSync(
    join(folder, "pictures.yaml"),
    pictures.map((file) => `- file: ${file}\n  alt: Sample picture\n`).join(""),
  );
  for (const picture of pictures) {
    cpSync(join(root, sampleFolder, "pictures", picture), join(folder, "pictures", picture));
    for (const kind of ["portfolio", "blogs"])
      writeFileSync(
        join(folder, kind, `${picture}.md`),
        `---\ntitle: About ${picture}\nsummary: Sample text\ncover: ${picture}\n---\n${kind === "blogs" ? "\nSome **words**.\n" : ""}`,
      );
  }
  await promisify(execFile)(join(root, "node_modules/.bin/node"), ["cli/import.ts", folder], {
    cwd: root,
    env: { ...processEnv, ...env },
  });
  rmSync(folder, { recursive: true, force: true });
}
