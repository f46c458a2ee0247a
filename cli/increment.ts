import { setPriority } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { openPagePlace } from "#app/ops/backup/increments/read-increment.ts";
import { deleteIncrementState, writeIncrement } from "#app/ops/backup/increments/write-increment.ts";
import { readProductVersion } from "#app/platform/runtime/product-version.ts";
import { readEnv } from "#app/platform/settings/env.ts";

/**
 * `node cli/increment.ts --copy PATH --taken-at MOMENT [--new-set]`: backs up the changes in a copy of the embedded database to
 * BACKUP_URL and prints the result as a JSON line. The site runs it every few minutes in its own process.
 */
try {
  const { values } = parseArgs({
    options: {
      copy: { type: "string" },
      "taken-at": { type: "string" },
      "new-set": { type: "boolean", default: false },
    },
  });
  const { copy, "taken-at": takenAt, "new-set": isNewSet } = values;
  if (copy === undefined || takenAt === undefined) throw new Error("--copy and --taken-at are needed.");
  // Requests of the site have priority.
  setPriority(10);
  const folder = join(import.meta.dirname, "..");
  const env = readEnv(process.env, folder);
  const place = openPagePlace(env.backup);
  const stateFolder = join(env.dataDir, "increments");
  await place.pages.cleanUp(new Date());
  if (isNewSet) deleteIncrementState(stateFolder);
  const written = await writeIncrement({
    ...place,
    copy,
    stateFolder,
    takenAt: new Date(takenAt),
    // A bucket survives the loss of the machine.
    files: env.bucket === null ? await openFileStore(env) : null,
    product: await readProductVersion(folder),
  });
  process.stdout.write(`${JSON.stringify(written)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
