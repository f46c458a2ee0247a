import type { Database, Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { countedNetworks } from "./client-network.ts";

interface Rule {
  rule: string;
  max: number;
  seconds: number;
}

/**
 * How often something may be done: at most `max` times in any `seconds` on end (a day at most).
 * Attempts with the same `subject` are counted together; a `network` counts for its wider IPv6 networks as well.
 */
export type Limit = (Rule & { subject: string }) | (Rule & { network: string });

/** A limit of one subject. */
export type SubjectLimit = Extract<Limit, { subject: string }>;

/**
 * Counts one attempt against each limit, in the transaction of what is attempted: whatever undoes that undoes the count.
 * Throws a DomainError ("too-many", its detail the seconds to wait) when any is used up. Counts hold over restarts and instances.
 */
export async function countAttempt(tx: Writing, limits: readonly Limit[], now: Date): Promise<void> {
  for (const limit of limits.flatMap(subjectLimits)) {
    const wait = await countOne(tx, limit, now);
    if (wait > 0)
      throw new DomainError("too-many", `That was too often. Please try again ${inWords(wait)}.`, {
        detail: wait,
      });
  }
}

/** The counts behind a limit: the limit itself, or one for each network that a visitor belongs to. */
export function subjectLimits(limit: Limit): SubjectLimit[] {
  if ("subject" in limit) return [limit];
  return countedNetworks(limit.network).map(({ network, suffix, factor }) => ({
    rule: limit.rule + suffix,
    subject: network,
    max: limit.max * factor,
    seconds: limit.seconds,
  }));
}

/** Deletes counts that no limit looks at any more; answers how many. */
export async function purgeLimits(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 2 * longestSeconds * 1000).toISOString();
  const result = await db.query.deleteFrom("limits").where("window_start", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

const longestSeconds = 86_400;
const parts = 10;

/** Time goes in fixed parts; the current one and the ten before it cover the whole window, never less. */
async function countOne(tx: Writing, limit: SubjectLimit, now: Date): Promise<number> {
  if (limit.seconds > longestSeconds) throw new RangeError(`${limit.rule} counts longer than a day`);
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

/** Zero when there is room; else the seconds until enough of what was counted has left the window. */
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

function inWords(seconds: number): string {
  if (seconds < 90) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}
