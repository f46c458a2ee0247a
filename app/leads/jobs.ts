import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import { tellOfDeadMail } from "./notices/dead-mail.ts";
import { sendDigests } from "./notices/digest.ts";
import { wakeLeads } from "./workflow/wake-leads.ts";

/** What is due by the minute: what was put off comes back, summaries leave, and mail that was given up is told of. */
export function startLeadJobs(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 30_000,
): Repeated {
  return repeat(() => doLeadJobs(db, clock.now(), onError), everyMs, onError);
}

/** One that fails keeps none of the others. */
export async function doLeadJobs(db: Database, now: Date, onError: (error: unknown) => void): Promise<void> {
  for (const job of [wakeLeads, sendDigests, tellOfDeadMail]) await job(db, now).catch(onError);
}
