import type { Kind } from "#app/content/kind.ts";
import { slugKey } from "#app/content/slug.ts";
import type { Database } from "#app/database/database.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { ApiRequest } from "./route.ts";

/** The entry that an address of the API means, public or not, by its id or address part; throws a Refusal when there is none. */
export async function findForReview(
  db: Database,
  kind: Kind,
  address: string,
): Promise<{ id: string; live: number | null }> {
  const row = await db.query
    .selectFrom("entries")
    .select(["id", "live_version as live"])
    .where("kind", "=", kind.name)
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("id", "=", address), eb("slug_key", "=", slugKey(address))]))
    .executeTakeFirst();
  if (!row) throw new Refusal("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  return row;
}

/** The number of a version in the path. */
export function readNumber({ params }: Pick<ApiRequest, "params">): number {
  const { number = "" } = params;
  if (!/^\d{1,9}$/.test(number)) throw new Refusal("missing", "There is no such version.");
  return Number(number);
}

/** The version that If-Match names; null without one. */
export function readSeen(request: Request): number | null {
  const given = request.headers.get("if-match");
  if (given === null) return null;
  const number = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given)?.[1];
  if (number === undefined)
    throw new Refusal("invalid", 'Send If-Match with the version you have seen, such as "7".');
  return Number(number);
}
