import type { Selectable, SelectQueryBuilder } from "kysely";
import { containsText, type Database } from "#app/platform/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import type { SubscriberTable } from "#app/platform/database/tables/leads.ts";
import { newLinkKey } from "#app/platform/runtime/id.ts";

export type Subscriber = Selectable<SubscriberTable>;

/** Returns the initial columns of a subscription, with the time of consent. */
export function initialSubscription(consentedAt: string) {
  return {
    consented_at: consentedAt,
    confirm_token: newLinkKey(),
    confirmed_at: null,
    confirmed_by: "" as const,
    bounces: 0,
    ended_at: null,
    ended_by: "" as const,
    ended_reason: "",
    status_before: "",
  };
}

export const subscriberStatuses = [
  "confirmed",
  "pending",
  "unsubscribed",
  "bounced",
  "complained",
  "spam",
] as const satisfies readonly Subscriber["status"][];

export interface SubscriberFilter {
  status?: Subscriber["status"] | undefined;
  /** Part of the address. */
  q?: string | undefined;
}

/** Lists subscribers, newest first. */
export function listSubscribers(
  { query }: Database,
  filter: SubscriberFilter,
  page: PageRequest,
): Promise<Paged<Subscriber>> {
  return readPage(applyFilter(query.selectFrom("subscribers"), filter).selectAll(), page, newestFirst);
}

export type StatusCounts = Record<Subscriber["status"], number>;

export async function countSubscribers({ query }: Database): Promise<StatusCounts> {
  const rows = await query
    .selectFrom("subscribers")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  const counts: StatusCounts = {
    confirmed: 0,
    pending: 0,
    unsubscribed: 0,
    bounced: 0,
    complained: 0,
    spam: 0,
  };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

export async function findSubscriber({ query }: Database, id: string): Promise<Subscriber | null> {
  const row = await query.selectFrom("subscribers").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** Finds addresses by id, in no particular order. */
export async function findSubscriberAddresses(
  { query }: Database,
  ids: readonly string[],
): Promise<Pick<Subscriber, "id" | "email">[]> {
  return query.selectFrom("subscribers").select(["id", "email"]).where("id", "in", ids).execute();
}

function applyFilter(
  query: SelectQueryBuilder<Schema, "subscribers", object>,
  { status, q = "" }: SubscriberFilter,
) {
  const withStatus = status ? query.where("status", "=", status) : query;
  return q.trim() === "" ? withStatus : withStatus.where(containsText("email_key", q.trim()));
}
