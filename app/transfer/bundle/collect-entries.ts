import type { EntryRow } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import { readVersion } from "#app/content/versions/read-versions.ts";
import type { Database } from "#app/database/database.ts";
import { openFileNames } from "./file-links.ts";
import { compare } from "./problems.ts";
import { type FrontMatterFile, type IdNames, writeFrontMatter } from "./write-front-matter.ts";

export interface CollectedEntry {
  plural: string;
  /** File name without its end. */
  base: string;
  sheet: FrontMatterFile;
  draft: FrontMatterFile | null;
}

/** An entry and the title it is known by: the public one, or else the newest. */
export interface BundleEntryHead {
  kind: Kind;
  row: EntryRow;
  title: string;
}

/** All entries outside the trash by id, in an order that a round trip keeps. */
export async function readHeads(db: Database): Promise<Map<string, BundleEntryHead>> {
  const heads: BundleEntryHead[] = [];
  for (const kind of kinds) {
    const rows = await db.query
      .selectFrom("entries")
      .selectAll()
      .where("kind", "=", kind.name)
      .where("deleted_at", "is", null)
      .execute();
    const ofKind: BundleEntryHead[] = [];
    for (const row of rows) {
      const isRenamed = row.live_version === null && row.next_slug_key !== null;
      const title = isRenamed
        ? (await readVersion(db, kind, row.id, row.latest_version)).data.title
        : row.title;
      ofKind.push({ kind, row, title });
    }
    heads.push(...ofKind.sort((one, other) => compare(keyOf(one), keyOf(other))));
  }
  return new Map(heads.map((head) => [head.row.id, head]));
}

export async function collectEntries(
  db: Database,
  heads: readonly BundleEntryHead[],
  names: IdNames,
): Promise<CollectedEntry[]> {
  const former = await readFormerAddresses(db, heads);
  const fileNames = new Map(kinds.map((kind) => [kind.name, openFileNames()]));
  const entries: CollectedEntry[] = [];
  for (const head of heads) {
    const { kind, row, title } = head;
    const dataOf = async (number: number) => (await readVersion(db, kind, row.id, number)).data;
    const sheet = writeFrontMatter(
      kind,
      await dataOf(row.live_version ?? row.latest_version),
      lifeOf(row, former.get(row.id) ?? []),
      names,
    );
    const hasNewer =
      row.live_version !== null && (row.live_version !== row.latest_version || row.publish_at !== null);
    entries.push({
      plural: kind.plural,
      base: fileNames.get(kind.name)?.(title) ?? row.id,
      sheet,
      draft: hasNewer
        ? writeFrontMatter(kind, await dataOf(row.latest_version), draftLifeOf(row), names)
        : null,
    });
  }
  return entries;
}

function lifeOf(row: EntryRow, formerAddresses: string[]): Record<string, unknown> {
  const isPublic = row.live_version !== null;
  const life = {
    state: isPublic ? "published" : row.state,
    position: row.position,
    publishedAt: row.published_at,
    publishAt: isPublic ? null : row.publish_at,
    unpublishAt: row.unpublish_at,
    formerAddresses: formerAddresses.length > 0 ? formerAddresses : null,
  };
  return Object.fromEntries(Object.entries(life).filter(([, value]) => value !== null));
}

function draftLifeOf({ publish_at }: EntryRow): Record<string, unknown> {
  return publish_at === null ? { state: "draft" } : { state: "scheduled", publishAt: publish_at };
}

/** Those that still lead somewhere: a former address that another entry has taken since is left out. */
async function readFormerAddresses(
  db: Database,
  heads: readonly BundleEntryHead[],
): Promise<Map<string, string[]>> {
  const rows = await db.query.selectFrom("former_slugs").select(["kind", "slug_key", "entry_id"]).execute();
  const taken = new Set(
    heads
      .filter(({ row }) => row.published_at !== null)
      .map(({ kind, row }) => `${kind.name} ${row.slug_key}`),
  );
  const live = rows.filter((row) => !taken.has(`${row.kind} ${row.slug_key}`));
  const all = Map.groupBy(live, (row) => row.entry_id);
  return new Map(
    heads.map((head) => {
      const keys = new Set((all.get(head.row.id) ?? []).map((row) => row.slug_key));
      if (head.row.published_at !== null) keys.add(head.row.slug_key);
      keys.delete(slugKey(toSlug(head.title)));
      return [head.row.id, [...keys].sort(compare)];
    }),
  );
}

function keyOf({ title }: BundleEntryHead): string {
  return slugKey(toSlug(title));
}
