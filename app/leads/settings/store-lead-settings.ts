import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { checkInput } from "../intake/check.ts";
import { emptyLeadSettings, type LeadSettings, leadSettingsSchema } from "./lead-settings.ts";

const key = "leads";

/** The rules as they stand, with the version a change must be based on. */
export interface KeptLeadSettings {
  settings: LeadSettings;
  version: number;
}

export async function readLeadSettings(db: Database): Promise<LeadSettings> {
  return (await readKeptSettings(db)).settings;
}

export function readKeptSettings(db: Database): Promise<KeptLeadSettings> {
  return cachedQuery(db, "lead-settings", [cacheTags.leadSettings], () => findSettings(db));
}

/** Saves the whole record; one that was changed meanwhile is refused. */
export async function saveLeadSettings(
  tx: Writing,
  input: unknown,
  { actor, now, basedOn }: ActionContext & { basedOn: number },
): Promise<void> {
  const settings = checkInput(leadSettingsSchema, input);
  await tx.engine.lock(tx.query, "settings:leads");
  const { version } = await findSettings(tx);
  if (version !== basedOn)
    throw new DomainError(
      "stale",
      "Somebody else has saved these rules meanwhile. Look at them, then save yours.",
    );
  const next = { data: JSON.stringify(settings), version: version + 1, updated_at: now.toISOString() };
  await tx.query
    .insertInto("settings")
    .values({ key, ...next })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(next))
    .execute();
  tx.invalidate(cacheTags.leadSettings);
  await recordAudit(tx, actor, "settings.save", key);
}

async function findSettings(db: Database): Promise<KeptLeadSettings> {
  const row = await db.query
    .selectFrom("settings")
    .select(["data", "version"])
    .where("key", "=", key)
    .executeTakeFirst();
  // Reading them through the schema fills what a later version added.
  return row
    ? { settings: leadSettingsSchema.parse(JSON.parse(row.data)), version: row.version }
    : { settings: emptyLeadSettings, version: 0 };
}
