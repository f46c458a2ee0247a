import type { Selectable } from "kysely";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { dropFact, incrementsFailingFact, readFact, readOrKeep } from "#app/database/installation.ts";
import type { Schema } from "#app/database/schema.ts";
import { mailAdmins } from "#app/mail/outbox/outbox.ts";
import { formatBytes, formatCount } from "#app/text/counts.ts";
import { readBackupName, type StoredBackup } from "../backup-store.ts";
import { type BackupRow, describeProof, isChanged, notifyAdminsOfFailedBackup } from "../backups.ts";
import type { Proof } from "../proof/prove-backup.ts";
import { type PageSet, readPageName } from "./page-sets.ts";
import type { WrittenIncrement } from "./write-increment.ts";

type IncrementRow = Selectable<Schema["backup_increments"]>;

/** The newest set, and the newest increment in it; null as long as there is none. */
export async function findNewestIncrement(db: Pick<Database, "query">): Promise<IncrementRow | null> {
  return (await listIncrements(db))[0] ?? null;
}

/** Of each set that is known the newest increment; the newest set first. */
export function listIncrements({ query }: Pick<Database, "query">): Promise<IncrementRow[]> {
  return query.selectFrom("backup_increments").selectAll().orderBy("taken_at", "desc").execute();
}

interface Round {
  now: Date;
  publicUrl: URL;
}

/**
 * Keeps what is known of the newest one; of a new set nothing is proven yet. After a spell in which none could be kept all
 * admins are told that it is over.
 */
export async function noteIncrement(db: Database, written: WrittenIncrement, round: Round): Promise<void> {
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
    await dropFact(tx, incrementsFailingFact);
    await notifyOfRounds(tx, { what: "well", at: failing.since, says: "" }, round);
  });
}

/** Since when no increment could be kept, and why the first was not; null while they are kept. */
export async function readFailingSince(
  db: Pick<Database, "query">,
): Promise<{ since: Date; problem: string } | null> {
  const [, since = "", problem = ""] =
    /^(\S+) (.*)$/s.exec((await readFact(db, incrementsFailingFact)) ?? "") ?? [];
  return since === "" ? null : { since: new Date(since), problem };
}

/** A round that kept nothing; of the first of a spell all admins are told. */
export async function noteFailedRound(db: Database, problem: string, round: Round): Promise<void> {
  await write(db, async (tx) => {
    if ((await readFailingSince(tx)) !== null) return;
    await readOrKeep(tx, incrementsFailingFact, `${round.now.toISOString()} ${problem}`);
    await notifyOfRounds(tx, { what: "failing", at: round.now, says: problem.slice(0, 500) }, round);
  });
}

function notifyOfRounds(
  tx: Writing,
  { what, at, says }: { what: "failing" | "well"; at: Date; says: string },
  { now, publicUrl }: Round,
): Promise<void> {
  const link = new URL("/dashboard/backups", publicUrl).href;
  return mailAdmins(tx, now, (name) => ({ template: "increments", name, what, at, says, link }));
}

const dayMs = 86_400_000;

/** Whether a set has an increment, and was not proven within a day with one; a set that failed is given up. */
export function isProofDue({ name, state, proved_at }: IncrementRow, now: Date): boolean {
  if (!name.includes("-increment-") || state === "failed") return false;
  return proved_at === null || Date.parse(proved_at) < now.getTime() - dayMs;
}

/** Whether three rounds in a row have kept nothing. */
export function isIncrementLate(newest: IncrementRow | null, minutes: number, now: Date): boolean {
  return newest !== null && Date.parse(newest.taken_at) < now.getTime() - 3 * minutes * 60_000;
}

/** What a proof has found of a set; of one that failed all admins are told. */
export async function noteIncrementProof(
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

/** What the database knows of proofs. */
export interface KnownProofs {
  backups: readonly Pick<BackupRow, "name" | "state" | "bytes">[];
  increments: readonly Pick<IncrementRow, "base_set" | "state">[];
}

/**
 * A line for each backup, then for each base with its increments: moment in UTC, size, proof, name. A base is proven together
 * with its newest increment.
 * @param proofs null where there is no database to ask
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
    lines.push('"unproven": the running site verifies it within the hour, whoever made it.');
  if (changed.length > 0)
    lines.push('"changed": its size is not the recorded one, so it may be damaged; do not rely on it.');
  return lines;
}
