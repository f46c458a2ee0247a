import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { readKeptSettings } from "#app/leads/settings/store-lead-settings.ts";
import { listStaff } from "#app/leads/workflow/staff.ts";
import { readCompanyPlace } from "#app/mail/company.ts";

/** How messages and calls are handled, and who may be told of them. */
export async function readRules({ db, person }: Staff) {
  const { settings, version } = await readKeptSettings(db);
  return {
    settings,
    version,
    staff: (await listStaff(db)).map(({ id, name, email }) => ({ id, name, email })),
    companyEmail: (await readCompanyPlace(db)).email,
    isAdmin: person.role === "admin",
  };
}

export type RulesPage = Awaited<ReturnType<typeof readRules>>;
