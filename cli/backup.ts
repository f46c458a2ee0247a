import { generateX25519Identity } from "age-encryption";
import { requireBackupLocation } from "#app/backup/backup-location.ts";
import { backupReasons, openBackupStore } from "#app/backup/backup-store.ts";
import { proveInSubprocess } from "#app/backup/backup-subprocess.ts";
import { listBackups } from "#app/backup/backups.ts";
import { describeStored, type KnownProofs, listIncrements } from "#app/backup/increments/increments.ts";
import { listSets } from "#app/backup/increments/page-sets.ts";
import { openPagePlace } from "#app/backup/increments/read-increment.ts";
import { readCopy, withSnapshot } from "#app/backup/snapshot.ts";
import { type WriteOptions, type WrittenBackup, writeBackup } from "#app/backup/write-backup.ts";
import { openForReading } from "#app/database/open.ts";
import { requireTables } from "#app/database/open-up-to-date.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import { readProductVersion } from "#app/platform/product-version.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { formatBytes } from "#app/text/counts.ts";
import { productFolder, runCommand, say } from "./command.ts";

const usage = `npm run backup                backs up database and files to BACKUP_URL, and proves it; the site may run meanwhile
npm run backup -- --new-place goes on where BACKUP_URL was emptied or BACKUP_KEY removed: otherwise nothing is written there
npm run backup -- list        says which backups there are, and which increments on which base, each with its proof
npm run backup -- new-key     makes a key to seal backups with, for BACKUP_KEY
How to restore one: docs/backup.md
`;

/**
 * `npm run backup`: everything of the site in one file, and a try whether it can be restored. The site itself runs it with
 * --json, which answers what was written, and with --reason, --snapshot (a copy of the embedded database) and --taken-at.
 */
await runCommand({
  usage,
  options: {
    json: { type: "boolean", default: false },
    reason: { type: "string", default: "command" },
    snapshot: { type: "string" },
    "taken-at": { type: "string", default: new Date().toISOString() },
    "new-place": { type: "boolean", default: false },
  },
  check: ([command = "", ...rest]) =>
    rest.length === 0 && ["", "list", "new-key"].includes(command) ? null : `"${command}" is not known here.`,
  async run(values, [command = ""]) {
    if (command === "new-key") return say(await generateX25519Identity());
    const env = readEnv(process.env, productFolder);
    await (command === "list" ? list(env) : backUp(env, values));
  },
});

interface Values {
  json?: boolean;
  reason?: string;
  snapshot?: string | undefined;
  "taken-at"?: string;
  "new-place"?: boolean;
}

async function backUp(env: Env, values: Values): Promise<void> {
  const { json, reason, snapshot, "taken-at": takenAt = new Date().toISOString() } = values;
  // With --json the site itself runs it, as whoever it is.
  if (!json) refuseRootInDataDir(env.dataDir);
  const store = openBackupStore(env.backup.place);
  await store.cleanUp(new Date());
  const options: Options = {
    store,
    key: env.backup.key,
    reason: backupReasons.find((one) => one === reason) ?? "command",
    product: await readProductVersion(productFolder),
  };
  const written =
    snapshot === undefined
      ? await backUpNow(env, options, values["new-place"] ?? false)
      : await backUpCopy(env, options, { snapshot, takenAt });
  if (json) return say(JSON.stringify(written));
  say(describe(written, store.place));
  const proof = await proveInSubprocess({ folder: productFolder, variables: process.env }, written.name);
  for (const problem of proof.problems) process.stderr.write(`${problem}\n`);
  const seconds = (proof.restoreMs / 1000).toFixed(1);
  if (proof.problems.length > 0) process.exitCode = 1;
  else say(`Proven: it was restored in ${seconds} s, and ${proof.pages} pages were rendered from it.`);
}

type Options = Omit<WriteOptions, "files">;

async function backUpCopy(
  env: Env,
  options: Options,
  { snapshot, takenAt }: { snapshot: string; takenAt: string },
): Promise<WrittenBackup> {
  const files = await openFileStore(env);
  return await readCopy(snapshot, new Date(takenAt), (copy) => writeBackup(copy, { ...options, files }));
}

async function backUpNow(env: Env, options: Options, isNewPlace: boolean): Promise<WrittenBackup> {
  await using open = await openForReading(env);
  await requireTables(open.db, env);
  if (!isNewPlace) await requireBackupLocation(open.db, env);
  const files = await openFileStore(env, undefined, open.db);
  using scratch = makeScratch(env.dataDir);
  return await withSnapshot(open.db, scratch.path, (taken) => writeBackup(taken, { ...options, files }));
}

function describe({ name, rows, files, bytes }: WrittenBackup, place: string): string {
  const counts = `${rows.toLocaleString("en")} rows, ${files.toLocaleString("en")} stored files, ${formatBytes(bytes)}`;
  return `Backed up to ${name} in ${place}: ${counts}`;
}

async function list(env: Env): Promise<void> {
  const { backups, pages } = openPagePlace(env.backup);
  const stored = await backups.list();
  if (stored.length === 0) say(`There is no backup in ${backups.place}.`);
  for (const line of describeStored(stored, await listSets(pages), await readProofs(env))) say(line);
}

/** Null where there is no database, as on a machine that is to be restored to. */
async function readProofs(env: Env): Promise<KnownProofs | null> {
  try {
    await using open = await openForReading(env);
    return { backups: await listBackups(open.db), increments: await listIncrements(open.db) };
  } catch {
    return null;
  }
}
