import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { hasSignIns } from "./accounts/users.ts";
import { hasSettings } from "./company/settings.ts";
import { hasEntries } from "./content/staff-list/find-entries.ts";
import type { Database } from "./database/database.ts";
import type { FileStore } from "./files/store/store.ts";
import type { Clock } from "./platform/clock.ts";
import { PlainError } from "./platform/domain-error.ts";
import { importFolder } from "./transfer/import-folder.ts";

/** Within the product. */
export const sampleFolder = "app/database/sample";

/** Whether the site is unused: without saved settings, entries, and sign-ins. */
export async function isUntouched(db: Database): Promise<boolean> {
  return !(await hasSettings(db)) && !(await hasEntries(db)) && !(await hasSignIns(db));
}

/** The company that the sample content is of, as its settings call it. @param folder where the product is installed */
export async function readSampleCompany(folder: string): Promise<string> {
  const settings = parse(await readFile(join(folder, sampleFolder, "settings.yaml"), "utf8"));
  return settings.company.name;
}

/** Fills an untouched site with the sample company, by the same import a deployer uses. */
export async function fillSample(
  db: Database,
  files: FileStore,
  folder: string,
  clock: Clock,
): Promise<void> {
  // Of several first starts at once on one database, one fills it and the others wait for that.
  await db.locks.runExclusively("sample content", async () => {
    if (!(await isUntouched(db))) return;
    await importFolder(db, files, folder, { actor: { id: "sample", requestId: "" }, now: clock.now() });
  });
}

/** The same in a process of its own: what it takes to make the pictures small is given back when it ends. The database must be closed here. */
export async function fillSampleInSubprocess(
  folder: string,
  variables: Record<string, string | undefined>,
): Promise<void> {
  const child = spawn(process.execPath, [join(folder, "cli/sample.ts")], {
    cwd: folder,
    env: variables,
    // By its channel the process learns that this one was stopped or killed, and ends too.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0)
    throw new PlainError(
      "The sample content could not be filled in; what was wrong stands above. SAMPLE_CONTENT=off starts without it.",
    );
}
