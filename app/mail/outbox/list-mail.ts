import { type SelectQueryBuilder, sql } from "kysely";
import { containsText, type Database } from "#app/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { Schema } from "#app/database/schema.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { OutboxRow } from "./claims.ts";
import { type Priority, priorities } from "./outbox.ts";

export const mailStatuses = ["waiting", "held", "sent", "kept", "dead", "dropped"] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailFilter {
  status?: MailStatus | undefined;
  template?: string | undefined;
  /** A part of the address or of the subject. */
  q?: string | undefined;
  /** Letters, unless newsletters are asked for. */
  lane?: Priority | undefined;
}

/** The newest first, without what they say. */
export function listMail(
  { query }: Database,
  filter: MailFilter,
  page: PageRequest,
): Promise<Paged<Omit<OutboxRow, "content">>> {
  return readPage(narrow(query.selectFrom("outbox"), filter).select(listed), page, newestFirst);
}

const listed = [
  ...(["id", "to_address", "to_key", "subject", "template", "person_id", "status", "attempts"] as const),
  ...(["next_attempt_at", "expires_at", "last_error", "created_at", "sent_at", "claimed_until"] as const),
  ...(["lane", "batch", "copy_of"] as const),
] as const;

/** How many letters stand where. */
export async function countMail({ query }: Database, lane: Priority): Promise<Record<MailStatus, number>> {
  const rows = await query
    .selectFrom("outbox")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .where("lane", "=", lane)
    .groupBy("status")
    .execute();
  const counts = { waiting: 0, held: 0, sent: 0, kept: 0, dead: 0, dropped: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

/** Which sorts of mail there are. */
export async function listMailTemplates({ query }: Database): Promise<string[]> {
  const rows = await query.selectFrom("outbox").select("template").distinct().orderBy("template").execute();
  return rows.map(({ template }) => template);
}

/** Throws a DomainError when there is none. */
export async function readMail({ query }: Database, id: string): Promise<OutboxRow> {
  const row = await query.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such mail. What left is on record for 90 days.");
  return row;
}

function narrow(query: SelectQueryBuilder<Schema, "outbox", object>, filter: MailFilter) {
  const { status, template, q = "", lane = priorities.letters } = filter;
  const wanted = q.trim();
  const conditions = [
    sql<boolean>`lane = ${lane}`,
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(template ? [sql<boolean>`template = ${template}`] : []),
    ...(wanted
      ? [sql<boolean>`(${containsText("to_key", wanted)} or ${containsText("subject", wanted)})`]
      : []),
  ];
  return conditions.reduce((some, condition) => some.where(condition), query);
}
