import { shorten } from "#app/lib/text/cut.ts";
import { cutWord, wordsOf } from "#app/lib/text/words.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Lead, textOfLead } from "../lead.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";

/** Lead in search results. */
export interface FoundLead {
  kind: LeadKind;
  id: string;
  reference: string;
  /** First line of the text. */
  title: string;
  who: string;
  status: Lead["status"];
}

/** Finds leads that contain every word or number by prefix, newest first. */
export async function findLeads(db: Database, query: string, limit: number): Promise<FoundLead[]> {
  const words = parseSearchWords(query);
  if (words.length === 0) return [];
  // Erased leads are filtered out below.
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
  const position = new Map(ids.map((id, index) => [id, index]));
  return rows
    .toSorted((one, other) => (position.get(one.id) ?? 0) - (position.get(other.id) ?? 0))
    .slice(0, limit)
    .map(presentFound);
}

/** Replaces merged leads by the leads they were merged into, preserving the order. */
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
  const [line = ""] = textOfLead(lead).trim().split("\n", 1);
  const who = [name, company].filter(Boolean).join(", ") || lead.email || lead.phone;
  return { id, kind, reference, status, who, title: shorten(line, 120) || who };
}

/** Indexes a lead for search. Erased and merged leads are filtered out when searching. */
export function indexLead(tx: Database, lead: Lead): Promise<void> {
  return tx.search.leads.index(tx.query, {
    leadId: lead.id,
    kind: pluralOf[lead.kind],
    words: indexedWords(lead),
  });
}

const maxWords = 2000;

/** Returns the search words of a lead: all its texts, its address, phone number and reference. */
export function indexedWords(lead: Lead): string[] {
  const { name, email, reference, company, service, message, topic, best_time } = lead;
  const words = [name, email, reference, company, service, message, topic, best_time].flatMap(wordsOf);
  const found = new Set([...words.map(cutWord), ...suffixesOf(lead.phone)]);
  return [...found].slice(0, maxWords);
}

/** Indexes every lead in an empty search index. */
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

/** Splits a query into search words, without a leading zero of phone numbers. */
export function parseSearchWords(query: string): string[] {
  const words = wordsOf(query).map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word));
  return [...new Set(words)].slice(0, 8).map(cutWord);
}

/** Returns every suffix of a number, since search matches prefixes. */
function suffixesOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, "");
  return Array.from({ length: Math.max(0, digits.length - 2) }, (_, at) => digits.slice(at));
}
