import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { mailAdmins } from "#app/domain/mail/outbox/outbox.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { formatCount } from "#app/lib/text/counts.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import {
  backupKeepFact,
  readDatabaseId,
  readFact,
  replaceFact,
} from "#app/platform/database/installation.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { BackupEnv, BackupPeriods } from "#app/platform/settings/files-env.ts";
import {
  type BackupReason,
  isAhead,
  openBackupStore,
  readBackupName,
  type StoredBackup,
} from "./backup-store.ts";
import type { Proof } from "./proof/prove-backup.ts";
import type { WrittenBackup } from "./write-backup.ts";

/** A recorded backup. */
export type BackupRow = Selectable<Schema["backups"]>;

/** Lists recorded backups, newest first. */
export function listBackups({ query }: Pick<Database, "query">): Promise<BackupRow[]> {
  return query.selectFrom("backups").selectAll().orderBy("taken_at", "desc").orderBy("name").execute();
}

/** Finds the newest proven backup that is not dated in the future. */
export function findProven(newestFirst: readonly BackupRow[], now = new Date()): BackupRow | undefined {
  return newestFirst.find(({ state, taken_at }) => state === "proven" && !isAhead(taken_at, now));
}

/** Counts recorded backups by state. */
export function countBackups(rows: readonly BackupRow[]): Record<string, number> {
  const count = (wanted: BackupRow["state"]) => rows.filter(({ state }) => state === wanted).length;
  return {
    proven: count("proven"),
    failed: count("failed"),
    unproven: count("unproven"),
  };
}

/** Requests a backup from any instance. Throws a `DomainError` if one is requested already. */
export async function requestBackup(tx: Writing, actionContext: ActionContext): Promise<void> {
  await tx.locks.acquire(tx.query, "backup request");
  if (await findRequestedBackup(tx)) throw new DomainError("in-use", "A backup has already been requested.");
  await tx.query
    .insertInto("backups")
    .values(createRow(`requested-${newId()}`, "requested", "requested", actionContext.now))
    .execute();
  await recordAudit(tx, actionContext.actor, "backup.ask", "");
}

/** The name of the pending backup request, or null. */
export async function findRequestedBackup({ query }: Pick<Database, "query">): Promise<string | null> {
  const row = await query
    .selectFrom("backups")
    .select("name")
    .where("state", "=", "requested")
    .executeTakeFirst();
  return row?.name ?? null;
}

const minuteMs = 60_000;

/**
 * Whether the newest automatic backup is older than the interval; checked every five minutes. A
 * failed backup is retried after an hour; backups dated in the future are ignored.
 */
export async function isBackupDue(
  { query }: Pick<Database, "query">,
  everyHours: number,
  now: Date,
): Promise<boolean> {
  if (everyHours === 0) return false;
  const rows = await query
    .selectFrom("backups")
    .select(["taken_at", "state", "bytes"])
    .where("reason", "=", "daily")
    .orderBy("taken_at", "desc")
    .execute();
  const last = rows.find(({ taken_at }) => !isAhead(taken_at, now));
  const hours = last && isUnmade(last) ? Math.min(everyHours, 1) : everyHours;
  // Five minutes early, or each backup would be a little later than the last.
  return !last || Date.parse(last.taken_at) <= now.getTime() - (hours * 60 - 5) * minuteMs;
}

/**
 * The newest full backup of this site if the current key does not open it, so that no increment can
 * use it. `databaseOf` returns null for an unreadable backup.
 */
export async function findUnreadable(
  { query }: Pick<Database, "query">,
  stored: readonly StoredBackup[],
  databaseOf: AdoptOptions["databaseOf"],
): Promise<string | null> {
  const storedNames = new Set(stored.map(({ name }) => name));
  const newest = (await listBackups({ query })).find(
    ({ name, reason }) => reason !== "update" && storedNames.has(name),
  );
  return newest && (await databaseOf(newest.name)) === null ? newest.name : null;
}

/** Whether writing the backup failed. */
function isUnmade({ state, bytes }: Pick<BackupRow, "state" | "bytes">): boolean {
  return state === "failed" && bytes === 0;
}

/** Deletes the request, whether the backup succeeded or not. */
export async function deleteBackupRequest({ query }: Pick<Database, "query">, name: string): Promise<void> {
  await query.deleteFrom("backups").where("name", "=", name).where("state", "=", "requested").execute();
}

/** Records a backup that was just written. */
export async function recordWrittenBackup(
  { query }: Database,
  written: WrittenBackup,
  reason: BackupReason,
): Promise<void> {
  await query
    .insertInto("backups")
    .values({
      ...createRow(written.name, reason, "unproven", new Date(written.takenAt)),
      bytes: written.bytes,
      row_count: written.rows,
      file_count: written.files,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The columns that record the result of a proof. */
export function describeProof({ problems }: Pick<Proof, "problems">, now: Date) {
  return {
    state: problems.length === 0 ? ("proven" as const) : ("failed" as const),
    problem: problems.join("\n"),
    proved_at: now.toISOString(),
  };
}

/** Records the result of a proof; mails all admins when a backup first fails. */
export async function recordProof(
  db: Database,
  { name, proof, now, publicUrl }: { name: string; proof: Proof; now: Date; publicUrl: URL },
): Promise<void> {
  const verdict = describeProof(proof, now);
  await write(db, async (tx) => {
    const before = await tx.query
      .selectFrom("backups")
      .select(["state", "taken_at"])
      .where("name", "=", name)
      .executeTakeFirst();
    if (!before) return;
    await tx.query
      .updateTable("backups")
      .set({
        ...verdict,
        restore_ms: proof.restoreMs,
        row_count: proof.rows,
        file_count: proof.files,
      })
      .where("name", "=", name)
      .execute();
    if (verdict.state === "failed" && before.state !== "failed")
      await notifyAdminsOfFailedBackup(tx, {
        takenAt: new Date(before.taken_at),
        problems: proof.problems,
        now,
        publicUrl,
      });
  });
}

/** Records that writing a backup failed; mails all admins at the first of consecutive failures. */
export async function recordFailedBackup(
  db: Database,
  { reason, problem, now, publicUrl }: { reason: BackupReason; problem: string; now: Date; publicUrl: URL },
): Promise<void> {
  await write(db, async (tx) => {
    const last = await tx.query
      .selectFrom("backups")
      .select(["state", "bytes"])
      .where("state", "<>", "requested")
      .where("taken_at", "<=", now.toISOString())
      .orderBy("taken_at", "desc")
      .executeTakeFirst();
    await tx.query
      .insertInto("backups")
      .values({
        ...createRow(`failed-${newId()}`, reason, "failed", now),
        problem,
      })
      .execute();
    if (!last || !isUnmade(last))
      await notifyAdminsOfFailedBackup(tx, { takenAt: now, problems: [problem], now, publicUrl });
  });
}

export interface AdoptOptions {
  /** The id of the backed-up database; null for an unreadable backup. */
  databaseOf(name: string): Promise<string | null>;
  /** Whether other instances may have backups that this one cannot list. */
  hasOtherFolders: boolean;
}

/**
 * Makes the recorded backups match the stored ones. Returns the names of backups of other or
 * unknown databases, which are neither proven nor removed.
 */
export async function adoptStored(
  { query }: Database,
  stored: readonly StoredBackup[],
  { databaseOf, hasOtherFolders }: AdoptOptions,
): Promise<string[]> {
  const own = await readDatabaseId({ query });
  const rows = await listBackups({ query });
  const known = new Set(rows.map(({ name }) => name));
  const storedNames = new Set(stored.map(({ name }) => name));
  const leftOut: string[] = [];
  for (const { name, bytes } of stored) {
    const about = readBackupName(name);
    if (about === null) continue;
    const database = await databaseOf(name);
    const isOurs = database === own || (database === null && known.has(name));
    if (!isOurs) {
      leftOut.push(name);
      await deleteBackupRow({ query }, name);
    }
    if (isOurs && isChanged(rows, { name, bytes })) await forgetProof({ query }, { name, bytes });
    if (!isOurs || known.has(name)) continue;
    await query
      .insertInto("backups")
      .values({
        ...createRow(name, about.reason, "unproven", about.takenAt),
        bytes,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (!hasOtherFolders)
    for (const name of known)
      if (!storedNames.has(name) && readBackupName(name) !== null) await deleteBackupRow({ query }, name);
  return leftOut;
}

/**
 * Whether the size of a stored backup differs from the recorded one, so that it was damaged or
 * replaced.
 */
export function isChanged(
  rows: readonly Pick<BackupRow, "name" | "bytes">[],
  { name, bytes }: Pick<StoredBackup, "name" | "bytes">,
): boolean {
  const row = rows.find((one) => one.name === name);
  return row !== undefined && row.bytes > 0 && row.bytes !== bytes;
}

/** Marks a backup as unproven, because its bytes changed. */
async function forgetProof(
  { query }: Pick<Database, "query">,
  { name, bytes }: Pick<StoredBackup, "name" | "bytes">,
): Promise<void> {
  await query
    .updateTable("backups")
    .set({ state: "unproven", bytes, problem: "", proved_at: null })
    .where("name", "=", name)
    .execute();
}

const proofMs = 7 * 86_400_000;

/**
 * Names of proven backups to prove again, because storage decays: the newest, and the older one
 * with the oldest proof. A proof lasts a week.
 */
export function chooseReproofs(newestFirst: readonly BackupRow[], now: Date): string[] {
  const before = new Date(now.getTime() - proofMs).toISOString();
  const proven = newestFirst.filter(({ state, taken_at }) => state === "proven" && !isAhead(taken_at, now));
  const [newest, ...older] = proven;
  const longestAgo = older.toSorted((a, b) => ((a.proved_at ?? "") < (b.proved_at ?? "") ? -1 : 1))[0];
  return [newest, longestAgo].flatMap((row) => (row && (row.proved_at ?? "") <= before ? [row.name] : []));
}

export async function deleteBackupRow({ query }: Pick<Database, "query">, name: string): Promise<void> {
  await query.deleteFrom("backups").where("name", "=", name).execute();
}

function createRow(name: string, reason: BackupReason, state: BackupRow["state"], takenAt: Date): BackupRow {
  return {
    name,
    reason,
    state,
    taken_at: takenAt.toISOString(),
    bytes: 0,
    row_count: 0,
    file_count: 0,
    problem: "",
    proved_at: null,
    restore_ms: null,
  };
}

interface Failure {
  takenAt: Date;
  problems: readonly string[];
  now: Date;
  publicUrl: URL;
}

/** Mails every admin. */
export function notifyAdminsOfFailedBackup(
  tx: Writing,
  { takenAt, problems, now, publicUrl }: Failure,
): Promise<void> {
  return mailAdmins(tx, now, (name) => ({
    template: "backup-failed",
    name,
    at: takenAt,
    problems: problems.slice(0, 5).map((problem) => problem.slice(0, 500)),
    link: new URL("/dashboard/backups", publicUrl).href,
  }));
}

const dayMs = 86_400_000;

/**
 * Names of backups to remove. One of each recent day, week and month stays, preferably a proven
 * one; the newest proven one and those dated today or in the future stay too.
 */
export function chooseExpired(rows: readonly BackupRow[], keep: BackupPeriods, now: Date): string[] {
  const newestFirst = rows
    .filter(({ state, taken_at }) => state !== "requested" && !isAhead(taken_at, now))
    .toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1));
  const stored = newestFirst.filter(({ bytes }) => bytes > 0);
  const retained = new Set<string>();
  const retainOneOfEach = (nameOf: (takenAt: Date) => string, count: number) => {
    const periods = Map.groupBy(stored, ({ taken_at }) => nameOf(new Date(taken_at)));
    for (const ofPeriod of [...periods.values()].slice(0, count)) {
      const best = ofPeriod.find(({ state }) => state === "proven") ?? ofPeriod[0];
      if (best) retained.add(best.name);
    }
  };
  retainOneOfEach((takenAt) => takenAt.toISOString().slice(0, 10), keep.days);
  retainOneOfEach((takenAt) => String(Math.floor((takenAt.getTime() / dayMs + 3) / 7)), keep.weeks);
  retainOneOfEach((takenAt) => takenAt.toISOString().slice(0, 7), keep.months);
  const newestProven = stored.find(({ state }) => state === "proven");
  if (newestProven) retained.add(newestProven.name);
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  return newestFirst
    .filter(({ name, taken_at }) => !retained.has(name) && taken_at < dayAgo)
    .map(({ name }) => name);
}

export interface BackupDownload {
  bytes: number;
  /** As stored: an encrypted backup stays encrypted. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Throws a `DomainError` if this site has no backup of this name. */
export async function findStoredBackup(
  db: Database,
  place: BackupEnv["place"],
  name: string,
): Promise<StoredBackup> {
  const isOurs = (await listBackups(db)).some((row) => row.name === name);
  const stored = isOurs ? (await openBackupStore(place).list()).find((one) => one.name === name) : undefined;
  if (!stored) throw new DomainError("missing", "There is no such backup.");
  return stored;
}

/**
 * Opens a backup of this site for download and records that in the audit log. Throws a
 * `DomainError` if it does not exist.
 */
export async function downloadBackup(
  db: Database,
  place: BackupEnv["place"],
  name: string,
  { actor }: ActionContext,
): Promise<BackupDownload> {
  const { bytes } = await findStoredBackup(db, place, name);
  await write(db, (tx) => recordAudit(tx, actor, "backup.download", "", name));
  return { bytes, chunks: openBackupStore(place).read(name) };
}

/** Interval and retention of automatic backups. */
export interface BackupRule {
  /** Hours between automatic backups; 0 turns them off. */
  everyHours: number;
  keep: BackupPeriods;
}

/** The admins' settings; the deployer's variables take precedence. */
export async function readBackupRule(
  db: Database,
  { everyHours, keep }: Pick<BackupEnv, "everyHours" | "keep">,
): Promise<BackupRule> {
  const { backups } = await readSettings(db);
  return {
    everyHours: everyHours ?? backups.everyHours,
    keep: keep ?? backups.keep,
  };
}

/** How long a shorter rule removes nothing, so that a start without BACKUP_KEEP costs no backup. */
const longerKeepMs = 7 * dayMs;

/** Records the rule in force; returns the longest of the last week. */
export async function readLongestRetention(
  db: Database,
  keep: BackupPeriods,
  now: Date,
): Promise<BackupPeriods> {
  const known: (BackupPeriods & { at: string })[] = JSON.parse((await readFact(db, backupKeepFact)) ?? "[]");
  const since = new Date(now.getTime() - longerKeepMs).toISOString();
  const others = known.filter(
    ({ days, weeks, months, at }) =>
      at >= since && !(days === keep.days && weeks === keep.weeks && months === keep.months),
  );
  const rules = [...others, { ...keep, at: now.toISOString() }];
  await replaceFact(db, backupKeepFact, JSON.stringify(rules));
  return {
    days: Math.max(...rules.map(({ days }) => days)),
    weeks: Math.max(...rules.map(({ weeks }) => weeks)),
    months: Math.max(...rules.map(({ months }) => months)),
  };
}

/** A setting fixed by an environment variable. */
export interface FixedSetting {
  path: string;
  label: string;
  variable: string;
  value: string;
}

/** The backup settings that the dashboard cannot change. */
export function listFixedSettings({
  everyHours,
  keep,
}: Pick<BackupEnv, "everyHours" | "keep">): FixedSetting[] {
  const fixed: FixedSetting[] = [];
  if (everyHours !== null)
    fixed.push({
      path: "backups.everyHours",
      label: "Hours between backups",
      variable: "BACKUP_EVERY",
      value: everyHours === 0 ? "off" : String(everyHours),
    });
  if (keep !== null)
    fixed.push({
      path: "backups.keep",
      label: "Retention",
      variable: "BACKUP_KEEP",
      value: formatPeriods(keep),
    });
  return fixed;
}

/** Formats periods such as "7 days, 4 weeks and 12 months". */
export function formatPeriods({ days, weeks, months }: BackupPeriods): string {
  return `${formatCount(days, "day")}, ${formatCount(weeks, "week")} and ${formatCount(months, "month")}`;
}
