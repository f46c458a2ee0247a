import type { Database } from "#app/platform/database/database.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { lockSettings, readSettingsNow, saveSettings } from "./settings.ts";
import { settingsSchema } from "./settings-schema.ts";

interface FirstTimeZone {
  /** IANA name reported by the browser, such as "Asia/Dhaka". */
  timeZone: string;
  actor: { id: string; requestId: string };
  now: Date;
}

/** Saves the time zone of the first admin's browser unless one is set; ignores an unknown zone. */
export async function adoptTimeZone(db: Database, first: FirstTimeZone): Promise<void> {
  if (first.timeZone === "" || first.timeZone === "UTC") return;
  await write(db, (tx) => adopt(tx, first));
}

async function adopt(tx: Writing, { timeZone, actor, now }: FirstTimeZone): Promise<void> {
  await lockSettings(tx);
  const { settings } = await readSettingsNow(tx);
  if (settings.company.timeZone !== "") return;
  const next = settingsSchema.safeParse({ ...settings, company: { ...settings.company, timeZone } });
  if (next.success) await saveSettings(tx, next.data, { actor, now, part: "site" });
}
