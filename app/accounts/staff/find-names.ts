import type { Database } from "#app/database/database.ts";

/** Names of people by their ids, and of people who were invited; who is gone is not found. */
export async function findNames({ query }: Database, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id.length === 36);
  if (wanted.length === 0) return new Map();
  const invited = await query
    .selectFrom("invitations")
    .select(["id", "name"])
    .where("id", "in", wanted)
    .execute();
  const people = await query.selectFrom("users").select(["id", "name"]).where("id", "in", wanted).execute();
  return new Map([...invited, ...people].map(({ id, name }) => [id, name]));
}
