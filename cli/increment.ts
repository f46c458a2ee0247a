import { setPriority } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPagePlace } from "#app/backup/increments/read-increment.ts";
import { forgetState, writeIncrement } from "#app/backup/increments/write-increment.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import { readProductVersion } from "#app/platform/product-version.ts";
import { readEnv } from "#app/platform/settings/env.ts";

/**
 * `node cli/increment.ts --copy PATH --taken-at MOMENT [--anew]`: keeps at BACKUP_URL what has changed in a copy of the embedded
 * database, and writes what it kept as one line of JSON. The site runs it by itself, apart, every few minutes.
 */
try {
  const { values } = parseArgs({
    options: {
      copy: { type: "string" },
      "taken-at": { type: "string" },
      anew: { type: "boolean", default: false },
    },
  });
  const { copy, "taken-at": takenAt, anew } = values;
  if (copy === undefined || takenAt === undefined) throw new Error("--copy and --taken-at are needed.");
  // The site goes first.
  setPriority(10);
  const folder = join(import.meta.dirname, "..");
  const env = readEnv(process.env, folder);
  const place = openPagePlace(env.backup);
  const stateFolder = join(env.dataDir, "increments");
  await place.pages.cleanUp(new Date());
  if (anew) forgetState(stateFolder);
  const written = await writeIncrement({
    ...place,
    copy,
    stateFolder,
    takenAt: new Date(takenAt),
    // A bucket outlives the machine by itself.
    files: env.bucket === null ? await openFileStore(env) : null,
    product: await readProductVersion(folder),
  });
  process.stdout.write(`${JSON.stringify(written)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
