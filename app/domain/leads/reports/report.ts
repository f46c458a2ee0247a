import type { Selectable } from "kysely";
import type { Database } from "#app/platform/database/database.ts";
import type { SubscriberTable } from "#app/platform/database/tables/leads.ts";
import type { Lead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";

type Received<Foreign extends keyof Lead> = Omit<Lead, Foreign | "kind" | "sort_date"> & {
  surfaced_at: string;
};

/** Received leads including spam, newest first, with the field names of `npm run leads -- --json`. */
export interface ReceivedLeads {
  messages: Received<"best_time" | "topic" | "tries">[];
  calls: Received<"company" | "service" | "message">[];
  subscribers: Selectable<SubscriberTable>[];
}

export interface LeadSelection {
  /** Earliest time of receipt. */
  since?: Date | undefined;
  /** Maximum number of each kind. */
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

/** Formats leads for a terminal, with control characters escaped. */
export function reportLeads({ messages, calls, subscribers }: ReceivedLeads): string {
  return [
    section("Messages", messages, (row) => [
      head(row, row.name),
      ...facts({ "E-mail": row.email, Phone: row.phone, Company: row.company, Service: row.service }),
      ...from(row),
      "",
      ...row.message.split("\n").map((line) => `  | ${escapeControls(line)}`),
    ]),
    section("Calls", calls, (row) => [
      head(row, row.name),
      ...facts({ Phone: row.phone, "E-mail": row.email, "Best time": row.best_time, Topic: row.topic }),
      ...from(row),
    ]),
    section("Subscribers", subscribers, (row) => [head(row, row.email)]),
  ].join("\n");
}

/** Formats leads as JSON, with control characters escaped. */
export function leadsAsJson(leads: ReceivedLeads): string {
  return JSON.stringify(leads, null, 2).replace(controlCharacters, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const controlCharacters = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Replaces control and direction characters by their code points. */
function escapeControls(text: string): string {
  return text.replace(controlCharacters, (character) =>
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
  sender: string,
): string {
  const why = row.spam_reasons ? `: ${row.spam_reasons}` : "";
  const when = row.created_at.slice(0, 16).replace("T", " ");
  return escapeControls(`${row.reference}  ${when} UTC  [${row.status}${why}]  ${sender}`);
}

function facts(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === "" ? [] : [`  ${`${name}:`.padEnd(11)}${escapeControls(value)}`],
  );
}

function from(row: { source_path: string; referrer: string }): string[] {
  return facts({ Page: row.source_path, Referrer: row.referrer });
}
