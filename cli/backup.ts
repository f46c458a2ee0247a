import { generateX25519Identity } from "age-encryption";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { formatBytes } from "#app/lib/text/counts.ts";
import { requireBackupLocation } from "#app/ops/backup/backup-location.ts";
import { backupReasons, openBackupStore } from "#app/ops/backup/backup-store.ts";
import { proveInSubprocess } from "#app/ops/backup/backup-subprocess.ts";
import { listBackups } from "#app/ops/backup/backups.ts";
import { describeStored, type KnownProofs, listIncrements } from "#app/ops/backup/increments/increments.ts";
import { listSets } from "#app/ops/backup/increments/page-sets.ts";
import { openPagePlace } from "#app/ops/backup/increments/read-increment.ts";
import { readCopy, withSnapshot } from "#app/ops/backup/snapshot.ts";
import { type WriteOptions, type WrittenBackup, writeBackup } from "#app/ops/backup/write-backup.ts";
import { openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import { requireTables } from "#app/platform/database/open-up-to-date.ts";
import { readProductVersion } from "#app/platform/runtime/product-version.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

const usage = `npm run backup                backs up database and files to BACKUP_URL and tests the backup; the site can keep running
npm run backup -- --new-place continues after BACKUP_URL was emptied or BACKUP_KEY removed; otherwise the backup is refused
npm run backup -- list        lists backups and their increments, with the result of each test
npm run backup -- new-key     creates a key for BACKUP_KEY, to encrypt backups
To restore a backup, see docs/backup.md
`;

/**
 * `npm run backup`: writes the whole site to one file and tests whether it can be restored. The site runs it with --json, which
 * prints the result, and with --reason, --snapshot (a copy of the embedded database) and --taken-at.
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
    rest.length === 0 && ["", "list", "new-key"].includes(command) ? null : `Unknown argument "${command}".`,
  async run(values, [command = ""]) {
    if (command === "new-key") return printLine(await generateX25519Identity());
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
  // With --json the site itself runs it, as its own user.
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
  if (json) return printLine(JSON.stringify(written));
  printLine(describe(written, store.place));
  const proof = await proveInSubprocess({ folder: productFolder, variables: process.env }, written.name);
  for (const problem of proof.problems) process.stderr.write(`${problem}\n`);
  const seconds = (proof.restoreMs / 1000).toFixed(1);
  if (proof.problems.length > 0) process.exitCode = 1;
  else printLine(`Proven: it was restored in ${seconds} s, and ${proof.pages} pages were rendered from it.`);
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
  await using open = await openReadOnlyUnchecked(env);
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
  if (stored.length === 0) printLine(`There is no backup in ${backups.place}.`);
  for (const line of describeStored(stored, await listSets(pages), await readProofs(env))) printLine(line);
}

/** Results of earlier restore tests; null without a database, as on a new machine. */
async function readProofs(env: Env): Promise<KnownProofs | null> {
  try {
    await using open = await openReadOnlyUnchecked(env);
    return { backups: await listBackups(open.db), increments: await listIncrements(open.db) };
  } catch {
    return null;
  }
}
