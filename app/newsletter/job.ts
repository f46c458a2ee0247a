import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import { enqueueCampaigns } from "./enqueue.ts";
import { updateEndedStats } from "./update-stats.ts";

/** Begins newsletters when their moment has come, and sends them at the set pace. */
export function startNewsletters(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 2500,
): Repeated {
  const feed = repeat(() => feedNow(db, clock), everyMs, onError);
  const terms = { name: "newsletter figures", everyMs: 3_600_000 };
  const settle = repeatOnOne(db, terms, () => updateEndedStats(db, clock.now()), onError);
  return { stop: async () => void (await Promise.all([feed.stop(), settle.stop()])) };
}

async function feedNow(db: Database, clock: Clock): Promise<void> {
  const { mail } = await readSettings(db);
  await enqueueCampaigns(db, { now: clock.now(), perMinute: mail.newslettersPerMinute });
}
