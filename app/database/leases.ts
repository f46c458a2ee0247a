import { type RawBuilder, sql } from "kysely";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import { newId } from "#app/platform/id.ts";
import type { Database } from "./database.ts";

export interface LeaseTerms {
  /** What is done, in words for people: "link checks". */
  name: string;
  /** Milliseconds from the death of its holder until another may take it; while the work goes on it is renewed. */
  forMs: number;
  /** Milliseconds from when it was taken, before which nobody does it again once it is done; 0 unless given. */
  everyMs?: number;
}

/**
 * Does `work` on one instance of all that share the database, and answers what it answers; null when another is at it, or when
 * it was done within `everyMs`. Work that throws frees the lease at once. The moments are those of the database, so that clocks
 * of machines may differ.
 *
 * A lease keeps work from being done twice in vain; it can't stop a process that stood still for longer than `forMs` and goes on
 * beside the next holder. What must not happen twice still needs a claim in the transaction that does it.
 * @param work is given a signal that aborts when the lease could not be renewed in time
 */
export async function holdLease<Result>(
  db: Database,
  terms: LeaseTerms,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const token = await takeLease(db, terms);
  if (token === null) return null;
  const renewal = keepRenewed(db, token, terms.forMs);
  let isDone = false;
  try {
    const result = await work(renewal.signal);
    isDone = true;
    return result;
  } finally {
    await renewal.stop();
    // If the database can't be asked, the lease ends by itself.
    await endLease(db, token, isDone ? (terms.everyMs ?? 0) : null).catch(() => {});
  }
}

/**
 * Does `work` on one of the instances, now, or after a first while, and then every so often. Instances look more often than
 * that, so that another goes on soon where one has died.
 */
export function repeatOnOne(
  db: Database,
  { name, everyMs, firstAfterMs = 0 }: { name: string; everyMs: number; firstAfterMs?: number },
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repeated {
  const lookMs = Math.min(everyMs, longestLookMs);
  // A look that comes a little early must not find the lease still at rest, or only every other look would find work.
  const terms = { name, everyMs: everyMs - lookMs / 10, forMs: 120_000 };
  return repeat(() => holdLease(db, terms, work), lookMs, onError, firstAfterMs);
}

const longestLookMs = 600_000;

/** Ends leases that a killed process left: an embedded database has one site at a time, so no other holder runs. */
export async function endLeftLeases({ file, query, dialect, changes }: Database): Promise<void> {
  if (file === null) return;
  await query
    .updateTable("leases")
    .set({ until: dialect.momentIn(0) })
    .where("holder", "!=", changes.instance)
    .where("done_at", "is", null)
    .execute();
}

/** How a lease stands, for people. */
export interface KnownLease {
  name: string;
  /** The name of the instance that has it or had it last; null when that one runs no more. */
  holder: string | null;
  isHeld: boolean;
  since: string;
  /** When the work was done; null while it goes on, and when it failed. */
  doneAt: string | null;
}

export async function listLeases({ query, dialect }: Database): Promise<KnownLease[]> {
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
        .when(eb.and([eb("done_at", "is", null), eb("until", ">", dialect.momentIn(0))]))
        .then(1)
        .else(0)
        .end()
        .as("isHeld"),
    ])
    .orderBy("leases.name")
    .execute();
  return rows.map((row) => ({ ...row, isHeld: row.isHeld === 1 }));
}

/** Clocks that are set right go back by less. */
const clockErrorMs = 60_000;

/**
 * Takes a lease that nobody holds and answers its token; null when it is not to be had. One that was taken in the future, or ends
 * later than such a lease can, is of a clock that ran ahead: it is free, or its work would stand still until then.
 */
async function takeLease(
  { query, changes, dialect }: Database,
  { name, forMs, everyMs = 0 }: LeaseTerms,
): Promise<string | null> {
  const row = {
    holder: changes.instance,
    token: newId(),
    held_since: dialect.momentIn(0),
    until: dialect.momentIn(forMs),
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
            eb("leases.until", "<=", dialect.momentIn(0)),
            eb("leases.until", ">", dialect.momentIn(Math.max(forMs, everyMs) + clockErrorMs)),
            eb("leases.held_since", ">", dialect.momentIn(clockErrorMs)),
          ]),
        ),
    )
    .returning("token")
    .executeTakeFirst();
  return taken?.token ?? null;
}

/** Renews a lease three times within its time until it is stopped; the signal aborts when it is lost. */
function keepRenewed({ query, dialect }: Database, token: string, forMs: number) {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async () => {
    const askedAt = performance.now();
    const { numUpdatedRows } = await query
      .updateTable("leases")
      .set({ until: dialect.momentIn(forMs) })
      .where("token", "=", token)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) lost.abort(new Error("another instance has taken this over"));
    else renewedAt = askedAt;
  };
  const everyMs = forMs / 3;
  const failed = () => {
    if (performance.now() - renewedAt > forMs - everyMs)
      lost.abort(new Error("the lease could not be renewed"));
  };
  const renewals = repeat(renew, everyMs, failed, everyMs);
  return { signal: lost.signal, stop: renewals.stop };
}

/** Gives a lease back, unless another holds it by now. @param everyMs null when the work was not done */
async function endLease({ query, dialect }: Database, token: string, everyMs: number | null): Promise<void> {
  const lease = query.updateTable("leases").where("token", "=", token);
  if (everyMs === null) {
    await lease.set({ until: dialect.momentIn(0) }).execute();
    return;
  }
  const held = await query
    .selectFrom("leases")
    .select("held_since")
    .where("token", "=", token)
    .executeTakeFirst();
  if (!held) return;
  const rested = new Date(Date.parse(held.held_since) + everyMs).toISOString();
  await lease.set({ until: rested, done_at: dialect.momentIn(0) }).execute();
}

/** Longer than any sending may take: what is still in hand then belonged to an instance that is gone. */
const claimMs = 2 * 60_000;

/** Tables of what waits to leave: with `id`, `status`, `attempts`, `next_attempt_at` and `claimed_until`. */
type OutboxName = "outbox" | "webhook_deliveries";

/**
 * Takes what waits and is due longest in hand, or answers null; a try counts from here on. Of several who ask at once each gets
 * another: what one is just taking, the others pass over.
 * @param only what else must hold of the row
 */
export async function claimDue<Row>(
  { query, dialect }: Database,
  table: OutboxName,
  now: Date,
  only: RawBuilder<unknown>,
): Promise<Row | null> {
  const moment = now.toISOString();
  const until = new Date(now.getTime() + claimMs).toISOString();
  // One value, found once: as a list PostgreSQL may look it up, and lock, again for every row it joins.
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
