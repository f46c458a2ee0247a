import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { fromField } from "../urls/redirects/redirect-input.ts";
import { redirectKey } from "../urls/redirects.ts";

/** An address that leads nowhere, and how often it was asked for in the days that are kept. */
export interface NotFoundAddress {
  /** Its key: all spellings of it are one. */
  id: string;
  address: string;
  count: number;
  /** Host of a page that led there; empty when none said so. */
  referrer: string;
  lastAt: string;
}

/** One page of the lost addresses, those asked for most first. */
export async function listNotFound(
  db: Database,
  page: PageRequest,
  view: "open" | "ignored" = "open",
): Promise<Paged<NotFoundAddress>> {
  const ignored = db.query.selectFrom("ignored_addresses").select("address_key");
  const sums = db.query
    .selectFrom("lost_addresses")
    .where("address_key", view === "open" ? "not in" : "in", ignored)
    .select((eb) => [
      "address_key as id",
      eb.fn.max("address").as("address"),
      eb.fn.sum<number | string>("count").as("many"),
      eb.fn.max("referrer").as("referrer"),
      eb.fn.max("last_at").as("lastAt"),
    ])
    .groupBy("address_key")
    .as("sums");
  const paged = await readPage(db.query.selectFrom(sums).selectAll(), page, {
    direction: "desc",
    sortKey: "many",
    isNumber: true,
    sortKeyOf: ({ many }) => many,
  });
  return { ...paged, rows: paged.rows.map(({ many, ...row }) => ({ ...row, count: Number(many) })) };
}

/** How many there are that nobody has mended or ignored. */
export async function countNotFound({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom("lost_addresses")
    .select((eb) => eb.fn.count("address_key").distinct().as("many"))
    .where("address_key", "not in", query.selectFrom("ignored_addresses").select("address_key"))
    .executeTakeFirst();
  return Number(row?.many ?? 0);
}

export async function ignoreNotFound(
  tx: Writing,
  typed: string,
  actionContext: ActionContext,
): Promise<void> {
  const address = readAddress(typed);
  const row = { address_key: redirectKey(address), address, created_at: actionContext.now.toISOString() };
  await tx.query
    .insertInto("ignored_addresses")
    .values(row)
    .onConflict((conflict) => conflict.column("address_key").doNothing())
    .execute();
  await recordAudit(tx, actionContext.actor, "lost-address.ignore", "", JSON.stringify({ address }));
}

export async function unignoreNotFound(
  tx: Writing,
  typed: string,
  actionContext: ActionContext,
): Promise<void> {
  const address = readAddress(typed);
  const key = redirectKey(address);
  await tx.query.deleteFrom("ignored_addresses").where("address_key", "=", key).execute();
  await recordAudit(tx, actionContext.actor, "lost-address.watch", "", JSON.stringify({ address }));
}

function readAddress(typed: string): string {
  const read = fromField.safeParse(typed);
  if (!read.success)
    throw validationError(read.error.issues.map(({ message }) => ({ path: ["address"], message })));
  return read.data;
}
