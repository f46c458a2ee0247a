import { type Actor, recordAudit } from "#app/domain/audit/audit.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { firstStepsKey } from "./settings.ts";

/** Whether an admin has dismissed the first steps, which hides them for all admins. */
export async function areFirstStepsDismissed({ query }: Database): Promise<boolean> {
  const row = await query
    .selectFrom("settings")
    .select("key")
    .where("key", "=", firstStepsKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function dismissFirstSteps(
  tx: Writing,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  const row = { key: firstStepsKey, data: "{}", version: 1, updated_at: now.toISOString() };
  await tx.query
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  await recordAudit(tx, actor, "first-steps.dismiss", "");
}

export async function bringBackFirstSteps(tx: Writing, { actor }: { actor: Actor }): Promise<void> {
  await tx.query.deleteFrom("settings").where("key", "=", firstStepsKey).execute();
  await recordAudit(tx, actor, "first-steps.bring-back", "");
}
