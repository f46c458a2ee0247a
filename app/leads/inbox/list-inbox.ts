import type { SelectQueryBuilder } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { Schema } from "#app/database/schema.ts";
import type { MessageTable } from "#app/database/tables/leads.ts";
import { momentOf } from "#app/text/moments.ts";
import { readReference } from "../intake/reference.ts";
import { type LeadKind, selectLeads } from "../lead.ts";
import { dayAfter } from "../workflow/answer-time.ts";
import type { Folder, LeadFilter } from "./filter.ts";
import { soughtWords } from "./indexed-words.ts";

/** Of what has the words somebody looks for, the newest so many are looked at. */
export const mostFound = 1000;

/** Who looks, and where their days begin. */
export interface Viewer {
  timeZone: string;
  personId: string;
}

type Rows = SelectQueryBuilder<Schema & { lead: MessageTable }, "lead", object>;

/** Ids with the moments they are listed by, in the order of the list; null when nothing can have the words it asks for. */
export async function findInbox(db: Database, kind: LeadKind, filter: LeadFilter, viewer: Viewer) {
  const rows = await filterLeads(db, kind, filter, viewer);
  const moment = momentOfList(filter);
  const order = {
    direction: filter.sort === "newest" ? ("desc" as const) : ("asc" as const),
    sortKey: moment,
    id: "lead.id",
    sortKeyOf: (row: { moment: string }) => row.moment,
  };
  return rows && { query: rows.select(["lead.id", `${moment} as moment`]), order };
}

/** What a filter lets through; null when nothing can have the words it asks for. */
export async function filterLeads(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  { timeZone, personId }: Viewer,
): Promise<Rows | null> {
  // Selected with no column yet, the row type is empty; every use of it says what it reads.
  let rows = inFolder(selectLeads(db, kind) as unknown as Rows, filter.folder);
  if (filter.q !== "") {
    const found = await findByWords(db, kind, filter.q);
    if (found.length === 0) return null;
    rows = rows.where("lead.id", "in", found);
  }
  const { assignee, service, source, from: first, to: last } = filter;
  if (assignee === "nobody") rows = rows.where("lead.assignee_id", "is", null);
  else if (assignee !== "")
    rows = rows.where("lead.assignee_id", "=", assignee === "me" ? personId : assignee);
  if (service !== "" && kind === "messages") rows = rows.where("lead.service", "=", service);
  if (source !== "") rows = rows.where("lead.source_path", "=", source);
  if (first !== "") rows = rows.where("lead.created_at", ">=", startOf(first, timeZone));
  if (last !== "") rows = rows.where("lead.created_at", "<", startOf(dayAfter(last), timeZone));
  return rows;
}

/** Ids of what has these words, or this reference. */
export async function findByWords(db: Database, kind: LeadKind, q: string): Promise<string[]> {
  const reference = readReference(q);
  if (reference !== null) {
    const rows = await selectLeads(db, kind).select("id").where("reference", "=", reference).execute();
    return rows.map(({ id }) => id);
  }
  const words = soughtWords(q);
  if (words.length === 0) return [];
  const found = await db.engine.leadSearch.find(db.query, words, kind, mostFound);
  return found.length === 0 ? [] : withMain(db, kind, found);
}

/** A double is found as the one it was put under. */
async function withMain(db: Database, kind: LeadKind, ids: string[]): Promise<string[]> {
  const doubles = await selectLeads(db, kind)
    .select("merged_into")
    .where("id", "in", ids)
    .where("merged_into", "is not", null)
    .execute();
  return [...new Set([...ids, ...doubles.flatMap(({ merged_into }) => merged_into ?? [])])];
}

function inFolder(rows: Rows, folder: Folder): Rows {
  const listed = rows.where("lead.merged_into", "is", null).where("lead.erased_at", "is", null);
  if (folder === "snoozed") return listed.where("lead.snoozed_until", "is not", null);
  if (folder === "all") return listed.where("lead.status", "<>", "spam");
  const inStatus = listed.where("lead.status", "=", folder);
  return folder === "closed" || folder === "spam"
    ? inStatus
    : inStatus.where("lead.snoozed_until", "is", null);
}

type Moment = "lead.surfaced_at" | "lead.created_at";

/** Days are those on which something came in: it is listed by them where they are asked for. */
function momentOfList({ from, to }: LeadFilter): Moment {
  return from === "" && to === "" ? "lead.surfaced_at" : "lead.created_at";
}

function startOf(day: string, timeZone: string): string {
  return momentOf(`${day}T00:00`, timeZone) ?? day;
}
