import type { Database } from "#app/database/database.ts";

/** Parts of the product that do something by themselves, by the names they act under. */
export const ownParts: Readonly<Record<string, string>> = {
  schedule: "The schedule",
  upkeep: "The cleanup",
  sweep: "The cleanup",
  import: "An import",
  sample: "The sample content",
  start: "The start",
  upgrade: "The upgrade",
  command: "The command line",
  restore: "The command line",
  visitor: "A visitor",
  anyone: "A visitor",
};

/** Who some actors are, by id: people by their names, parts of the product by theirs. */
export async function readActorNames(
  db: Database,
  given: Iterable<string | null>,
): Promise<(id: string | null) => string> {
  const names = await findNames(
    db,
    [...given].filter((id) => id !== null),
  );
  return (id) => names.get(id ?? "") ?? ownParts[id ?? ""] ?? "Somebody who has left";
}

/** Names of people by their ids, of people who were invited and of service tokens; who is gone is not found. */
export async function findNames(
  { query }: Pick<Database, "query">,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id.length === 36);
  if (wanted.length === 0) return new Map();
  const invited = await query
    .selectFrom("invitations")
    .select(["id", "name"])
    .where("id", "in", wanted)
    .execute();
  const people = await query.selectFrom("users").select(["id", "name"]).where("id", "in", wanted).execute();
  const named = [...invited, ...people].map(({ id, name }) => [id, name] as const);
  return new Map([...(await findTokenNames({ query }, wanted)), ...named]);
}

/** Which of these ids belong to an account. */
export async function findAccountIds(
  { query }: Pick<Database, "query">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query.selectFrom("users").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Names of service tokens by their ids, marked as what they are; tokens that were revoked are found as well. */
export async function findTokenNames(
  { query }: Pick<Database, "query">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("service_tokens")
    .select(["id", "name"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, `${name} (service token)`]));
}
