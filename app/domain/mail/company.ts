import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Company data used in mail. */
export interface MailCompany {
  name: string;
  url: URL;
  /** Address for replies; empty if not set. */
  email: string;
  timeZone: string;
  /** Usual time until a reply, as text; empty if not set. */
  replyTime: string;
}

export async function readMailCompany(db: Database, publicUrl: URL): Promise<MailCompany> {
  const { company } = await readSettings(db);
  return {
    name: company.name || publicUrl.host,
    url: publicUrl,
    replyTime: company.replyTime,
    ...(await readCompanyContact(db)),
  };
}

/** Reads the company's e-mail address, empty if not set, and its time zone. */
export async function readCompanyContact(db: Database): Promise<Pick<MailCompany, "email" | "timeZone">> {
  const { company } = await readSettings(db);
  return { email: company.email, timeZone: timeZoneOf({ company }) };
}
