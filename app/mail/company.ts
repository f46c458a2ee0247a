import { timeZoneOf } from "#app/company/company-time.ts";
import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";

/** What mails say of the company. */
export interface MailCompany {
  name: string;
  url: URL;
  /** Where a person answers; empty when the settings name none. */
  email: string;
  timeZone: string;
  /** How long a reply takes, as the settings say; empty when they don't. */
  replyTime: string;
}

export async function readMailCompany(db: Database, publicUrl: URL): Promise<MailCompany> {
  const { company } = await readSettings(db);
  return {
    name: company.name || publicUrl.host,
    url: publicUrl,
    replyTime: company.replyTime,
    ...(await readCompanyPlace(db)),
  };
}

/** The company's own mailbox, empty when the settings name none, and the time of its place. */
export async function readCompanyPlace(db: Database): Promise<Pick<MailCompany, "email" | "timeZone">> {
  const { company } = await readSettings(db);
  return { email: company.email, timeZone: timeZoneOf({ company }) };
}
