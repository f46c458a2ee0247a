import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { cachedQuery, cacheTags, lastCached } from "#app/database/cache-tags.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { partsOfRecord } from "#app/fields/types/records.ts";
import { lockFiles } from "#app/files/library/change-file.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { emptySettings, type Settings, settingFields, settingsSchema } from "./settings-schema.ts";

/** The company's settings; those of a company that has said nothing yet, before they are first saved. */
export function readSettings(db: Database): Promise<Settings> {
  return cachedQuery(db, remembered, [cacheTags.settings], async () => (await readSettingsNow(db)).settings);
}

/** What `readSettings` answered last, for when the database is away; null if it never did. */
export function lastCachedSettings(db: Database): Settings | null {
  return lastCached<Settings>(db, remembered) ?? null;
}

/** The same with the number of their version, 0 before they are first saved. */
export async function readSettingsNow(db: Database): Promise<{ version: number; settings: Settings }> {
  const row = await findRow(db);
  return row
    ? { version: row.version, settings: readStored(row.data) }
    : { version: 0, settings: emptySettings };
}

/** Whether settings of any kind were saved here; the time zone that setup takes from the browser does not count. */
export async function hasSettings({ query }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom("settings")
    .select(["key", "data"])
    .where("key", "<>", firstStepsKey)
    .execute();
  return rows.some((row) => row.key !== key || !isAsFirst(readStored(row.data)));
}

function isAsFirst(settings: Settings): boolean {
  const first = { ...settings, company: { ...settings.company, timeZone: "" } };
  return JSON.stringify(first) === JSON.stringify(emptySettings);
}

/** Key of the row that exists once the first steps are dismissed. */
export const firstStepsKey = "first-steps";

export interface SaveSettings {
  actor: Actor;
  now: Date;
  /** The version its writer saw; a stale one is refused with what stands there now. */
  basedOn?: number;
  /** What of it was changed, for the record. */
  part?: string;
}

/** Saves the whole record; what it was before is kept. */
export async function saveSettings(tx: Writing, input: unknown, save: SaveSettings): Promise<Settings> {
  await lockSettings(tx);
  const row = await findRow(tx);
  const data = checkSettings(input, row?.data ?? null);
  const version = row?.version ?? 0;
  await refuseMissingPictures(tx, data, row?.data ?? "");
  if (save.basedOn !== undefined && save.basedOn !== version)
    throw new DomainError("stale", "Somebody else has saved the settings meanwhile.", {
      detail: row && { version, data: JSON.parse(row.data) },
    });
  await keep(tx, version + 1, JSON.stringify(data), save);
  tx.invalidate(cacheTags.settings);
  await recordAudit(tx, save.actor, "settings.save", key, save.part ?? "");
  return data;
}

/** Pictures that were not there before must be in the library, and stay there until the transaction ends. */
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
        found.get(id) === "pdf" ? "This is a PDF; choose a picture" : "Points to a picture that is not there",
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

/** Throws a DomainError for what is not let in; an old phone or e-mail that nobody has touched keeps nobody from saving the rest. */
function checkSettings(input: unknown, stored: string | null): Settings {
  const result = settingsSchema.safeParse(input);
  if (result.success) return result.data;
  const text = JSON.stringify(input);
  const former = new Map(listOutdated(stored ?? "{}").map((one) => [one.path.join("."), one.text]));
  const isUntouched = (path: readonly PropertyKey[]) => {
    const before = former.get(path.join("."));
    return before !== undefined && Reflect.get(Object(holderOf(input, path)), path.at(-1) ?? "") === before;
  };
  const wrong = result.error.issues.filter(({ path }) => !isUntouched(path));
  if (wrong.length > 0) throw validationError(wrong);
  return readStored(text);
}

/** What an admin is asked to type anew, by the name of its field. */
export async function findOutdated(db: Database): Promise<Record<string, string>> {
  const row = await findRow(db);
  const outdated = listOutdated(row?.data ?? "{}");
  return Object.fromEntries(
    outdated.map(({ path, message }) => [path.join("."), `The site still shows this as it is. ${message}`]),
  );
}

/** Until this transaction ends nobody else saves them. */
export async function lockSettings(tx: Writing): Promise<void> {
  await tx.locks.acquire(tx.query, "settings");
}

export interface SettingsVersion {
  version: number;
  settings: Settings;
  /** A person's id, or a part of the product. */
  savedBy: string;
  savedAt: string;
}

/** The settings as they were once; null for a version that is not kept any more. */
export async function readSettingsVersion(db: Database, version: number): Promise<SettingsVersion | null> {
  const row = await db.query
    .selectFrom("settings_versions")
    .selectAll()
    .where("key", "=", key)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) return null;
  return { version, settings: readStored(row.data), savedBy: row.saved_by, savedAt: row.saved_at };
}

async function keep({ query }: Writing, version: number, data: string, { actor, now }: SaveSettings) {
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
    .where("version", "<=", version - keptVersions)
    .execute();
}

function findRow({ query }: Database) {
  return query.selectFrom("settings").select(["data", "version"]).where("key", "=", key).executeTakeFirst();
}

const key = "company";
const remembered = "settings";
const keptVersions = 200;

/** Settings with a part of them changed: records are merged key by key, everything else takes the place of what was there. */
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
 * Settings as they were stored, whichever version stored them: what is new is filled, a phone or e-mail that is not let in
 * any more stays as it was until somebody types it anew, and any other such value is left out rather than the whole site.
 */
export function readStored(data: string): Settings {
  const stored: unknown = JSON.parse(data);
  const first = settingsSchema.safeParse(stored);
  if (first.success) return first.data;
  const kept = listOutdated(data);
  for (const { code, path, ...issue } of first.error.issues)
    if (code === "unrecognized_keys" && "keys" in issue)
      for (const key of issue.keys) leaveOut(stored, [...path, key]);
    else leaveOut(stored, path);
  const second = settingsSchema.safeParse(stored);
  if (!second.success) return emptySettings;
  for (const { path, text } of kept)
    Reflect.set(Object(holderOf(second.data, path)), path.at(-1) ?? "", text);
  return second.data;
}

export interface Outdated {
  path: readonly PropertyKey[];
  text: string;
  /** What is wrong with it, in words. */
  message: string;
}

/** Phones and e-mail addresses that were stored once and would be refused now. */
function listOutdated(data: string): Outdated[] {
  const stored: unknown = JSON.parse(data);
  const issues = settingsSchema.safeParse(stored).error?.issues ?? [];
  return issues.flatMap(({ path, message }) => {
    const text: unknown = Reflect.get(Object(holderOf(stored, path)), path.at(-1) ?? "");
    const isContact = ["phone", "whatsapp", "email"].includes(String(path.at(-1)));
    return isContact && typeof text === "string" ? [{ path, text, message }] : [];
  });
}

/** What holds the value at a path. */
function holderOf(from: unknown, path: readonly PropertyKey[]): unknown {
  let at = from;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  return at;
}

/** Of a list the whole row goes, since the others would take its number. */
function leaveOut(from: unknown, path: readonly PropertyKey[]): void {
  const at = holderOf(from, path);
  const last = path.at(-1);
  if (typeof at === "object" && at !== null && last !== undefined) Reflect.deleteProperty(at, last);
}
