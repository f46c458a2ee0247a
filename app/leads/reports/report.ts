import type { Leads } from "../inbox/list.ts";

/** What has come in as a person reads it in a terminal; nothing in it can move the cursor or turn the text around. */
export function reportLeads({ messages, calls, subscribers }: Leads): string {
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
export function leadsAsJson(leads: Leads): string {
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
  return facts({ Page: row.source_path, "Came from": row.referrer });
}
