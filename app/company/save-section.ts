import type { Database, Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { type DraftRecord, draftOf, putAt, type SettingsSection, valueAt, withDraft } from "./sections.ts";
import {
  holdSettings,
  readSettingsNow,
  readSettingsVersion,
  type SaveSettings,
  saveSettings,
} from "./settings.ts";
import { type Settings, settingsSchema } from "./settings-schema.ts";

/** What stands there by now, for somebody whose form was based on an older version. */
export interface SettingsConflict {
  version: number;
  draft: DraftRecord;
  savedBy: string;
  savedAt: string;
}

type Save = Omit<SaveSettings, "part" | "basedOn"> & { basedOn: number };

/** Version numbers before and after a save; equal when nothing was changed. */
export interface Saved {
  before: number;
  after: number;
}

/** Saves one section; others may have been saved meanwhile. One that was itself is refused as "stale", its detail `Overtaken`. */
export async function saveSection(
  tx: Writing,
  section: SettingsSection,
  draft: DraftRecord,
  save: Save,
): Promise<Saved> {
  await holdSettings(tx);
  const { version, settings } = await readSettingsNow(tx);
  if (save.basedOn !== version) await refuseConflict(tx, section, settings, version, save.basedOn);
  return keepChanged(tx, section, withDraft(section, settings, draft), { version, settings }, save);
}

/** Makes a section what it was in an earlier version, by a new one. */
export async function restoreSection(
  tx: Writing,
  section: SettingsSection,
  number: number,
  save: Save,
): Promise<Saved> {
  await holdSettings(tx);
  const { version, settings } = await readSettingsNow(tx);
  if (save.basedOn !== version) await refuseConflict(tx, section, settings, version, save.basedOn);
  const former =
    number === 0 ? { settings: settingsSchema.parse({}) } : await readSettingsVersion(tx, number);
  if (!former) throw new DomainError("missing", "These settings are not kept any more.");
  const next = structuredClone(settings);
  for (const path of section.paths) putAt(next, path, valueAt(former.settings, path));
  return keepChanged(tx, section, next, { version, settings }, save);
}

async function keepChanged(
  tx: Writing,
  section: SettingsSection,
  next: unknown,
  { version, settings }: { version: number; settings: Settings },
  save: Save,
): Promise<Saved> {
  const checked = settingsSchema.safeParse(next);
  if (checked.success && isSame(checked.data, settings)) return { before: version, after: version };
  await saveSettings(tx, next, { ...save, basedOn: version, part: section.name });
  return { before: version, after: version + 1 };
}

async function refuseConflict(
  db: Database,
  section: SettingsSection,
  settings: Settings,
  version: number,
  basedOn: number,
): Promise<void> {
  const seen = await readSettingsVersion(db, basedOn);
  const now = draftOf(section, settings);
  if (seen && isSame(draftOf(section, seen.settings), now)) return;
  const latest = await readSettingsVersion(db, version);
  const detail: SettingsConflict = {
    version,
    draft: now,
    savedBy: latest?.savedBy ?? "",
    savedAt: latest?.savedAt ?? "",
  };
  throw new DomainError("stale", "Somebody else has changed this meanwhile. Nothing was overwritten.", {
    detail,
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
