import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import type { Lead } from "../lead.ts";
import { readLeadSettings } from "../settings/store-lead-settings.ts";
import { minutesThatCount } from "./answer-time.ts";
import { setColumns } from "./change-leads.ts";

/** Stops the clock of a lead at its first answer; a later one changes nothing. */
export async function noteFirstAnswer(tx: Writing, lead: Lead, { now }: ActionContext): Promise<void> {
  if (lead.answered_at !== null) return;
  const { answer } = await readLeadSettings(tx);
  const { timeZone } = await readCompanyPlace(tx);
  const minutes = minutesThatCount(new Date(lead.created_at), now, answer.hours, timeZone);
  await setColumns(tx, lead, { answered_at: now.toISOString(), answer_minutes: minutes });
}
