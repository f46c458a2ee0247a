import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { countedNetworks } from "./client-network.ts";

interface Rule {
  rule: string;
  max: number;
  seconds: number;
}

/**
 * Allows `max` attempts of a subject in any period of `seconds` (at most a day).
 * An attempt of an IPv6 network also counts for its wider networks.
 */
export type Limit = (Rule & { subject: string }) | (Rule & { network: string });

/** A limit of one subject. */
export type SubjectLimit = Extract<Limit, { subject: string }>;

/**
 * Counts one attempt against each limit; a rollback of the transaction also undoes the count.
 * Throws a DomainError ("too-many", with the seconds to wait as detail) when a limit is reached.
 */
export async function countAttempt(tx: Writing, limits: readonly Limit[], now: Date): Promise<void> {
  for (const limit of limits.flatMap(subjectLimits)) {
    const wait = await countOne(tx, limit, now);
    if (wait > 0)
      throw new DomainError("too-many", `That was too often. Please try again ${describeWait(wait)}.`, {
        detail: wait,
      });
  }
}

/** Expands a limit of a network into one limit for each network that contains it. */
export function subjectLimits(limit: Limit): SubjectLimit[] {
  if ("subject" in limit) return [limit];
  return countedNetworks(limit.network).map(({ network, suffix, factor }) => ({
    rule: limit.rule + suffix,
    subject: network,
    max: limit.max * factor,
    seconds: limit.seconds,
  }));
}

/** Deletes expired counts; returns their number. */
export async function purgeLimits(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 2 * maxSeconds * 1000).toISOString();
  const result = await db.query.deleteFrom("limits").where("window_start", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

const maxSeconds = 86_400;
const parts = 10;

/** Counts in fixed parts of the window; the current part and the ten before it cover at least the whole window. */
async function countOne(tx: Writing, limit: SubjectLimit, now: Date): Promise<number> {
  if (limit.seconds > maxSeconds) throw new RangeError(`${limit.rule} counts longer than a day`);
  const part = (limit.seconds * 1000) / parts;
  const current = Math.floor(now.getTime() / part) * part;
  const { rule, subject } = limit;
  await tx.query
    .insertInto("limits")
    .values({ rule, subject, window_start: new Date(current).toISOString(), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["rule", "subject", "window_start"])
        .doUpdateSet((eb) => ({ count: eb("limits.count", "+", 1) })),
    )
    .execute();
  const counted = await tx.query
    .selectFrom("limits")
    .select(["window_start", "count"])
    .where("rule", "=", rule)
    .where("subject", "=", subject)
    .where("window_start", ">=", new Date(current - parts * part).toISOString())
    .orderBy("window_start")
    .execute();
  return secondsToWait(counted, limit.max, (parts + 1) * part, now);
}

/** Returns the seconds until enough counted attempts have left the window; 0 below the limit. */
function secondsToWait(
  counted: { window_start: string; count: number }[],
  max: number,
  leavesAfter: number,
  now: Date,
): number {
  let left = counted.reduce((sum, { count }) => sum + count, 0);
  if (left <= max) return 0;
  for (const { window_start, count } of counted) {
    left -= count;
    const leavesAt = Date.parse(window_start) + leavesAfter;
    if (left <= max) return Math.max(1, Math.ceil((leavesAt - now.getTime()) / 1000));
  }
  return Math.ceil(leavesAfter / 1000);
}

function describeWait(seconds: number): string {
  if (seconds < 90) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
