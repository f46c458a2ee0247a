import type { Database } from "#app/database/database.ts";
import { shorten } from "#app/text/cut.ts";
import { cutWord, wordsOf } from "#app/text/words.ts";
import { type Lead, wordsOfLead } from "../lead.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";

/** A lead as a list of what was found names it. */
export interface FoundLead {
  kind: LeadKind;
  id: string;
  reference: string;
  /** What they wrote, as far as one line goes. */
  title: string;
  who: string;
  status: Lead["status"];
}

/** Messages and calls that hold every word, by its beginning, the latest first; their words may be a number's or an address's. */
export async function findLeads(db: Database, query: string, limit: number): Promise<FoundLead[]> {
  const words = soughtWords(query);
  if (words.length === 0) return [];
  // Erased leads are left out afterwards.
  const found = await db.search.leads.find(db.query, words, null, limit * 2);
  if (found.length === 0) return [];
  const ids = await replaceMerged(db, found);
  const rows = await db.query
    .selectFrom("leads")
    .selectAll()
    .where("id", "in", ids)
    .where("erased_at", "is", null)
    .where("merged_into", "is", null)
    .execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows
    .toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    .slice(0, limit)
    .map(presentFound);
}

/** Leads in their order; a merged one is found as the lead it was merged into. */
async function replaceMerged({ query }: Database, ids: string[]): Promise<string[]> {
  const merged = await query
    .selectFrom("leads")
    .select(["id", "merged_into"])
    .where("id", "in", ids)
    .where("merged_into", "is not", null)
    .execute();
  const main = new Map(merged.map(({ id, merged_into }) => [id, merged_into ?? id]));
  return [...new Set(ids.map((id) => main.get(id) ?? id))];
}

function presentFound(lead: Lead): FoundLead {
  const { id, kind, reference, name, company, status } = lead;
  const [line = ""] = wordsOfLead(lead).trim().split("\n", 1);
  const who = [name, company].filter(Boolean).join(", ") || lead.email || lead.phone;
  return { id, kind, reference, status, who, title: shorten(line, 120) || who };
}

/** Lets a lead be found; what was erased or set aside under another falls out when it is looked for. */
export function indexLead(tx: Database, lead: Lead): Promise<void> {
  return tx.search.leads.index(tx.query, {
    leadId: lead.id,
    kind: pluralOf[lead.kind],
    words: indexedWords(lead),
  });
}

const mostWords = 2000;

/** The words a lead is found by: all that was written, the parts of its address, its number and its reference. */
export function indexedWords(lead: Lead): string[] {
  const { name, email, reference, company, service, message, topic, best_time } = lead;
  const words = [name, email, reference, company, service, message, topic, best_time].flatMap(wordsOf);
  const found = new Set([...words.map(cutWord), ...endingsOf(lead.phone)]);
  return [...found].slice(0, mostWords);
}

/** Puts the words of every lead into the search, which is empty. */
export async function fillLeadSearch(tx: Database): Promise<void> {
  for (let after = ""; ; ) {
    const leads = await tx.query
      .selectFrom("leads")
      .selectAll()
      .where("erased_at", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(200)
      .execute();
    for (const lead of leads) await indexLead(tx, lead);
    const last = leads.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The words somebody looks for. A number is found by any of its parts, with or without the zero of its country. */
export function soughtWords(query: string): string[] {
  const words = wordsOf(query).map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word));
  return [...new Set(words)].slice(0, 8).map(cutWord);
}

/** Every ending of a number, since words are found by their beginnings. */
function endingsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, "");
  return Array.from({ length: Math.max(0, digits.length - 2) }, (_, at) => digits.slice(at));
}
