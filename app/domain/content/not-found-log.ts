import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import { repeat } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { redirectKey } from "./urls/redirect-keys.ts";
import { fromField } from "./urls/redirects/save-redirect.ts";

/** Counts requests for missing addresses, without visitor data. Table size is bounded against scanners. */
export interface NotFoundLog {
  /** Counts one request in memory. @param referrer Referer header */
  note(path: string, referrer: string | undefined): void;
  /** Writes the counts to the database. */
  flush(): Promise<void>;
  /** Writes the counts and stops. */
  stop(): Promise<void>;
}

interface Noted {
  address: string;
  count: number;
  referrer: string;
}

export function openNotFoundLog(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 10_000,
): NotFoundLog {
  let noted = new Map<string, Noted>();
  const flush = async () => {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    await write(db, (tx) => storeBatch(tx, batch, clock.now()));
  };
  const round = repeat(flush, everyMs, onError);
  return {
    note(path, referrer) {
      const address = addressToCount(path);
      if (address === null) return;
      const key = redirectKey(address);
      const known = noted.get(key);
      if (!known && noted.size >= notFoundBounds.noted) return;
      const host = hostOf(referrer);
      noted.set(key, { address, count: (known?.count ?? 0) + 1, referrer: host || (known?.referrer ?? "") });
    },
    flush,
    async stop() {
      await round.stop();
      await flush().catch(onError);
    },
  };
}

async function storeBatch(tx: Writing, batch: Map<string, Noted>, now: Date): Promise<void> {
  const [at, day] = [now.toISOString(), now.toISOString().slice(0, 10)];
  // Prevents deadlocks between instances that store the same addresses in different orders.
  await tx.locks.acquire(tx.query, "not-found-log");
  for (const [key, { address, count, referrer }] of batch)
    await tx.query
      .insertInto("not_found_log")
      .values({ address_key: key, day, address, count, referrer, last_at: at })
      .onConflict((conflict) =>
        conflict.columns(["address_key", "day"]).doUpdateSet((eb) => ({
          count: eb("not_found_log.count", "+", count),
          ...(referrer && { referrer }),
          last_at: at,
        })),
      )
      .execute();
  await deleteSurplus(tx, day, "=", notFoundBounds.bare);
  await deleteSurplus(tx, day, "<>", notFoundBounds.linked);
  const oldest = new Date(now.getTime() - notFoundBounds.days * 86_400_000).toISOString().slice(0, 10);
  await tx.query.deleteFrom("not_found_log").where("day", "<", oldest).execute();
}

/** Keeps the most requested addresses and, of the others, the most recent. */
async function deleteSurplus({ query }: Writing, day: string, withReferrer: "=" | "<>", most: number) {
  const rows = query
    .selectFrom("not_found_log")
    .select("address_key")
    .where("day", "=", day)
    .where("referrer", withReferrer, "")
    .orderBy("count", "desc")
    .orderBy("last_at", "desc")
    .orderBy("address_key");
  const surplus = await rows.limit(notFoundBounds.noted).offset(most).execute();
  if (surplus.length === 0) return;
  const keys = surplus.map(({ address_key }) => address_key);
  await query.deleteFrom("not_found_log").where("day", "=", day).where("address_key", "in", keys).execute();
}

/** Path without query, which may contain personal data; null for probes, machine files and internal sections. */
function addressToCount(path: string): string | null {
  const address = (path.split(/[?#]/, 1)[0] ?? "").replace(/\.data$/, "");
  if (address.length >= 300 || !/^\/[^\s@\\]*$/.test(address) || /%(00|40|0a|0d)/i.test(address)) return null;
  if (internalSections.test(address) || probes.test(address)) return null;
  return redirectKey(address) === "/" ? null : address;
}

const internalSections = /^\/+(api|assets|files|share|weave|auth|dashboard|myprofile|__\w+)(\/|$)/i;
const probes =
  /\/\.|\/(wp-(admin|login|includes|content|json)|xmlrpc|cgi-bin|phpmyadmin|vendor|actuator|boaform)\b|\.(php\d?|asp|aspx|jsp|cgi|env|git|sql|bak|old|ini|ya?ml|zip|t?gz|map)$|\/(apple-touch-icon[\w-]*\.png|browserconfig\.xml|ads\.txt)$/i;

/** Host only, because addresses of other sites may contain search terms. */
function hostOf(referrer: string | undefined): string {
  const url = URL.parse(referrer ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.host.slice(0, 120) : "";
}

/** Missing address with its number of requests in the retention period. */
export interface NotFoundAddress {
  /** Normalized key; all spellings share it. */
  id: string;
  address: string;
  count: number;
  /** Host of a linking page; empty if unknown. */
  referrer: string;
  lastAt: string;
}

/** Page of the not-found log, most requested first. */
export async function listNotFound(
  db: Database,
  page: PageRequest,
  view: "open" | "ignored" = "open",
): Promise<Paged<NotFoundAddress>> {
  const ignored = db.query.selectFrom("ignored_addresses").select("address_key");
  const sums = db.query
    .selectFrom("not_found_log")
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

/** Number of addresses neither fixed nor ignored. */
export async function countNotFound({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom("not_found_log")
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

/** Bounds: addresses between two flushes, daily rows with and without a referrer, and days of retention. */
export const notFoundBounds = { noted: 500, linked: 300, bare: 200, days: 30 } as const;
