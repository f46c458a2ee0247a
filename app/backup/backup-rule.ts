import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import type { BackupEnv, BackupPeriods } from "#app/platform/settings/files-env.ts";
import { sayCount } from "#app/text/counts.ts";

/** How often backups are made by themselves, and how long they are kept. */
export interface BackupRule {
  /** Hours from one to the next; 0 for none by themselves. */
  everyHours: number;
  keep: BackupPeriods;
}

/** What the admins set; where the deployer has set it, that wins. */
export async function readBackupRule(
  db: Database,
  { everyHours, keep }: Pick<BackupEnv, "everyHours" | "keep">,
): Promise<BackupRule> {
  const { backups } = await readSettings(db);
  return {
    everyHours: everyHours ?? backups.everyHours,
    keep: keep ?? backups.keep,
  };
}

/** A setting that the deployer has set as a variable of the server. */
export interface FixedSetting {
  path: string;
  label: string;
  variable: string;
  says: string;
}

/** Of the settings of backups those that can't be changed in the dashboard. */
export function listFixedSettings({
  everyHours,
  keep,
}: Pick<BackupEnv, "everyHours" | "keep">): FixedSetting[] {
  const fixed: FixedSetting[] = [];
  if (everyHours !== null)
    fixed.push({
      path: "backups.everyHours",
      label: "Hours between backups",
      variable: "BACKUP_EVERY",
      says: everyHours === 0 ? "off: none is made by itself" : String(everyHours),
    });
  if (keep !== null)
    fixed.push({
      path: "backups.keep",
      label: "Kept",
      variable: "BACKUP_KEEP",
      says: sayPeriods(keep),
    });
  return fixed;
}

/** "7 days, 4 weeks and 12 months". */
export function sayPeriods({ days, weeks, months }: BackupPeriods): string {
  return `${sayCount(days, "day")}, ${sayCount(weeks, "week")} and ${sayCount(months, "month")}`;
}
