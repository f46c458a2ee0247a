import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import type { Plan, PlannedNames } from "../bundle/plan.ts";

/** Who may sign in and how, how backups are made and how mail is sent: nobody who ticks "replace" looks for these. */
const ownSections = ["accounts", "backups", "mail"] as const;

/** The plan, with these sections of the settings as they are here. */
export async function keepOwnSettings(db: Database, plan: Plan): Promise<Plan> {
  const { settings } = plan;
  if (settings === null) return plan;
  const own = await readSettings(db);
  const kept = (names: PlannedNames) => {
    const next = settings(names);
    for (const section of ownSections) Object.assign(next[section], own[section]);
    return next;
  };
  return { ...plan, settings: kept };
}
