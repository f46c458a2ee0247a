import { type RawBuilder, sql } from "kysely";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { Database } from "./database.ts";

export interface LeaseTerms {
  /** Name of the work for people: "link checks". */
  name: string;
  /** Milliseconds until the lease of a dead holder expires; it is renewed during the work. */
  forMs: number;
  /** Milliseconds from the start of finished work until it is due again; 0 by default. */
  everyMs?: number;
}

/**
 * Runs `work` on one instance at a time and returns its result; null when another instance runs it or it is not due. A process
 * that hangs for longer than `forMs` can still overlap with the next holder, so exactly-once work needs a claim in its transaction.
 * @param work its signal aborts when the lease is lost; if it throws, the lease ends at once
 */
export async function holdLease<Result>(
  db: Database,
  terms: LeaseTerms,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const token = await takeLease(db, terms);
  if (token === null) return null;
  const renewal = startRenewal(db, token, terms.forMs);
  let isDone = false;
  try {
    const result = await work(renewal.signal);
    isDone = true;
    return result;
  } finally {
    await renewal.stop();
    // Without the database, the lease expires.
    await endLease(db, token, isDone ? (terms.everyMs ?? 0) : null).catch(() => {});
  }
}

/** Runs `work` on one instance every `everyMs`. All instances check more often, so another one takes over soon after a crash. */
export function repeatOnOneInstance(
  db: Database,
  { name, everyMs, firstAfterMs = 0 }: { name: string; everyMs: number; firstAfterMs?: number },
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): PeriodicTask {
  const checkMs = Math.min(everyMs, maxCheckMs);
  // Shortened by 10%, so that a slightly early check still finds the work due.
  const terms = { name, everyMs: everyMs - checkMs / 10, forMs: 120_000 };
  return repeat(() => holdLease(db, terms, work), checkMs, onError, firstAfterMs);
}

const maxCheckMs = 600_000;

/** Ends the leases of a killed process with the embedded database, which has no other running holder. */
export async function endAbandonedLeases({ file, query, dialect, changes }: Database): Promise<void> {
  if (file === null) return;
  await query
    .updateTable("leases")
    .set({ until: dialect.timestampIn(0) })
    .where("holder", "!=", changes.instance)
    .where("done_at", "is", null)
    .execute();
}

/** Status of a lease, for display. */
export interface LeaseStatus {
  name: string;
  /** Name of the current or last holder; null when that instance has stopped. */
  holder: string | null;
  isHeld: boolean;
  since: string;
  /** Time when the work finished; null while it runs, and after a failure. */
  doneAt: string | null;
}

export async function listLeases({ query, dialect }: Database): Promise<LeaseStatus[]> {
  const rows = await query
    .selectFrom("leases")
    .leftJoin("instances", "instances.id", "leases.holder")
    .select((eb) => [
      "leases.name",
      "instances.name as holder",
      "held_since as since",
      "done_at as doneAt",
      eb
        .case()
        .when(eb.and([eb("done_at", "is", null), eb("until", ">", dialect.timestampIn(0))]))
        .then(1)
        .else(0)
        .end()
        .as("isHeld"),
    ])
    .orderBy("leases.name")
    .execute();
  return rows.map((row) => ({ ...row, isHeld: row.isHeld === 1 }));
}

/** Larger than the usual correction of a clock. */
const clockErrorMs = 60_000;

/**
 * Takes a free lease and returns its token; null when it is held or not due. A lease from the future counts as free: it comes
 * from a clock that ran ahead and would block the work until then.
 */
async function takeLease(
  { query, changes, dialect }: Database,
  { name, forMs, everyMs = 0 }: LeaseTerms,
): Promise<string | null> {
  const row = {
    holder: changes.instance,
    token: newId(),
    held_since: dialect.timestampIn(0),
    until: dialect.timestampIn(forMs),
    done_at: null,
  };
  const taken = await query
    .insertInto("leases")
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb("leases.until", "<=", dialect.timestampIn(0)),
            eb("leases.until", ">", dialect.timestampIn(Math.max(forMs, everyMs) + clockErrorMs)),
            eb("leases.held_since", ">", dialect.timestampIn(clockErrorMs)),
          ]),
        ),
    )
    .returning("token")
    .executeTakeFirst();
  return taken?.token ?? null;
}

/** Renews a lease three times per period until it is stopped; the signal aborts when the lease is lost. */
function startRenewal({ query, dialect }: Database, token: string, forMs: number) {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async () => {
    const startedAt = performance.now();
    const { numUpdatedRows } = await query
      .updateTable("leases")
      .set({ until: dialect.timestampIn(forMs) })
      .where("token", "=", token)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) lost.abort(new Error("another instance has taken the lease"));
    else renewedAt = startedAt;
  };
  const everyMs = forMs / 3;
  const failed = () => {
    if (performance.now() - renewedAt > forMs - everyMs) lost.abort(new Error("failed to renew the lease"));
  };
  const renewals = repeat(renew, everyMs, failed, everyMs);
  return { signal: lost.signal, stop: renewals.stop };
}

/** Ends a lease unless another instance holds it. @param everyMs null when the work failed */
async function endLease({ query, dialect }: Database, token: string, everyMs: number | null): Promise<void> {
  const lease = query.updateTable("leases").where("token", "=", token);
  if (everyMs === null) {
    await lease.set({ until: dialect.timestampIn(0) }).execute();
    return;
  }
  const held = await query
    .selectFrom("leases")
    .select("held_since")
    .where("token", "=", token)
    .executeTakeFirst();
  if (!held) return;
  const dueAt = new Date(Date.parse(held.held_since) + everyMs).toISOString();
  await lease.set({ until: dueAt, done_at: dialect.timestampIn(0) }).execute();
}

/** Longer than the longest delivery, so that an expired claim belongs to a dead instance. */
const claimMs = 2 * 60_000;

/** Outbox tables with `id`, `status`, `attempts`, `next_attempt_at` and `claimed_until`. */
type OutboxName = "outbox" | "webhook_deliveries";

/**
 * Claims the row that has been due longest and counts an attempt; returns null if no row is due. Concurrent callers get different
 * rows.
 * @param only additional condition
 */
export async function claimDue<Row>(
  { query, dialect }: Database,
  table: OutboxName,
  now: Date,
  only: RawBuilder<unknown>,
): Promise<Row | null> {
  const moment = now.toISOString();
  const until = new Date(now.getTime() + claimMs).toISOString();
  // With `in`, PostgreSQL may run the subquery, and lock, for every row.
  const { rows } = await sql<Row>`update ${sql.table(table)}
    set claimed_until = ${until}, attempts = attempts + 1
    where id = (
      select id from ${sql.table(table)}
      where status = 'waiting' and next_attempt_at <= ${moment}
        and (claimed_until is null or claimed_until <= ${moment}) and ${only}
      order by next_attempt_at, id limit 1 ${dialect.skipLocked})
    returning *`.execute(query);
  return rows[0] ?? null;
}
