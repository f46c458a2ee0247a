import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { readSettingsNow, readSettingsVersion, saveSettings } from "#app/domain/company/settings.ts";
import { emptySettings, type Settings } from "#app/domain/company/settings-schema.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { trash, untrash } from "#app/domain/content/publishing/publishing.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import { trashFile } from "#app/domain/files/library/change-file.ts";
import { findUses } from "#app/domain/files/library/where-used.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { isRecord } from "../transfer/bundle/problems.ts";

/** Author id of the sample content. An entry with a version by another author is no longer sample content. */
export const sampleActor = "sample";

/** Sample content that removal would move to the trash, and counts of the rest. */
export interface SampleContent {
  entries: { id: string; kind: Kind; title: string }[];
  /** Sample entries that were edited later. */
  edited: number;
  /** Ids of unused pictures. */
  files: string[];
  /** Pictures in use, including by entries in the trash. */
  filesInUse: number;
  hasSettings: boolean;
}

export async function findSampleContent(db: Database): Promise<SampleContent> {
  const { entries, edited } = await findEntries(db);
  const { files, filesInUse } = await findFiles(db);
  const { settings } = await readSettingsNow(db);
  const hasSettings = JSON.stringify(await withoutSample(db, settings)) !== JSON.stringify(settings);
  return { entries, edited, files, filesInUse, hasSettings };
}

/** Moves unchanged sample content to the trash and clears settings that still have sample values. */
export async function removeSample(
  tx: Writing,
  actionContext: ActionContext,
): Promise<{ entries: number; files: number; version: number | null }> {
  const found = await findSampleContent(tx);
  for (const { kind, id } of found.entries) await trash(tx, await openEntry(tx, kind, id), actionContext);
  for (const id of found.files) await trashFile(tx, id, actionContext);
  const { version, settings } = await readSettingsNow(tx);
  if (found.hasSettings)
    await saveSettings(tx, await withoutSample(tx, settings), {
      ...actionContext,
      part: "sample content removed",
    });
  const counts = { entries: found.entries.length, files: found.files.length };
  await recordAudit(tx, actionContext.actor, "sample.remove", "", JSON.stringify(counts));
  return { ...counts, version: found.hasSettings ? version : null };
}

/** Restores the sample content removed at `at`, and the settings of `version`. */
export async function restoreSample(
  tx: Writing,
  at: string,
  version: number | null,
  actionContext: ActionContext,
): Promise<void> {
  const rows = await tx.query
    .selectFrom("entries")
    .select(["id", "kind"])
    .where("deleted_at", "=", at)
    .execute();
  for (const { id, kind: name } of rows) {
    const kind = findKind(name);
    if (kind) await untrash(tx, await openEntry(tx, kind, id), actionContext);
  }
  const former = version === null ? null : await readSettingsVersion(tx, version);
  if (former) await saveSettings(tx, former.settings, { ...actionContext, part: "sample content back" });
  await recordAudit(
    tx,
    actionContext.actor,
    "sample.bring-back",
    "",
    JSON.stringify({ entries: rows.length }),
  );
}

async function findEntries({ query }: Database) {
  const rows = await query
    .selectFrom("entries")
    .innerJoin("entry_versions", "entry_id", "entries.id")
    .where("entries.deleted_at", "is", null)
    .where("entry_versions.number", "=", 1)
    .where("entry_versions.author_id", "=", sampleActor)
    .select(["entries.id", "kind", "title"])
    .orderBy("entries.id")
    .execute();
  const touched = await query
    .selectFrom("entry_versions")
    .select("entry_id")
    .distinct()
    .where((eb) => eb.or([eb("author_id", "<>", sampleActor), eb("author_id", "is", null)]))
    .execute();
  const known = new Set(touched.map(({ entry_id }) => entry_id));
  const entries = rows.flatMap(({ id, title, kind: name }) => {
    const kind = known.has(id) ? undefined : findKind(name);
    return kind ? [{ id, kind, title }] : [];
  });
  return { entries, edited: rows.length - entries.length };
}

async function findFiles(db: Database): Promise<{ files: string[]; filesInUse: number }> {
  const rows = await db.query
    .selectFrom("files")
    .select("id")
    .where("created_by", "=", sampleActor)
    .where("deleted_at", "is", null)
    .execute();
  const files: string[] = [];
  for (const { id } of rows) if ((await findUses(db, id)).length === 0) files.push(id);
  return { files, filesInUse: rows.length - files.length };
}

/** The settings without values that are unchanged from the sample. */
async function withoutSample(db: Database, settings: Settings): Promise<unknown> {
  const first = await db.query
    .selectFrom("settings_versions")
    .select("version")
    .where("saved_by", "=", sampleActor)
    .orderBy("version")
    .executeTakeFirst();
  const sample = first && (await readSettingsVersion(db, first.version));
  return sample ? clear(settings, sample.settings, emptySettings) : settings;
}

function clear(now: unknown, sample: unknown, empty: unknown): unknown {
  if (isRecord(now) && isRecord(sample) && isRecord(empty) && now.type !== "doc")
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, clear(value, sample[name], empty[name])]),
    );
  return JSON.stringify(now) === JSON.stringify(sample) ? empty : now;
}
