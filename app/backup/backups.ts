import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { readSettings } from "#app/company/settings.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { backupKeepFact, readDatabaseId, readFact, replaceFact } from "#app/database/installation.ts";
import type { Schema } from "#app/database/schema.ts";
import { mailAdmins } from "#app/mail/outbox/outbox.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import type { BackupEnv, BackupPeriods } from "#app/platform/settings/files-env.ts";
import { formatCount } from "#app/text/counts.ts";
import {
  type BackupReason,
  isAhead,
  openBackupStore,
  readBackupName,
  type StoredBackup,
} from "./backup-store.ts";
import type { Proof } from "./proof/prove-backup.ts";
import type { WrittenBackup } from "./write-backup.ts";

/** What is known of a backup. */
export type BackupRow = Selectable<Schema["backups"]>;

/** The newest first. */
export function listBackups({ query }: Pick<Database, "query">): Promise<BackupRow[]> {
  return query.selectFrom("backups").selectAll().orderBy("taken_at", "desc").orderBy("name").execute();
}

/** The newest proven one that is not dated in the future. */
export function findProven(newestFirst: readonly BackupRow[], now = new Date()): BackupRow | undefined {
  return newestFirst.find(({ state, taken_at }) => state === "proven" && !isAhead(taken_at, now));
}

/** How many there are of each state that something can be known of. */
export function countBackups(rows: readonly BackupRow[]): Record<string, number> {
  const count = (wanted: BackupRow["state"]) => rows.filter(({ state }) => state === wanted).length;
  return {
    proven: count("proven"),
    failed: count("failed"),
    unproven: count("unproven"),
  };
}

/** Asks whichever instance makes backups for one, soon. Throws a DomainError when somebody has asked already. */
export async function askForBackup(tx: Writing, actionContext: ActionContext): Promise<void> {
  await tx.locks.acquire(tx.query, "backup asked for");
  if (await findRequestedBackup(tx)) throw new DomainError("in-use", "A backup has been asked for already.");
  await tx.query
    .insertInto("backups")
    .values(aRow(`requested-${newId()}`, "requested", "requested", actionContext.now))
    .execute();
  await recordAudit(tx, actionContext.actor, "backup.ask", "");
}

/** The wish for a backup that waits, or is under way; null for none. */
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
 * Whether the newest automatic backup is as old as the interval; looked at every five minutes. One that could not be
 * made is tried again after an hour, and one that is dated in the future stops none.
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
  // A few minutes early, or each would be a little later than the one before.
  return !last || Date.parse(last.taken_at) <= now.getTime() - (hours * 60 - 5) * minuteMs;
}

/**
 * The name of the newest whole backup of this site where it does not open with the present key: no increment can stand on it.
 * @param databaseOf null for one that can't be read
 */
export async function findUnreadable(
  { query }: Pick<Database, "query">,
  stored: readonly StoredBackup[],
  databaseOf: AdoptOptions["databaseOf"],
): Promise<string | null> {
  const there = new Set(stored.map(({ name }) => name));
  const newest = (await listBackups({ query })).find(
    ({ name, reason }) => reason !== "update" && there.has(name),
  );
  return newest && (await databaseOf(newest.name)) === null ? newest.name : null;
}

/** Whether it could not even be written. */
function isUnmade({ state, bytes }: Pick<BackupRow, "state" | "bytes">): boolean {
  return state === "failed" && bytes === 0;
}

/** Deletes the request, whether the backup succeeded or not. */
export async function endAsked({ query }: Pick<Database, "query">, name: string): Promise<void> {
  await query.deleteFrom("backups").where("name", "=", name).where("state", "=", "requested").execute();
}

/** Keeps what is known of one that was just written. */
export async function noteWritten(
  { query }: Database,
  written: WrittenBackup,
  reason: BackupReason,
): Promise<void> {
  await query
    .insertInto("backups")
    .values({
      ...aRow(written.name, reason, "unproven", new Date(written.takenAt)),
      bytes: written.bytes,
      row_count: written.rows,
      file_count: written.files,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What is kept of a proof, beside what it was of. */
export function describeProof({ problems }: Pick<Proof, "problems">, now: Date) {
  return {
    state: problems.length === 0 ? ("proven" as const) : ("failed" as const),
    problem: problems.join("\n"),
    proved_at: now.toISOString(),
  };
}

/** What a proof has found; of one that failed all admins are told, once. */
export async function noteProof(
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

/** One that could not even be written; of the first of a spell all admins are told. */
export async function noteFailure(
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
        ...aRow(`failed-${newId()}`, reason, "failed", now),
        problem,
      })
      .execute();
    if (!last || !isUnmade(last))
      await notifyAdminsOfFailedBackup(tx, { takenAt: now, problems: [problem], now, publicUrl });
  });
}

export interface AdoptOptions {
  /** The id of the database that a stored backup is of; null for one that can't be read. */
  databaseOf(name: string): Promise<string | null>;
  /** Whether other instances may have backups that this one does not see. */
  othersHoldSome: boolean;
}

/**
 * Makes what is known agree with what is kept: some came from elsewhere, some are gone. Those of other databases, and those of
 * which can't be said whose they are, are left out, so that they are neither proven nor removed. Answers their names.
 */
export async function adoptStored(
  { query }: Database,
  stored: readonly StoredBackup[],
  { databaseOf, othersHoldSome }: AdoptOptions,
): Promise<string[]> {
  const own = await readDatabaseId({ query });
  const rows = await listBackups({ query });
  const known = new Set(rows.map(({ name }) => name));
  const there = new Set(stored.map(({ name }) => name));
  const leftOut: string[] = [];
  for (const { name, bytes } of stored) {
    const about = readBackupName(name);
    if (about === null) continue;
    const database = await databaseOf(name);
    const isOurs = database === own || (database === null && known.has(name));
    if (!isOurs) {
      leftOut.push(name);
      await forgetBackup({ query }, name);
    }
    if (isOurs && isChanged(rows, { name, bytes })) await forgetProof({ query }, { name, bytes });
    if (!isOurs || known.has(name)) continue;
    await query
      .insertInto("backups")
      .values({
        ...aRow(name, about.reason, "unproven", about.takenAt),
        bytes,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (!othersHoldSome)
    for (const name of known)
      if (!there.has(name) && readBackupName(name) !== null) await forgetBackup({ query }, name);
  return leftOut;
}

/** Whether a stored backup has another size than the one on record: it was damaged or replaced since. */
export function isChanged(
  rows: readonly Pick<BackupRow, "name" | "bytes">[],
  { name, bytes }: Pick<StoredBackup, "name" | "bytes">,
): boolean {
  const row = rows.find((one) => one.name === name);
  return row !== undefined && row.bytes > 0 && row.bytes !== bytes;
}

/** A proof was of other bytes: it has to be made again. */
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
 * Names of proven backups to prove again, since bytes decay: the newest, and of the older ones the one that was proved longest ago.
 * A proof of the last week counts.
 */
export function chooseReproofs(newestFirst: readonly BackupRow[], now: Date): string[] {
  const before = new Date(now.getTime() - proofMs).toISOString();
  const proven = newestFirst.filter(({ state, taken_at }) => state === "proven" && !isAhead(taken_at, now));
  const [newest, ...older] = proven;
  const longestAgo = older.toSorted((a, b) => ((a.proved_at ?? "") < (b.proved_at ?? "") ? -1 : 1))[0];
  return [newest, longestAgo].flatMap((row) => (row && (row.proved_at ?? "") <= before ? [row.name] : []));
}

export async function forgetBackup({ query }: Pick<Database, "query">, name: string): Promise<void> {
  await query.deleteFrom("backups").where("name", "=", name).execute();
}

function aRow(name: string, reason: BackupReason, state: BackupRow["state"], takenAt: Date): BackupRow {
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

/** One e-mail to each. */
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
 * Names of backups that are kept no longer: of each of the last days, weeks and months that have one, one stays, proven if there
 * is a proven one. The newest proven stays whatever its age, and so does what is not a day old. What is dated in the future stays
 * too, and in the place of no other.
 */
export function chooseExpired(rows: readonly BackupRow[], keep: BackupPeriods, now: Date): string[] {
  const newestFirst = rows
    .filter(({ state, taken_at }) => state !== "requested" && !isAhead(taken_at, now))
    .toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1));
  const whole = newestFirst.filter(({ bytes }) => bytes > 0);
  const kept = new Set<string>();
  const keepOneOfEach = (nameOf: (takenAt: Date) => string, count: number) => {
    const periods = Map.groupBy(whole, ({ taken_at }) => nameOf(new Date(taken_at)));
    for (const ofPeriod of [...periods.values()].slice(0, count)) {
      const best = ofPeriod.find(({ state }) => state === "proven") ?? ofPeriod[0];
      if (best) kept.add(best.name);
    }
  };
  keepOneOfEach((takenAt) => takenAt.toISOString().slice(0, 10), keep.days);
  keepOneOfEach((takenAt) => String(Math.floor((takenAt.getTime() / dayMs + 3) / 7)), keep.weeks);
  keepOneOfEach((takenAt) => takenAt.toISOString().slice(0, 7), keep.months);
  const newestProven = whole.find(({ state }) => state === "proven");
  if (newestProven) kept.add(newestProven.name);
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  return newestFirst
    .filter(({ name, taken_at }) => !kept.has(name) && taken_at < dayAgo)
    .map(({ name }) => name);
}

export interface BackupDownload {
  bytes: number;
  /** As it lies there: one that is sealed stays so. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Throws a DomainError when there is none of the name; one of another site in the same place is none. */
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

/** Hands a backup of this site out to an admin, and puts that on record. Throws a DomainError when there is none of the name. */
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

/** How often backups are made by themselves, and how long they are kept. */
export interface BackupRule {
  /** Hours from one to the next; 0 for none by themselves. */
  everyHours: number;
  keep: BackupPeriods;
}

/** What the admins set; where the deployer has set it, that wins. */
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

/** For so long a shorter rule removes nothing: a start without BACKUP_KEEP costs no backup. */
const longerKeepMs = 7 * dayMs;

/** Records the rule in force; returns the longest of the last week. */
export async function readLongestKeep(db: Database, keep: BackupPeriods, now: Date): Promise<BackupPeriods> {
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

/** A setting that the deployer has set as a variable of the server. */
export interface FixedSetting {
  path: string;
  label: string;
  variable: string;
  says: string;
}

/** Of the settings of backups those that can't be changed in the dashboard. */
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
      says: everyHours === 0 ? "off: none is made by itself" : String(everyHours),
    });
  if (keep !== null)
    fixed.push({
      path: "backups.keep",
      label: "Kept",
      variable: "BACKUP_KEEP",
      says: formatPeriods(keep),
    });
  return fixed;
}

/** "7 days, 4 weeks and 12 months". */
export function formatPeriods({ days, weeks, months }: BackupPeriods): string {
  return `${formatCount(days, "day")}, ${formatCount(weeks, "week")} and ${formatCount(months, "month")}`;
}
