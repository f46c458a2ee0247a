import { type Actor, recordAudit } from "#app/domain/audit/audit.ts";
import { lockFiles } from "#app/domain/files/library/change-file.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { partsOfRecord } from "#app/lib/fields/types/records.ts";
import { cachedQuery, cacheTags, lastCached } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { emptySettings, type Settings, settingFields, settingsSchema } from "./settings-schema.ts";

/** Reads the company's settings; `emptySettings` before the first save. */
export function readSettings(db: Database): Promise<Settings> {
  return cachedQuery(db, cacheKey, [cacheTags.settings], async () => (await readSettingsNow(db)).settings);
}

/** Returns the last result of `readSettings`, for use while the database is unavailable; null without one. */
export function lastCachedSettings(db: Database): Settings | null {
  return lastCached<Settings>(db, cacheKey) ?? null;
}

/** Reads the settings uncached, with their version; 0 before the first save. */
export async function readSettingsNow(db: Database): Promise<{ version: number; settings: Settings }> {
  const row = await findRow(db);
  return row
    ? { version: row.version, settings: parseStoredSettings(row.data) }
    : { version: 0, settings: emptySettings };
}

/** Whether settings were saved; the time zone that setup adopts from the browser does not count. */
export async function hasSettings({ query }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom("settings")
    .select(["key", "data"])
    .where("key", "<>", firstStepsKey)
    .execute();
  return rows.some((row) => row.key !== key || !isEmptyExceptTimeZone(parseStoredSettings(row.data)));
}

function isEmptyExceptTimeZone(settings: Settings): boolean {
  const first = { ...settings, company: { ...settings.company, timeZone: "" } };
  return JSON.stringify(first) === JSON.stringify(emptySettings);
}

/** Key of the row that marks the first steps as dismissed. */
export const firstStepsKey = "first-steps";

export interface SaveSettings {
  actor: Actor;
  now: Date;
  /** Version on which the change is based; rejected with the current one if stale. */
  basedOn?: number;
  /** Changed part, for the audit log. */
  part?: string;
}

/** Saves all settings as a new version. */
export async function saveSettings(tx: Writing, input: unknown, save: SaveSettings): Promise<Settings> {
  await lockSettings(tx);
  const row = await findRow(tx);
  const data = checkSettings(input, row?.data ?? null);
  const version = row?.version ?? 0;
  await refuseMissingPictures(tx, data, row?.data ?? "");
  if (save.basedOn !== undefined && save.basedOn !== version)
    throw new DomainError("stale", "Somebody else saved the settings in the meantime.", {
      detail: row && { version, data: JSON.parse(row.data) },
    });
  await insertVersion(tx, version + 1, JSON.stringify(data), save);
  tx.invalidate(cacheTags.settings);
  await recordAudit(tx, save.actor, "settings.save", key, save.part ?? "");
  return data;
}

/** Rejects added pictures that are not in the library, and locks the others until the transaction ends. */
async function refuseMissingPictures(tx: Writing, data: Settings, stored: string): Promise<void> {
  const ids = partsOfRecord(settingFields, data).flatMap((part) => (part.is === "picture" ? [part.id] : []));
  const added = [...new Set(ids)].filter((id) => !stored.includes(id));
  const found = await lockFiles(tx, added);
  const wrong = added.filter((id) => found.get(id) !== "picture");
  if (wrong.length === 0) return;
  throw validationError(
    wrong.map((id) => ({
      path: pathTo(data, id) ?? [],
      message:
        found.get(id) === "pdf"
          ? "This is a PDF; choose a picture"
          : "Points to a picture that does not exist",
    })),
  );
}

function pathTo(value: unknown, id: string): PropertyKey[] | null {
  if (value === id) return [];
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const below = pathTo(part, id);
    if (below) return [name, ...below];
  }
  return null;
}

/** Validates settings; throws a DomainError. Accepts an outdated phone or e-mail that is unchanged. */
function checkSettings(input: unknown, stored: string | null): Settings {
  const result = settingsSchema.safeParse(input);
  if (result.success) return result.data;
  const outdated = new Map(listOutdated(stored ?? "{}").map(({ path, text }) => [path.join("."), text]));
  const isUntouched = (path: readonly PropertyKey[]) => {
    const before = outdated.get(path.join("."));
    return before !== undefined && Reflect.get(Object(parentOf(input, path)), path.at(-1) ?? "") === before;
  };
  const wrong = result.error.issues.filter(({ path }) => !isUntouched(path));
  if (wrong.length > 0) throw validationError(wrong);
  return parseStoredSettings(JSON.stringify(input));
}

/** Returns a message for each outdated value, by field name. */
export async function findOutdated(db: Database): Promise<Record<string, string>> {
  const row = await findRow(db);
  const outdated = listOutdated(row?.data ?? "{}");
  return Object.fromEntries(
    outdated.map(({ path, message }) => [path.join("."), `The site still shows this value. ${message}`]),
  );
}

/** Locks the settings until the transaction ends. */
export async function lockSettings(tx: Writing): Promise<void> {
  await tx.locks.acquire(tx.query, "settings");
}

export interface SettingsVersion {
  version: number;
  settings: Settings;
  /** User id, or name of a system actor. */
  savedBy: string;
  savedAt: string;
}

/** Reads an earlier version of the settings; null if it is no longer stored. */
export async function readSettingsVersion(db: Database, version: number): Promise<SettingsVersion | null> {
  const row = await db.query
    .selectFrom("settings_versions")
    .selectAll()
    .where("key", "=", key)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) return null;
  return { version, settings: parseStoredSettings(row.data), savedBy: row.saved_by, savedAt: row.saved_at };
}

async function insertVersion(
  { query }: Writing,
  version: number,
  data: string,
  { actor, now }: SaveSettings,
) {
  const next = { data, version, updated_at: now.toISOString() };
  await query
    .insertInto("settings")
    .values({ key, ...next })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(next))
    .execute();
  await query
    .insertInto("settings_versions")
    .values({ key, version, data, saved_by: actor.id, saved_at: now.toISOString() })
    .execute();
  await query
    .deleteFrom("settings_versions")
    .where("key", "=", key)
    .where("version", "<=", version - maxVersions)
    .execute();
}

function findRow({ query }: Database) {
  return query.selectFrom("settings").select(["data", "version"]).where("key", "=", key).executeTakeFirst();
}

const key = "company";
const cacheKey = "settings";
const maxVersions = 200;

/** Merges changes into settings: records key by key, all other values as a whole. */
export function mergeSettings(now: unknown, changes: unknown): unknown {
  if (!isRecord(now) || !isRecord(changes) || now.type === "doc") return changes;
  const names = new Set([...Object.keys(now), ...Object.keys(changes)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(changes, name)
        ? mergeSettings(Object.hasOwn(now, name) ? now[name] : undefined, changes[name])
        : now[name],
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses stored settings of any version: fills missing values, preserves outdated phones and e-mails, and omits other invalid
 * values.
 */
export function parseStoredSettings(data: string): Settings {
  const stored: unknown = JSON.parse(data);
  const first = settingsSchema.safeParse(stored);
  if (first.success) return first.data;
  const outdated = listOutdated(data);
  for (const { code, path, ...issue } of first.error.issues)
    if (code === "unrecognized_keys" && "keys" in issue)
      for (const key of issue.keys) removeAt(stored, [...path, key]);
    else removeAt(stored, path);
  const second = settingsSchema.safeParse(stored);
  if (!second.success) return emptySettings;
  for (const { path, text } of outdated)
    Reflect.set(Object(parentOf(second.data, path)), path.at(-1) ?? "", text);
  return second.data;
}

export interface Outdated {
  path: readonly PropertyKey[];
  text: string;
  /** Error message for the form. */
  message: string;
}

/** Lists stored phones and e-mail addresses that are no longer valid. */
function listOutdated(data: string): Outdated[] {
  const stored: unknown = JSON.parse(data);
  const issues = settingsSchema.safeParse(stored).error?.issues ?? [];
  return issues.flatMap(({ path, message }) => {
    const text: unknown = Reflect.get(Object(parentOf(stored, path)), path.at(-1) ?? "");
    const isContact = ["phone", "whatsapp", "email"].includes(String(path.at(-1)));
    return isContact && typeof text === "string" ? [{ path, text, message }] : [];
  });
}

/** Returns the object or array that contains the value at a path. */
function parentOf(from: unknown, path: readonly PropertyKey[]): unknown {
  let at = from;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  return at;
}

/** Removes the value at a path. In a list it leaves a hole, which preserves the indices of later rows. */
function removeAt(from: unknown, path: readonly PropertyKey[]): void {
  const at = parentOf(from, path);
  const last = path.at(-1);
  if (typeof at === "object" && at !== null && last !== undefined) Reflect.deleteProperty(at, last);
}
