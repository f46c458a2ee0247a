import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { hasSignIns } from "../../domain/accounts/users.ts";
import { hasSettings } from "../../domain/company/settings.ts";
import { hasEntries } from "../../domain/content/staff-list/find-entries.ts";
import type { FileStore } from "../../domain/files/store/store.ts";
import { PlainError } from "../../lib/errors/domain-error.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/runtime/clock.ts";
import { importFolder } from "../transfer/import-folder.ts";

/** Relative to the installation folder. */
export const sampleFolder = "app/ops/sample/content";

/** Whether the site is unused: without saved settings, entries, and sign-ins. */
export async function isUntouched(db: Database): Promise<boolean> {
  return !(await hasSettings(db)) && !(await hasEntries(db)) && !(await hasSignIns(db));
}

/** The sample company's name from its settings; `folder` is the installation folder. */
export async function readSampleCompany(folder: string): Promise<string> {
  const settings = parse(await readFile(join(folder, sampleFolder, "settings.yaml"), "utf8"));
  return settings.company.name;
}

/** Imports the sample company into an unused site. */
export async function fillSample(
  db: Database,
  files: FileStore,
  folder: string,
  clock: Clock,
): Promise<void> {
  // Of several first starts on one database, one imports and the others wait.
  await db.locks.runExclusively("sample content", async () => {
    if (!(await isUntouched(db))) return;
    await importFolder(db, files, folder, { actor: { id: "sample", requestId: "" }, now: clock.now() });
  });
}

/**
 * Fills in the sample in a subprocess, which frees the memory of picture encoding. The database
 * must be closed here.
 */
export async function fillSampleInSubprocess(
  folder: string,
  variables: Record<string, string | undefined>,
): Promise<void> {
  const child = spawn(process.execPath, [join(folder, "cli/sample.ts")], {
    cwd: folder,
    env: variables,
    // The channel closes when this process ends, and the child then ends too.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0)
    throw new PlainError(
      "Failed to fill in the sample content; the error is above. SAMPLE_CONTENT=off starts without it.",
    );
}
