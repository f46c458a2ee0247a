import type { Writing } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { newId } from "#app/platform/id.ts";
import type { Lead } from "../lead.ts";
import type { LeadSettings } from "../settings/lead-settings.ts";
import { hasCapacity } from "./capacity.ts";
import { describeLead } from "./items.ts";
import { tellStaff } from "./notify-staff.ts";

/** Tells whom it concerns that something has come in, each of them once however often this is asked for. */
export async function announceLead(
  tx: Writing,
  lead: Lead,
  settings: LeadSettings,
  now: Date,
): Promise<void> {
  await thankSender(tx, lead, settings, now);
  await tellStaff(tx, describeLead(lead), settings, now);
}

/**
 * Mails the sender their reference, once. Whoever fills in the form chooses the address: nothing they wrote goes with it,
 * and an address gets a few of these at most. That one was held back is kept as well, for staff to see.
 */
async function thankSender(tx: Writing, lead: Lead, { thanks }: LeadSettings, now: Date): Promise<void> {
  if (!thanks.isOn || lead.email === "") return;
  const row = {
    id: newId(),
    event: "thanks" as const,
    subject_id: lead.id,
    due_at: null,
    mail_id: null,
    recipient: lead.email,
    recipient_key: lead.email_key,
    created_at: now.toISOString(),
  };
  const kept = await tx.query
    .insertInto("notices")
    .values(row)
    .onConflict((conflict) => conflict.columns(["subject_id", "event", "recipient_key"]).doNothing())
    .executeTakeFirst();
  if (Number(kept.numInsertedOrUpdatedRows) === 0) return;
  if (!(await hasCapacity(tx, "thanks", lead.email_key, now))) return;
  const mail = {
    template: "lead-thanks" as const,
    name: "",
    words: thanks.text,
    what: lead.kind,
    reference: lead.reference,
  };
  const mailId = await queueMail(tx, { to: lead.email, mail }, now);
  await tx.query.updateTable("notices").set({ mail_id: mailId }).where("id", "=", row.id).execute();
}
