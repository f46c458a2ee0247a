import type { Selectable } from "kysely";
import { mailAdmins } from "#app/domain/mail/outbox/outbox.ts";
import { formatBytes, formatCount } from "#app/lib/text/counts.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import {
  deleteFact,
  incrementsFailingFact,
  readFact,
  readOrCreateFact,
} from "#app/platform/database/installation.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { readBackupName, type StoredBackup } from "../backup-store.ts";
import { type BackupRow, describeProof, isChanged, notifyAdminsOfFailedBackup } from "../backups.ts";
import type { Proof } from "../proof/prove-backup.ts";
import { type PageSet, readPageName } from "./page-sets.ts";
import type { WrittenIncrement } from "./write-increment.ts";

type IncrementRow = Selectable<Schema["backup_increments"]>;

/** The newest increment of the newest set, or null. */
export async function findNewestIncrement(db: Pick<Database, "query">): Promise<IncrementRow | null> {
  return (await listIncrements(db))[0] ?? null;
}

/** Lists the newest increment of each recorded set, newest set first. */
export function listIncrements({ query }: Pick<Database, "query">): Promise<IncrementRow[]> {
  return query.selectFrom("backup_increments").selectAll().orderBy("taken_at", "desc").execute();
}

interface IncrementRun {
  now: Date;
  publicUrl: URL;
}

/**
 * Records a written increment, unproven if its set is new. Mails all admins if increments failed
 * before.
 */
export async function recordIncrement(
  db: Database,
  written: WrittenIncrement,
  run: IncrementRun,
): Promise<void> {
  const { set, name, takenAt, bytes, baseBytes } = written;
  const newest = { name, taken_at: takenAt, bytes, base_bytes: baseBytes };
  await write(db, async (tx) => {
    const { query } = tx;
    await query.deleteFrom("backup_increments").where("base_set", "<>", set).execute();
    await query
      .insertInto("backup_increments")
      .values({ base_set: set, ...newest, state: "unproven", problem: "", proved_at: null })
      .onConflict((conflict) => conflict.column("base_set").doUpdateSet(newest))
      .execute();
    const failing = await readFailingSince(tx);
    if (failing === null) return;
    await deleteFact(tx, incrementsFailingFact);
    await mailIncrementState(tx, { what: "well", at: failing.since, problem: "" }, run);
  });
}

/** When increments began to fail, and the first error; null while they succeed. */
export async function readFailingSince(
  db: Pick<Database, "query">,
): Promise<{ since: Date; problem: string } | null> {
  const [, since = "", problem = ""] =
    /^(\S+) (.*)$/s.exec((await readFact(db, incrementsFailingFact)) ?? "") ?? [];
  return since === "" ? null : { since: new Date(since), problem };
}

/** Records a failed run; mails all admins at the first of consecutive failures. */
export async function recordFailedIncrement(db: Database, problem: string, run: IncrementRun): Promise<void> {
  await write(db, async (tx) => {
    if ((await readFailingSince(tx)) !== null) return;
    await readOrCreateFact(tx, incrementsFailingFact, `${run.now.toISOString()} ${problem}`);
    await mailIncrementState(tx, { what: "failing", at: run.now, problem: problem.slice(0, 500) }, run);
  });
}

function mailIncrementState(
  tx: Writing,
  { what, at, problem }: { what: "failing" | "well"; at: Date; problem: string },
  { now, publicUrl }: IncrementRun,
): Promise<void> {
  const link = new URL("/dashboard/backups", publicUrl).href;
  return mailAdmins(tx, now, (name) => ({ template: "increments", name, what, at, says: problem, link }));
}

const dayMs = 86_400_000;

/**
 * Whether a set with an increment needs a proof, because it has none from the last day; a failed
 * set gets no more.
 */
export function isProofDue({ name, state, proved_at }: IncrementRow, now: Date): boolean {
  if (!name.includes("-increment-") || state === "failed") return false;
  return proved_at === null || Date.parse(proved_at) < now.getTime() - dayMs;
}

/** Whether three runs in a row have failed. */
export function isIncrementLate(newest: IncrementRow | null, minutes: number, now: Date): boolean {
  return newest !== null && Date.parse(newest.taken_at) < now.getTime() - 3 * minutes * 60_000;
}

/** Records the result of a proof; mails all admins if it failed. */
export async function recordIncrementProof(
  db: Database,
  { row, proof, now, publicUrl }: { row: IncrementRow; proof: Proof; now: Date; publicUrl: URL },
): Promise<void> {
  const verdict = describeProof(proof, now);
  await write(db, async (tx) => {
    await tx.query
      .updateTable("backup_increments")
      .set(verdict)
      .where("base_set", "=", row.base_set)
      .execute();
    if (verdict.state === "failed")
      await notifyAdminsOfFailedBackup(tx, {
        takenAt: new Date(row.taken_at),
        problems: proof.problems,
        now,
        publicUrl,
      });
  });
}

/** Recorded proofs. */
export interface KnownProofs {
  backups: readonly Pick<BackupRow, "name" | "state" | "bytes">[];
  increments: readonly Pick<IncrementRow, "base_set" | "state">[];
}

/**
 * Lists backups, then bases with their increments, one per line: time in UTC, size, proof, name.
 * The proof of a base covers its newest increment; `proofs` is null without a database.
 */
export function describeStored(
  backups: readonly StoredBackup[],
  sets: readonly PageSet[],
  proofs: KnownProofs | null,
): string[] {
  const changed = backups.filter((one) => isChanged(proofs?.backups ?? [], one));
  const proofOf = new Map<string, string>([
    ...(proofs?.backups ?? []).map(({ name, state }) => [name, state] as const),
    ...changed.map(({ name }) => [name, "changed"] as const),
    ...(proofs?.increments ?? []).map(({ base_set, state }) => [base_set, state] as const),
  ]);
  const unknown = proofs === null ? "?" : "unproven";
  const line = ({ name, bytes }: StoredBackup, takenAt: Date | undefined, proof: string) =>
    `${takenAt?.toISOString().slice(0, 16).replace("T", " ")}  ${formatBytes(bytes).padStart(8)}  ${proof.padEnd(8)}  ${name}`;
  const lines = [
    ...backups.map((one) => line(one, readBackupName(one.name)?.takenAt, proofOf.get(one.name) ?? unknown)),
    ...sets.flatMap(({ set, base, increments }) => [
      `Base, with ${formatCount(increments.length, "increment")}:`,
      line(base, readPageName(base.name)?.takenAt, proofOf.get(set) ?? unknown),
      ...increments.map((one) => line(one, readPageName(one.name)?.takenAt, "")),
    ]),
  ];
  if (backups.some(({ name }) => (proofOf.get(name) ?? unknown) === "unproven"))
    lines.push('"unproven": the running site verifies it within the hour.');
  if (changed.length > 0)
    lines.push('"changed": its size is not the recorded one, so it may be damaged; do not rely on it.');
  return lines;
}
