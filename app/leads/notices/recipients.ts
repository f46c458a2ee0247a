import type { Writing } from "#app/database/database.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import { emailKey, parseEmail } from "#app/text/email.ts";
import type { LeadSettings, NoticeEvent } from "../settings/lead-settings.ts";

/** Who is told, and by what name they are greeted; empty for none. */
export interface Recipient {
  address: string;
  name: string;
}

/**
 * Those named for an event: people of the staff, and addresses. Where nobody is named, or all who were have left, it is
 * the company's own address or, without one, every admin: something that comes in never goes unheard by mistake.
 */
export async function findRecipients(
  tx: Writing,
  event: NoticeEvent,
  { notices }: LeadSettings,
): Promise<Recipient[]> {
  const { people, addresses } = notices[event];
  const named = [
    ...(people.length === 0 ? [] : await findStaff(tx, people)),
    ...addresses.map((address) => ({ address, name: "" })),
  ];
  const chosen = named.length > 0 ? named : await usualRecipients(tx);
  return [...new Map(chosen.map((one) => [emailKey(one.address), one])).values()];
}

async function usualRecipients(tx: Writing): Promise<Recipient[]> {
  const { email } = await readCompanyPlace(tx);
  const parsed = parseEmail(email);
  return "address" in parsed ? [{ address: parsed.address, name: "" }] : findStaff(tx, null);
}

/** @param ids null for every admin */
async function findStaff(tx: Writing, ids: readonly string[] | null): Promise<Recipient[]> {
  const staff = tx.query
    .selectFrom("users")
    .select(["email as address", "name"])
    .where("banned", "=", 0)
    .orderBy("email_key");
  if (ids === null) return staff.where("role", "=", "admin").execute();
  return staff.where("role", "in", ["editor", "admin"]).where("id", "in", ids).execute();
}
