import type { Writing } from "#app/database/database.ts";
import type { Lead } from "./lead.ts";
import { recordHappening } from "./lead-events.ts";
import { indexedWords } from "./lead-words.ts";
import { announceLead } from "./notices/announce.ts";
import { endWaiting } from "./same-sender.ts";
import type { LeadSettings } from "./settings/lead-settings.ts";

/** What follows when something has come in, in the transaction that keeps it; of spam nobody hears. */
export async function noteArrival(tx: Writing, lead: Lead, settings: LeadSettings, now: Date): Promise<void> {
  const isSpam = lead.status === "spam";
  await tx.engine.leadSearch.index(tx.query, { leadId: lead.id, kind: lead.kind, words: indexedWords(lead) });
  await recordHappening(tx, lead.id, "arrived", { isSpam }, now);
  if (isSpam) return;
  await endWaiting(tx, lead, now);
  await announceLead(tx, lead, settings, now);
}
