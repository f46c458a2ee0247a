import type { Database } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Repeated } from "#app/platform/repeat.ts";
import type { AuditAction } from "./actions.ts";

/** Days that the record is kept: long enough to look into a break-in, and no longer than somebody may ask about it. */
export const auditDays = {
  /** Signing in and out, with and without success, and what was refused. */
  access: 400,
  /** What was done: seven years. */
  actions: 2557,
} as const;

/** What says where somebody was, more than what they did. */
export const accessActions = [
  "registration-asked",
  "signed-in",
  "signed-out",
  "sign-in-failed",
  "second-step-asked",
  "second-step-failed",
  "password-confirmed",
  "confirmation-failed",
  "reset-asked",
  "access-refused",
  "mcp.called",
] as const satisfies readonly AuditAction[];

/** Deletes what has served its time. */
export async function cleanUpAudit({ query }: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  await query
    .deleteFrom("audit")
    .where("action", "in", accessActions)
    .where("at", "<", before(auditDays.access))
    .execute();
  await query.deleteFrom("audit").where("at", "<", before(auditDays.actions)).execute();
}

/** Does that now and every day, on one instance. */
export function startAuditCleanup(db: Database, clock: Clock, onError: (error: unknown) => void): Repeated {
  const terms = { name: "audit log cleanup", everyMs: 86_400_000 };
  return repeatOnOne(db, terms, () => cleanUpAudit(db, clock.now()), onError);
}
