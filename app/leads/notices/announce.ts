import type { Writing } from "#app/database/database.ts";
import type { Lead } from "../lead.ts";
import type { LeadSettings } from "../settings/lead-settings.ts";
import { describeLead } from "./items.ts";
import { tellStaff } from "./tell-staff.ts";
import { thankSender } from "./thanks.ts";

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
