import type { Database } from "#app/platform/database/database.ts";

/** Names of system actors, by id. */
export const systemActors: Readonly<Record<string, string>> = {
  schedule: "The schedule",
  upkeep: "The cleanup",
  sweep: "The cleanup",
  import: "An import",
  sample: "The sample content",
  start: "Startup",
  upgrade: "The upgrade",
  command: "The command line",
  restore: "The command line",
  visitor: "A visitor",
  anyone: "A visitor",
};

/** Names of actors by id: people and parts of the system. */
export async function readActorNames(
  db: Database,
  given: Iterable<string | null>,
): Promise<(id: string | null) => string> {
  const names = await findNames(
    db,
    [...given].filter((id) => id !== null),
  );
  return (id) => names.get(id ?? "") ?? systemActors[id ?? ""] ?? "Somebody who has left";
}

/** Names of people, invited people and service tokens by id; deleted ones are omitted. */
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

/** Ids that belong to an account. */
export async function findAccountIds(
  { query }: Pick<Database, "query">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query.selectFrom("users").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Names of service tokens by id, marked as tokens; includes revoked ones. */
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
