import type { Database } from "#app/database/database.ts";
import { applyKeyset, type Cursor, type KeysetRange } from "#app/database/paging.ts";
import { type CsvRow, streamCsv } from "#app/text/csv.ts";
import { localTime } from "#app/text/moments.ts";
import type { Lead } from "../lead.ts";
import { type LeadKind, statusNames } from "../lead-kinds.ts";
import { formatSpamReasons } from "../spam.ts";
import { nameActors } from "../workflow/staff.ts";
import type { LeadFilter } from "./filter.ts";
import { filterLeads, findInbox, type Viewer } from "./read-inbox.ts";

const batchSize = 500;

/** Everything a filter lets through as CSV, in the order of the list. */
export function exportLeads(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  viewer: Viewer,
): ReadableStream<Uint8Array> {
  const own = kind === "message" ? ["Company", "Service", "Message"] : ["Best time", "Topic", "Not reached"];
  return streamCsv([...head, ...own, ...tail], readBatches(db, kind, filter, viewer));
}

/** How many that is. */
export async function countExported(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  viewer: Viewer,
): Promise<number> {
  const rows = await filterLeads(db, kind, filter, viewer);
  const row = await rows?.select((eb) => eb.fn.countAll<number | string>().as("count")).executeTakeFirst();
  return Number(row?.count ?? 0);
}

const head = ["Reference", "Received", "Status", "Name", "E-mail", "Phone"];
const tail = [
  "Given to",
  "First answer",
  "Minutes to first answer",
  "Page",
  "Came from",
  "Consent",
  "Spam rules",
];

async function* readBatches(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  viewer: Viewer,
): AsyncGenerator<CsvRow[]> {
  const list = await findInbox(db, kind, filter, viewer);
  if (list === null) return;
  const { query, order } = list;
  for (let place: Cursor | null = null; ; ) {
    const stretch: KeysetRange = { place, towards: order.direction, limit: batchSize };
    const found = await applyKeyset(query, order, stretch).execute();
    const leads = await readLeads(
      db,
      found.map(({ id }) => id),
    );
    const names = await nameActors(
      db,
      leads.flatMap(({ assignee_id }) => assignee_id ?? []),
    );
    yield leads.map((lead) => writeRow(lead, names, viewer.timeZone));
    const last = found.at(-1);
    if (!last || found.length < batchSize) return;
    place = { sortKey: last.moment, id: last.id };
  }
}

async function readLeads({ query }: Database, ids: string[]): Promise<Lead[]> {
  if (ids.length === 0) return [];
  const rows = await query.selectFrom("leads").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function writeRow(lead: Lead, names: Map<string, string>, timeZone: string): CsvRow {
  const at = (moment: string | null) =>
    moment === null ? "" : localTime(moment, timeZone).replace("T", " ");
  const own =
    lead.kind === "message"
      ? [lead.company, lead.service, lead.message]
      : [lead.best_time, lead.topic, lead.tries];
  return [
    lead.reference,
    at(lead.created_at),
    statusNames[lead.status],
    lead.name,
    lead.email,
    lead.phone,
    ...own,
    names.get(lead.assignee_id ?? "") ?? "",
    at(lead.answered_at),
    lead.answer_minutes,
    lead.source_path,
    lead.referrer,
    lead.consent_text,
    formatSpamReasons(lead.spam_reasons).join(" "),
  ];
}
