import { type Actor, recordAudit } from "#app/audit/audit.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { remember } from "#app/database/remembered.ts";
import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";
import { emptySettings, type Settings, settingsSchema } from "./settings-schema.ts";

/** The company's settings; those of a company that has said nothing yet, before they are first saved. */
export function readSettings(db: Database): Promise<Settings> {
  return remember(db, "settings", [labels.settings], async () => {
    const row = await db.query
      .selectFrom("settings")
      .select("data")
      .where("key", "=", key)
      .executeTakeFirst();
    // Reading them through the schema fills what a later version added.
    return row ? settingsSchema.parse(JSON.parse(row.data)) : emptySettings;
  });
}

/** Saves the whole record. `basedOn` is the version its writer saw; a stale one is refused with what stands there now. */
export async function saveSettings(
  tx: Writing,
  input: unknown,
  save: { actor: Actor; now: Date; basedOn?: number },
): Promise<Settings> {
  const result = settingsSchema.safeParse(input);
  if (!result.success) throw refuseInvalid(result.error.issues);
  await tx.engine.lock(tx.query, "settings");
  const row = await tx.query
    .selectFrom("settings")
    .select(["version", "data"])
    .where("key", "=", key)
    .executeTakeFirst();
  const version = row?.version ?? 0;
  if (save.basedOn !== undefined && save.basedOn !== version)
    throw new Refusal("stale", "Somebody else has saved the settings meanwhile.", {
      detail: row && { version, data: JSON.parse(row.data) },
    });
  const next = {
    data: JSON.stringify(result.data),
    version: version + 1,
    updated_at: save.now.toISOString(),
  };
  await tx.query
    .insertInto("settings")
    .values({ key, ...next })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(next))
    .execute();
  tx.touch(labels.settings);
  await recordAudit(tx, save.actor, "settings.save", key);
  return result.data;
}

const key = "company";
