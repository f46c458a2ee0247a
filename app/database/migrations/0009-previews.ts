import { type Kysely, sql } from "kysely";
import type { Engine } from "#app/database/engines/engine.ts";
import type { Schema } from "#app/database/schema.ts";
import { pageKey } from "#app/text/page-key.ts";

/** Rows of this step's table, which later steps call `internal_links`. */
interface PageLink {
  from_entry: string;
  field: string;
  path_key: string;
  path: string;
  is_live: number;
}

/** Links by which drafts are shown to outsiders, and what entries link to among our own pages. */
export async function up(query: Kysely<Schema>, engine: Engine): Promise<void> {
  const key = sql.raw(engine.dialect.keyType);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(query);
  await run(sql`create table preview_links (
    id ${key} primary key, entry_id ${key} not null references entries(id) on delete cascade, token ${key} not null unique,
    created_by ${key} not null, created_at ${key} not null, expires_at ${key} not null)`);
  await run(sql`create index preview_links_entry on preview_links (entry_id)`);
  await run(sql`create table page_links (
    from_entry ${key} not null references entries(id) on delete cascade, field ${key} not null, path_key ${key} not null,
    path text not null, is_live integer not null, primary key (from_entry, field, path_key))`);
  await run(sql`create index page_links_path on page_links (path_key)`);
  await run(sql`create table dead_paths (path_key ${key} primary key)`);
  await fillPageLinks(query);
}

/** What was written before this step; which of it is dead the next look at all links finds out. */
async function fillPageLinks(query: Kysely<Schema>): Promise<void> {
  const tables = query as unknown as Kysely<{ page_links: PageLink }>; // as they are after this step
  for (let after = ""; ; ) {
    const rows = await readVersions(query, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const links = linksOf(rows);
    while (links.length > 0) await tables.insertInto("page_links").values(links.splice(0, 1000)).execute();
  }
}

/** What the public sees and what is newest, of the next entries. */
function readVersions(query: Kysely<Schema>, after: string) {
  return query
    .selectFrom("entries")
    .innerJoin("entry_versions", "entry_id", "entries.id")
    .select(["entries.id", "number", "live_version", "data"])
    .where((eb) =>
      eb.or([eb("number", "=", eb.ref("live_version")), eb("number", "=", eb.ref("latest_version"))]),
    )
    .where("entries.id", "in", (ids) =>
      ids.selectFrom("entries").select("id").where("id", ">", after).orderBy("id").limit(200),
    )
    .orderBy("entries.id")
    .execute();
}

function linksOf(rows: Awaited<ReturnType<typeof readVersions>>): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const { id, number, live_version, data } of rows)
    for (const [field, value] of Object.entries(JSON.parse(data)))
      for (const path of pathsIn(value)) {
        const path_key = pageKey(path) ?? "";
        const is_live = Number(number === live_version);
        const name = `${id} ${field} ${path_key}`;
        if (is_live === 1 || !links.has(name))
          links.set(name, { from_entry: id, field, path_key, path, is_live });
      }
  return [...links.values()];
}

function pathsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const address = addressOf(node);
  return [...(pageKey(address) === null ? [] : [address]), ...Object.values(node).flatMap(pathsIn)];
}

/** Where a link or a film of a rich text leads. */
function addressOf(node: object): string {
  const { type, attrs } = node as { type?: unknown; attrs?: { href?: unknown; url?: unknown } }; // as it was stored
  const address = type === "link" ? attrs?.href : type === "video" ? attrs?.url : "";
  return typeof address === "string" ? address : "";
}
