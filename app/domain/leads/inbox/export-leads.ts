import { type CsvRow, streamCsv } from "#app/lib/text/csv.ts";
import { localTime } from "#app/lib/text/moments.ts";
import type { Database } from "#app/platform/database/database.ts";
import { applyKeyset, type Cursor, type KeysetRange } from "#app/platform/database/paging.ts";
import { findMerged, type Lead } from "../lead.ts";
import { type LeadKind, statusNames } from "../lead-kinds.ts";
import { formatSpamReasons } from "../spam.ts";
import { nameActors } from "../workflow/staff.ts";
import type { LeadFilter } from "./filter.ts";
import { filterLeads, findInbox, type Viewer } from "./read-inbox.ts";

const batchSize = 500;

/** Exports the leads that match a filter as CSV, in list order, each followed by the leads merged into it. */
export function exportLeads(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  viewer: Viewer,
): ReadableStream<Uint8Array> {
  const kindColumns =
    kind === "message" ? ["Company", "Service", "Message"] : ["Best time", "Topic", "Not reached"];
  return streamCsv([...head, ...kindColumns, ...tail], readBatches(db, kind, filter, viewer));
}

/** Counts the rows that `exportLeads` writes. */
export async function countExported(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  viewer: Viewer,
): Promise<number> {
  const rows = await filterLeads(db, kind, filter, viewer);
  if (rows === null) return 0;
  const listed = await rows.select((eb) => eb.fn.countAll<number | string>().as("count")).executeTakeFirst();
  const merged = await db.query
    .selectFrom("leads")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("erased_at", "is", null)
    .where("merged_into", "in", rows.select("leads.id"))
    .executeTakeFirst();
  return Number(listed?.count ?? 0) + Number(merged?.count ?? 0);
}

const head = ["Reference", "Received", "Status", "Name", "E-mail", "Phone"];
const tail = [
  "Merged into",
  "Assignee",
  "First response",
  "Minutes to first response",
  "Page",
  "Referrer",
  "Consent",
  "Spam check",
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
  for (let cursor: Cursor | null = null; ; ) {
    const range: KeysetRange = { place: cursor, towards: order.direction, limit: batchSize };
    const found = await applyKeyset(query, order, range).execute();
    const ids = found.map(({ id }) => id);
    const leads = await readWithMerged(db, ids);
    const references = new Map(leads.map(({ id, reference }) => [id, reference]));
    const names = await nameActors(
      db,
      leads.flatMap(({ assignee_id }) => assignee_id ?? []),
    );
    yield leads.map((lead) => writeRow(lead, { names, references, timeZone: viewer.timeZone }));
    const last = found.at(-1);
    if (!last || found.length < batchSize) return;
    cursor = { sortKey: last.moment, id: last.id };
  }
}

async function readWithMerged(db: Database, ids: string[]): Promise<Lead[]> {
  if (ids.length === 0) return [];
  const rows = await db.query.selectFrom("leads").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const merged = Map.groupBy(await findMerged(db, ids), ({ merged_into }) => merged_into);
  return ids.flatMap((id) => [byId.get(id) ?? [], merged.get(id) ?? []].flat());
}

interface RowContext {
  names: Map<string, string>;
  /** References in the batch by id. */
  references: Map<string, string>;
  timeZone: string;
}

function writeRow(lead: Lead, { names, references, timeZone }: RowContext): CsvRow {
  const at = (moment: string | null) =>
    moment === null ? "" : localTime(moment, timeZone).replace("T", " ");
  const kindColumns =
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
    ...kindColumns,
    references.get(lead.merged_into ?? "") ?? "",
    names.get(lead.assignee_id ?? "") ?? "",
    at(lead.answered_at),
    lead.answer_minutes,
    lead.source_path,
    lead.referrer,
    lead.consent_text,
    formatSpamReasons(lead.spam_reasons).join(" "),
  ];
}
