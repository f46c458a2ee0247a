import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { Schema } from "#app/database/schema.ts";
import type { MessageTable } from "#app/database/tables/leads.ts";
import { momentOf } from "#app/text/moments.ts";
import { type LeadKind, selectLeads } from "../lead.ts";
import { soughtWords } from "../lead-words.ts";
import { readReference } from "../reference.ts";
import { dayAfter } from "../workflow/answer-time.ts";
import type { Folder, LeadFilter } from "./filter.ts";

/** Of what has the words somebody looks for, the newest so many are looked at. */
export const mostFound = 1000;

/** Where a page begins or ends: the row beside it, by the moment it is listed by. */
export interface Place {
  at: string;
  id: string;
}

export interface Page {
  limit: number;
  after?: Place | null;
  before?: Place | null;
}

/** Who looks, and where their days begin. */
export interface Viewer {
  timeZone: string;
  personId: string;
}

type Rows = SelectQueryBuilder<Schema & { lead: MessageTable }, "lead", object>;

/** Ids in the order of the list, with whether there are more on either side. */
export async function findInbox(
  db: Database,
  kind: LeadKind,
  filter: LeadFilter,
  page: Page,
  viewer: Viewer,
) {
  const rows = await filterLeads(db, kind, filter, viewer);
  if (rows === null) return { ids: [], hasNext: false, hasPrevious: false };
  const isBackward = Boolean(page.before);
  const isDown = (filter.sort === "newest") !== isBackward;
  const moment = momentOfList(filter);
  const found = await from(rows, moment, page.before ?? page.after ?? null, isDown)
    .select("lead.id")
    .orderBy(moment, isDown ? "desc" : "asc")
    .orderBy("lead.id", isDown ? "desc" : "asc")
    .limit(page.limit + 1)
    .execute();
  const ids = found.slice(0, page.limit).map(({ id }) => id);
  const hasMore = found.length > page.limit;
  return isBackward
    ? { ids: ids.reverse(), hasNext: true, hasPrevious: hasMore }
    : { ids, hasNext: hasMore, hasPrevious: Boolean(page.after) };
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
export function momentOfList({ from, to }: LeadFilter): Moment {
  return from === "" && to === "" ? "lead.surfaced_at" : "lead.created_at";
}

/** A pair is compared as a pair, so that the index is entered at the place itself. */
function from(rows: Rows, moment: Moment, place: Place | null, isDown: boolean): Rows {
  if (place === null) return rows;
  const pair = sql`(${sql.ref(moment)}, ${sql.ref("lead.id")})`;
  const here = sql`(${place.at}, ${place.id})`;
  return rows.where(isDown ? sql<boolean>`${pair} < ${here}` : sql<boolean>`${pair} > ${here}`);
}

function startOf(day: string, timeZone: string): string {
  return momentOf(`${day}T00:00`, timeZone) ?? day;
}
