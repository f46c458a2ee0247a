import type { Selectable } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { SubscriberTable } from "#app/database/tables/leads.ts";
import type { Lead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";

type Received<Foreign extends keyof Lead> = Omit<Lead, Foreign | "kind" | "sort_date"> & {
  surfaced_at: string;
};

/** What has come in, newest first, spam included and marked as such; under the names that `npm run leads -- --json` has always had. */
export interface ReceivedLeads {
  messages: Received<"best_time" | "topic" | "tries">[];
  calls: Received<"company" | "service" | "message">[];
  subscribers: Selectable<SubscriberTable>[];
}

export interface LeadSelection {
  /** Only what came at or after this moment. */
  since?: Date | undefined;
  /** At most so many of each. */
  limit?: number | undefined;
}

export async function listReceived(db: Database, selection: LeadSelection): Promise<ReceivedLeads> {
  const messages = await newestLeads(db, "message", selection);
  const calls = await newestLeads(db, "call", selection);
  return {
    messages: messages.map(({ kind: _, best_time, topic, tries, sort_date, ...row }) => ({
      ...row,
      surfaced_at: sort_date,
    })),
    calls: calls.map(({ kind: _, company, service, message, sort_date, ...row }) => ({
      ...row,
      surfaced_at: sort_date,
    })),
    subscribers: await newestSubscribers(db, selection),
  };
}

function newestLeads({ query }: Database, kind: LeadKind, { since, limit }: LeadSelection): Promise<Lead[]> {
  return query
    .selectFrom("leads")
    .selectAll()
    .where("kind", "=", kind)
    .$if(since !== undefined, (rows) => rows.where("created_at", ">=", since?.toISOString() ?? ""))
    .$if(limit !== undefined, (rows) => rows.limit(limit ?? 0))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

function newestSubscribers({ query }: Database, { since, limit }: LeadSelection) {
  return query
    .selectFrom("subscribers")
    .selectAll()
    .$if(since !== undefined, (rows) => rows.where("created_at", ">=", since?.toISOString() ?? ""))
    .$if(limit !== undefined, (rows) => rows.limit(limit ?? 0))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** What has come in as a person reads it in a terminal; nothing in it can move the cursor or turn the text around. */
export function reportLeads({ messages, calls, subscribers }: ReceivedLeads): string {
  return [
    section("Messages", messages, (row) => [
      head(row, row.name),
      ...facts({ "E-mail": row.email, Phone: row.phone, Company: row.company, Service: row.service }),
      ...from(row),
      "",
      ...row.message.split("\n").map((line) => `  | ${visible(line)}`),
    ]),
    section("Calls", calls, (row) => [
      head(row, row.name),
      ...facts({ Phone: row.phone, "E-mail": row.email, "Best time": row.best_time, Topic: row.topic }),
      ...from(row),
    ]),
    section("Subscribers", subscribers, (row) => [head(row, row.email)]),
  ].join("\n");
}

/** The same as JSON, in which terminals find nothing to obey either. */
export function leadsAsJson(leads: ReceivedLeads): string {
  return JSON.stringify(leads, null, 2).replace(hostile, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const hostile = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Control and direction characters by their names, in place of their effect. */
function visible(text: string): string {
  return text.replace(hostile, (character) =>
    character === "\t"
      ? "    "
      : `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`,
  );
}

function section<Row>(title: string, rows: Row[], lines: (row: Row) => string[]): string {
  const body = rows.length === 0 ? "  none\n" : rows.map((row) => `${lines(row).join("\n")}\n`).join("\n");
  return `${title} (${rows.length})\n\n${body}`;
}

function head(
  row: { reference: string; created_at: string; status: string; spam_reasons: string },
  who: string,
): string {
  const why = row.spam_reasons ? `: ${row.spam_reasons}` : "";
  const when = row.created_at.slice(0, 16).replace("T", " ");
  return visible(`${row.reference}  ${when} UTC  [${row.status}${why}]  ${who}`);
}

function facts(named: Record<string, string>): string[] {
  return Object.entries(named).flatMap(([name, value]) =>
    value === "" ? [] : [`  ${`${name}:`.padEnd(11)}${visible(value)}`],
  );
}

function from(row: { source_path: string; referrer: string }): string[] {
  return facts({ Page: row.source_path, Referrer: row.referrer });
}
