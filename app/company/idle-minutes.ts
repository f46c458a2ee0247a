import type { Database } from "#app/database/database.ts";
import { readSettings } from "./settings.ts";

/** Minutes without use after which a session of staff ends, by role. */
export async function readIdleMinutes(db: Database): Promise<{ editor: number; admin: number }> {
  const { editorIdleMinutes, adminIdleMinutes } = (await readSettings(db)).accounts;
  return { editor: editorIdleMinutes, admin: adminIdleMinutes };
}
