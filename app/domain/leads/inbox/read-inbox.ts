import { type SelectQueryBuilder, sql } from "kysely";
import { momentOf } from "#app/lib/text/moments.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { readReference } from "../intake/reference.ts";
import { type LeadKind, pluralOf, type Status } from "../lead-kinds.ts";
import { dayAfter } from "../workflow/answer-time.ts";
import type { Folder, LeadFilter } from "./filter.ts";
import { parseSearchWords } from "./search-leads.ts";

/** Staff member who views a list, and the time zone of its days. */
export interface Viewer {
  timeZone: string;
  personId: string;
}

/** Row of a list. */
export interface InboxRow {
  id: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  company: string;
  service: string;
  bestTime: string;
  /** Beginning of the text. */
  beginning: string;
  status: Status;
  assignee: { id: string; name: string } | null;
  createdAt: string;
  sortDate: string;
  snoozedUntil: string | null;
  answeredAt: string | null;
  spamReasons: string;
  /** Failed call attempts; for call requests only. */
  tries: number;
}

/** Reads one page of a list. */
export async function readInbox(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  page: PageRequest,
  viewer: Viewer,
): Promise<Paged<InboxRow>> {
  const found = await findInbox(db, kind, filter, viewer);
  if (found === null) return { rows: [], next: null, previous: null };
  const { rows, next, previous } = await readPage(found.query, page, found.order);
  const ids = rows.map(({ id }) => id);
  return { rows: await readRows(db, ids), next, previous };
}

/** Creates the query of ids and sort dates in list order; null if no lead contains the search words. */
export async function findInbox(db: Database, kind: LeadKind, filter: LeadFilter, viewer: Viewer) {
  const rows = await filterLeads(db, kind, filter, viewer);
  // A filter by day refers to the time of receipt, so the list is sorted by it.
  const hasDays = filter.from !== "" || filter.to !== "";
  const moment = hasDays ? ("leads.created_at" as const) : ("leads.sort_date" as const);
  const order = {
    direction: filter.sort === "newest" ? ("desc" as const) : ("asc" as const),
    sortKey: moment,
    id: "leads.id",
    sortKeyOf: (row: { moment: string }) => row.moment,
  };
  return rows && { query: rows.select(["leads.id", `${moment} as moment`]), order };
}

type Rows = SelectQueryBuilder<Schema, "leads", object>;

/** Creates the query of leads that match a filter; null if no lead contains the search words. */
export async function filterLeads(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  { timeZone, personId }: Viewer,
): Promise<Rows | null> {
  let found = db.query.selectFrom("leads");
  if (filter.q === "") found = found.where("leads.kind", "=", kind);
  else {
    const ids = await findByWords(db, kind, filter.q);
    if (ids.length === 0) return null;
    // All ids are of this kind; with the condition SQLite would use an index of all leads.
    found = found.where("leads.id", "in", ids);
  }
  let rows: Rows = inFolder(found, filter.folder);
  const { assignee, service, source, from: first, to: last } = filter;
  if (assignee === "nobody") rows = rows.where("leads.assignee_id", "is", null);
  else if (assignee !== "")
    rows = rows.where("leads.assignee_id", "=", assignee === "me" ? personId : assignee);
  if (service !== "" && kind === "message") rows = await withColumn(db, rows, "service", service);
  if (source !== "") rows = await withColumn(db, rows, "source_path", source);
  if (first !== "") rows = rows.where("leads.created_at", ">=", startOfDay(first, timeZone));
  if (last !== "") rows = rows.where("leads.created_at", "<", startOfDay(dayAfter(last), timeZone));
  return rows;
}

/** Selects leads with a value, or with a merged lead that has it. */
async function withColumn(
  { query }: Database,
  rows: Rows,
  column: "service" | "source_path",
  value: string,
): Promise<Rows> {
  const merged = query
    .selectFrom("leads as merged")
    .select("merged.merged_into")
    .where("merged.merged_into", "is not", null)
    .where("merged.erased_at", "is", null)
    .where(`merged.${column}`, "=", value);
  // Without the alternative, the index of the column gives the order.
  if (!(await merged.limit(1).executeTakeFirst())) return rows.where(`leads.${column}`, "=", value);
  return rows.where((eb) => eb.or([eb(`leads.${column}`, "=", value), eb("leads.id", "in", merged)]));
}

function inFolder(rows: Rows, folder: Folder): Rows {
  const listed = rows.where("leads.merged_into", "is", null).where("leads.erased_at", "is", null);
  if (folder === "snoozed") return listed.where("leads.snoozed_until", "is not", null);
  if (folder === "all") return listed.where("leads.status", "<>", "spam");
  const inStatus = listed.where("leads.status", "=", folder);
  return folder === "closed" || folder === "spam"
    ? inStatus
    : inStatus.where("leads.snoozed_until", "is", null);
}

/** Maximum search results, newest first. */
const maxFound = 1000;

/** Finds ids of leads that contain the words or have the reference. */
export async function findByWords(db: Database, kind: LeadKind, q: string): Promise<string[]> {
  const reference = readReference(q);
  if (reference !== null) {
    const id = await findByReference(db, kind, reference);
    return id === null ? [] : [id];
  }
  const words = parseSearchWords(q);
  if (words.length === 0) return [];
  const found = await db.search.leads.find(db.query, words, pluralOf[kind], maxFound);
  return found.length === 0 ? [] : addMergeTargets(db, found);
}

/** Finds a lead by a reference normalized by `readReference`. */
export async function findByReference(
  { query }: Database,
  kind: LeadKind,
  reference: string,
): Promise<string | null> {
  const row = await query
    .selectFrom("leads")
    .select("id")
    .where("kind", "=", kind)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Adds the leads into which the found leads were merged. */
async function addMergeTargets({ query }: Database, ids: string[]): Promise<string[]> {
  const merged = await query
    .selectFrom("leads")
    .select("merged_into")
    .where("id", "in", ids)
    .where("merged_into", "is not", null)
    .execute();
  return [...new Set([...ids, ...merged.flatMap(({ merged_into }) => merged_into ?? [])])];
}

function startOfDay(day: string, timeZone: string): string {
  return momentOf(`${day}T00:00`, timeZone) ?? day;
}

/** Reads the rows of these ids in their order. */
async function readRows({ query }: Database, ids: readonly string[]): Promise<InboxRow[]> {
  if (ids.length === 0) return [];
  const rows = await query
    .selectFrom("leads")
    .leftJoin("users", "users.id", "leads.assignee_id")
    .select([
      "leads.id",
      "leads.reference",
      "leads.name",
      "leads.email",
      "leads.phone",
      "leads.status",
      "leads.tries",
      "leads.assignee_id",
      "leads.created_at",
      "leads.sort_date",
      "leads.snoozed_until",
      "leads.answered_at",
      "leads.spam_reasons",
      "users.name as assignee",
      sql<string>`substr(leads.company, 1, 200)`.as("company"),
      sql<string>`substr(leads.service, 1, 200)`.as("service"),
      sql<string>`substr(leads.best_time, 1, 200)`.as("best_time"),
      // Either column is empty.
      sql<string>`substr(leads.message || leads.topic, 1, 200)`.as("beginning"),
    ])
    .where("leads.id", "in", ids)
    .execute();
  const byId = new Map(
    rows.map((row): [string, InboxRow] => [
      row.id,
      {
        id: row.id,
        reference: row.reference,
        name: row.name,
        email: row.email,
        phone: row.phone,
        company: row.company,
        service: row.service,
        status: row.status,
        tries: row.tries,
        bestTime: row.best_time,
        beginning: row.beginning.replace(/\s+/g, " ").trim(),
        assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee ?? "" } : null,
        createdAt: row.created_at,
        sortDate: row.sort_date,
        snoozedUntil: row.snoozed_until,
        answeredAt: row.answered_at,
        spamReasons: row.spam_reasons,
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
