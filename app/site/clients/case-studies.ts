import { listByIds } from "#app/content/entries.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import type { Database } from "#app/database/database.ts";

/** Where each client's case study stands: the newest public one, by the client's id. */
export async function findCaseStudies(
  db: Database,
  clients: readonly string[],
): Promise<Map<string, string>> {
  if (clients.length === 0) return new Map();
  const links = await db.query
    .selectFrom("entry_links")
    .innerJoin("entries", "entries.id", "from_entry")
    .select(["from_entry as study"])
    .where("field", "=", "client")
    .where("is_live", "=", 1)
    .where("to_id", "in", [...clients])
    .orderBy("entries.sort_key", "desc")
    .limit(200)
    .execute();
  const studies = await listByIds(
    db,
    portfolio,
    links.map(({ study }) => study),
  );
  return new Map(studies.reverse().flatMap(({ data, path }) => (data.client ? [[data.client, path]] : [])));
}
