import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { slugOfStep } from "#app/text/page-key.ts";
import { findRedirect } from "./redirects.ts";
import { isFixedPage } from "./url-owner.ts";

/** What a reader finds at an address of this site: a page, nothing, or an entry that is not public. */
export type ResolvedUrl = "page" | "nothing" | HiddenEntry;

export interface HiddenEntry {
  kind: Kind;
  id: string;
  title: string;
  state: State | "trash";
  publishAt: string | null;
}

/** What stands at each of these addresses, by their keys; a few questions, however many they are. */
export async function resolveUrls(db: Database, keys: readonly string[]): Promise<Map<string, ResolvedUrl>> {
  const places = new Map<string, ResolvedUrl>();
  for (const key of keys) places.set(key, isFixedPage(key) ? "page" : "nothing");
  const left = () => [...places].filter(([, place]) => place === "nothing").map(([key]) => key);
  await findFiles(db, left(), places);
  for (const kind of kinds) await findEntries(db, kind, left(), places);
  for (const [key, place] of places) {
    const isFound = place !== "page" && (await findRedirect(db, addressOf(key))) !== null;
    if (isFound) places.set(key, "page");
  }
  return places;
}

function addressOf(key: string): string {
  return key
    .split("/")
    .map((step) => encodeURIComponent(slugOfStep(step)))
    .join("/");
}

async function findFiles(db: Database, keys: string[], places: Map<string, ResolvedUrl>): Promise<void> {
  const wanted = keys.flatMap((key) => {
    const id = /^\/files\/([^/]+)\//.exec(key)?.[1];
    return id === undefined ? [] : [{ key, id }];
  });
  if (wanted.length === 0) return;
  const ids = wanted.map(({ id }) => id);
  const found = await db.query.selectFrom("files").select("id").where("id", "in", ids).execute();
  const known = new Set(found.map(({ id }) => id));
  for (const { key, id } of wanted) if (known.has(id)) places.set(key, "page");
}

async function findEntries(
  db: Database,
  kind: Kind,
  keys: string[],
  places: Map<string, ResolvedUrl>,
): Promise<void> {
  if (!kind.hasPage) return;
  const start = `${kind.path}/`;
  const bySlug = new Map(
    keys
      .filter((key) => key.startsWith(start) && !key.slice(start.length).includes("/"))
      .map((key) => [slugOfStep(key.slice(start.length)), key]),
  );
  if (bySlug.size === 0) return;
  for (const row of await readHolders(db, kind, [...bySlug.keys()])) {
    const key = bySlug.get(row.slug_key ?? "") ?? "";
    const { id, title, live_version, deleted_at, publish_at: publishAt } = row;
    const isPublic = live_version !== null && deleted_at === null && row.isReached === 1;
    // One that is public wins over one that is not, and anything over the trash.
    if (isPublic) places.set(key, "page");
    else if (places.get(key) === "nothing")
      places.set(key, { kind, id, title, publishAt, state: deleted_at === null ? row.state : "trash" });
  }
}

/** Entries that have, had or will have these addresses, the trash last. */
async function readHolders(db: Database, kind: Kind, slugs: string[]) {
  const columns = ["id", "title", "state", "live_version", "deleted_at", "publish_at"] as const;
  const entries = db.query.selectFrom("entries").where("entries.kind", "=", kind.name).select(columns);
  const now = await entries
    .select(["slug_key", (eb) => eb.lit(1).as("isReached")])
    .where("slug_key", "in", slugs)
    .execute();
  const former = await entries
    .innerJoin("former_slugs", "entry_id", "id")
    .select(["former_slugs.slug_key", (eb) => eb.lit(1).as("isReached")])
    .where("former_slugs.kind", "=", kind.name)
    .where("former_slugs.slug_key", "in", slugs)
    .execute();
  const waiting = await entries
    .select(["next_slug_key as slug_key", (eb) => eb.lit(0).as("isReached")])
    .where("next_slug_key", "in", slugs)
    .execute();
  const all = [...now, ...former, ...waiting];
  return all.sort((one, other) => Number(one.deleted_at !== null) - Number(other.deleted_at !== null));
}
