import type { Database } from "#app/platform/database/database.ts";
import { readSettings } from "./settings.ts";

/** Reads the idle minutes after which a staff session ends, by role. */
export async function readIdleMinutes(db: Database): Promise<{ editor: number; admin: number }> {
  const { editorIdleMinutes, adminIdleMinutes } = (await readSettings(db)).accounts;
  return { editor: editorIdleMinutes, admin: adminIdleMinutes };
}
