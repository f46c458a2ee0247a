import { existsSync, readFileSync } from "node:fs";
import { openFilesOfSite } from "#app/domain/files/store/open-store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { formatBytes } from "#app/lib/text/counts.ts";
import { findLatest } from "#app/ops/backup/backup-owner.ts";
import {
  type BackupStore,
  openBackupStore,
  readBackupFile,
  readBackupName,
} from "#app/ops/backup/backup-store.ts";
import { BrokenBackup } from "#app/ops/backup/file/format.ts";
import { type BackupAccess, unpack } from "#app/ops/backup/file/packing.ts";
import { isPageName } from "#app/ops/backup/increments/page-sets.ts";
import { openPagePlace } from "#app/ops/backup/increments/read-increment.ts";
import { restoreIncrement } from "#app/ops/backup/increments/restore-increment.ts";
import { type RestoredSite, restoreSite, type SiteRestore } from "#app/ops/backup/restore-backup.ts";
import type { BackupSource } from "#app/ops/backup/single/read-backup.ts";
import { restoreEntry } from "#app/ops/backup/single/restore-entry.ts";
import { restoreLead } from "#app/ops/backup/single/restore-lead.ts";
import { readFact } from "#app/platform/database/installation.ts";
import { NoDatabase, openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import { openForCommand } from "#app/platform/database/open-up-to-date.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { readBackupKey, readBackupPlace } from "#app/platform/settings/files-env.ts";
import { withSecretFiles } from "#app/platform/settings/variables.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

const usage = `npm run restore -- FILE                  restores a site from a backup into an empty place
npm run restore -- NAME                  one of those at BACKUP_URL; "latest" is the newest, increments too
npm run restore -- s3://…/NAME           one in a bucket
  --key FILE          a file with the key, instead of BACKUP_KEY
  --unsealed          accepts an unencrypted backup although a key is set; use it only for your own backup
  --without-secret    continues without the lost secret; deletes the data that it encrypts
  --entry KIND/SLUG   restores one entry, by address or id, as a draft into the existing site
    --as-copy         as a copy, if the entry or its address exists
  --lead REFERENCE    restores one message or call request into the existing site
    --erased          its text was deleted by mistake
Restores into DATA_DIR, or into PostgreSQL with DATABASE_URL. It overwrites nothing. Step by step: docs/backup.md
`;

const actor = { id: "restore", requestId: "" };

/** `npm run restore -- FILE|NAME|URL`: restores a whole site to either engine, or one record into the existing site. */
await runCommand({
  usage,
  options: {
    key: { type: "string" },
    unsealed: { type: "boolean", default: false },
    "without-secret": { type: "boolean", default: false },
    entry: { type: "string" },
    "as-copy": { type: "boolean", default: false },
    lead: { type: "string" },
    erased: { type: "boolean", default: false },
  },
  check: ([source, second]) => (source !== undefined && second === undefined ? null : "Name one backup."),
  run: (values, [source = ""]) => run(source, values),
});

interface Values {
  key?: string | undefined;
  unsealed?: boolean;
  "without-secret"?: boolean;
  entry?: string | undefined;
  "as-copy"?: boolean;
  lead?: string | undefined;
  erased?: boolean;
}

async function run(name: string, values: Values): Promise<void> {
  const env = readEnv(process.env, productFolder);
  refuseRootInDataDir(env.dataDir);
  const key = values.key === undefined ? env.backup.key : readKeyFile(values.key);
  if (values.entry !== undefined && values.lead !== undefined)
    throw new PlainError("Restore an entry or a lead, one at a time.");
  const access: BackupAccess = { key, takesUnsealed: values.unsealed ?? false, onOpened: announceOnce() };
  if (values.entry !== undefined || values.lead !== undefined) {
    const read = await findSource(env, name, access);
    const source = { ...access, read };
    if (values.entry !== undefined) await runEntry(env, source, values.entry, values["as-copy"] ?? false);
    else if (values.lead !== undefined) await runLead(env, source, values.lead, values.erased ?? false);
    return;
  }
  const secret = values["without-secret"] ? "lost" : "checked";
  const startedAt = performance.now();
  const restored =
    name === "latest"
      ? await restoreLatest(env, { access, secret })
      : await restoreNamed(env, name, { access, secret });
  reportRestored(env, restored, performance.now() - startedAt);
}

async function restoreNamed(
  env: Env,
  name: string,
  { access, secret }: { access: BackupAccess } & Pick<SiteRestore, "secret">,
): Promise<RestoredSite> {
  if (isPageName(name)) {
    const place = openPagePlace({ ...access, place: env.backup.place });
    const restored = await restoreIncrement(env, place, { wanted: name, secret, log: printLine });
    if (restored) return restored;
  }
  const read = await findSource(env, name, access);
  return restoreSite(env, { lines: unpack(read(), access), secret });
}

/** The newest increment or full backup that is not damaged; damaged ones are logged and skipped. */
async function restoreLatest(
  env: Env,
  { access, secret }: { access: BackupAccess } & Pick<SiteRestore, "secret">,
): Promise<RestoredSite> {
  const place = openPagePlace({ ...access, place: env.backup.place });
  const { backups } = place;
  const now = new Date();
  const own = await readOwnId(env);
  const damaged: string[] = [];
  const log = sayOnce();
  for (;;) {
    const latest = await findLatest(place, { now, database: own, without: damaged, log });
    const { name, takenAt: after, database } = latest;
    const wanted = { after, database, now };
    const fromIncrement = await restoreIncrement(env, place, { wanted, secret, log });
    if (fromIncrement) return fromIncrement;
    printLine(`Taking ${name} from ${backups.place}.`);
    try {
      return await restoreSite(env, { lines: unpack(backups.read(name), access), secret });
    } catch (error) {
      if (!(error instanceof BrokenBackup)) throw error;
      log(`${name} is skipped: ${error.message}`);
      damaged.push(name);
    }
  }
}

function sayOnce(): (line: string) => void {
  const printed = new Set<string>();
  return (line) => {
    if (!printed.has(line)) printLine(line);
    printed.add(line);
  };
}

/** Prints each message once, because a backup is opened for each search and an increment has several files. */
function announceOnce(): NonNullable<BackupAccess["onOpened"]> {
  const printed = new Set<string>();
  return (is) => {
    if (!printed.has(is)) printLine(is === "sealed" ? "It is encrypted." : "It is not encrypted.");
    printed.add(is);
  };
}

async function runEntry(env: Env, source: BackupSource, entry: string, asCopy: boolean): Promise<void> {
  await using open = await openForCommand(env, { holder: "npm run restore" });
  const { store } = await openFilesOfSite(env, open.db);
  const made = await restoreEntry(open.db, store, source, { entry, asCopy, actor, now: new Date() });
  const files = made.files === 0 ? "" : `, with ${made.files} missing files`;
  process.stdout.write(
    `Restored the ${made.kind.label.one.toLowerCase()} “${made.title}” (${made.id}) as a draft${files}. Publish it in the dashboard.\n`,
  );
  const { back, taken } = made.addresses;
  if (back > 0) process.stdout.write(`Former addresses that lead to it again: ${back}.\n`);
  if (taken > 0) process.stdout.write(`Former addresses that now lead elsewhere: ${taken}.\n`);
}

async function runLead(env: Env, source: BackupSource, lead: string, evenErased: boolean): Promise<void> {
  await using open = await openForCommand(env, { holder: "npm run restore" });
  const { reference, name } = await restoreLead(open.db, source, {
    lead,
    evenErased,
    actor,
    now: new Date(),
  });
  process.stdout.write(`Restored ${reference} of ${name}. No e-mail was sent.\n`);
}

function reportRestored(env: Env, restored: RestoredSite, milliseconds: number): void {
  const { header, trailer, files, fileBytes, problems } = restored;
  const seconds = (milliseconds / 1000).toFixed(1);
  const where = env.databaseUrl === null ? env.dataDir : "PostgreSQL";
  process.stdout.write(
    `Restored the site of ${header.takenAt} into ${where} in ${seconds} s: ${trailer.rows.toLocaleString("en")} rows and ${files.toLocaleString("en")} stored files (${formatBytes(fileBytes)}), each compared with what was backed up.\n`,
  );
  if (!header.withFiles && header.reason === "update")
    process.stdout.write("This backup has no files: it was made before an update, of the database only.\n");
  for (const problem of problems) process.stdout.write(`Not in the backup: ${problem}\n`);
  if (process.getuid?.() === 0)
    printLine(`All files belong to root. If the site runs as another user: chown -R USER ${env.dataDir}`);
}

/** A full backup: one thing is taken from such a one alone. */
async function findSource(env: Env, source: string, access: BackupAccess): Promise<BackupSource["read"]> {
  if (source.startsWith("s3://")) {
    const url = new URL(source);
    const cut = url.pathname.lastIndexOf("/");
    const name = url.pathname.slice(cut + 1);
    url.pathname = url.pathname.slice(0, cut);
    const variables = withSecretFiles(process.env);
    const place = readBackupPlace(url.href, process.cwd(), (key) => variables[key]?.trim() || null);
    const bucket = openBackupStore(place);
    printLine(`Taking ${name} from ${bucket.place}.`);
    return () => bucket.read(name);
  }
  if (existsSync(source)) {
    printLine(`Taking ${source}.`);
    return () => readBackupFile(source);
  }
  const store = openBackupStore(env.backup.place);
  const name = source === "latest" ? await nameLatest(env, store, access) : source;
  if (readBackupName(name) === null) throw new PlainError(`There is no file ${source}.`);
  printLine(`Taking ${name} from ${store.place}.`);
  return () => store.read(name);
}

async function nameLatest(env: Env, backups: BackupStore, access: BackupAccess): Promise<string> {
  const { name } = await findLatest(
    { backups, ...access },
    { now: new Date(), database: await readOwnId(env), log: printLine },
  );
  return name;
}

/** Id of the existing database; null without one. */
async function readOwnId(env: Env): Promise<string | null> {
  try {
    await using open = await openReadOnlyUnchecked(env);
    if (!(await open.db.dialect.hasTable(open.db.query, "installation"))) return null;
    return await readFact(open.db, "id");
  } catch (error) {
    if (error instanceof NoDatabase) return null;
    throw error;
  }
}

function readKeyFile(path: string): string | null {
  if (!existsSync(path)) throw new PlainError(`--key: there is no file ${path}.`);
  const lines = readFileSync(path, "utf8").split(/\r?\n/);
  // age-keygen writes comments above the key.
  return readBackupKey(
    "--key",
    lines.find((line) => line.trim() !== "" && !line.startsWith("#"))?.trim() ?? "",
  );
}
