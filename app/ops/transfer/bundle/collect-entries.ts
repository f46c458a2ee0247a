import type { EntryRow } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { readVersion } from "#app/domain/content/versions/read-versions.ts";
import type { Database } from "#app/platform/database/database.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import { openFileNames } from "./file-links.ts";
import { type FrontMatterFile, type IdNames, writeFrontMatter } from "./front-matter.ts";
import { compare } from "./problems.ts";

export interface CollectedEntry {
  head: BundleEntryHead;
  plural: string;
  /** File name without extension. */
  base: string;
  sheet: FrontMatterFile;
  draft: FrontMatterFile | null;
}

/** An entry and the title it is known by: the public one, or else the newest. */
export interface BundleEntryHead {
  kind: Kind;
  row: Pick<EntryRow, (typeof columns)[number]>;
  title: string;
}

/** As few columns as possible, since an export holds the heads of all entries in memory. */
const columns = [
  "id",
  "title",
  "slug_key",
  "next_slug_key",
  "title_slug_key",
  "state",
  "position",
  "live_version",
  "latest_version",
  "published_at",
  "created_at",
  "updated_at",
  "guid",
  "language",
  "translation_group",
  "publish_at",
  "unpublish_at",
  "deleted_at",
] as const satisfies (keyof EntryRow)[];

/** All entries outside the trash or in it, by id, in an order that export and import preserve. */
export async function readHeads(
  db: Database,
  where: "outside the trash" | "in the trash",
): Promise<Map<string, BundleEntryHead>> {
  const heads: BundleEntryHead[] = [];
  const isOutside = where === "outside the trash";
  for (const kind of kinds) {
    const rows = await db.query
      .selectFrom("entries")
      .select(columns)
      .where("kind", "=", kind.name)
      .where("deleted_at", isOutside ? "is" : "is not", null)
      .orderBy("deleted_at")
      .orderBy("id")
      .execute();
    const ofKind: BundleEntryHead[] = [];
    for (const row of rows) {
      const isRenamed = row.live_version === null && row.next_slug_key !== null;
      const title = isRenamed
        ? (await readVersion(db, kind, row.id, row.latest_version)).data.title
        : row.title;
      ofKind.push({ kind, row, title });
    }
    if (!isOutside) {
      heads.push(...ofKind);
      continue;
    }
    const keyed = ofKind.map((head) => ({ head, key: slugKey(toSlug(head.title)) }));
    for (const { head } of keyed.sort((one, other) => compare(one.key, other.key))) heads.push(head);
  }
  return new Map(heads.map((head) => [head.row.id, head]));
}

/** Reads the entries one by one, in the order of their heads. */
export async function* collectEntries(
  db: Database,
  heads: readonly BundleEntryHead[],
  names: IdNames,
): AsyncGenerator<CollectedEntry> {
  const formerOf = await readFormerAddresses(db, heads);
  const fileNames = new Map(kinds.map((kind) => [kind.name, openFileNames()]));
  for await (const head of withBreaks(heads)) {
    const { kind, row, title } = head;
    const dataOf = async (number: number) => (await readVersion(db, kind, row.id, number)).data;
    const sheet = writeFrontMatter(
      kind,
      await dataOf(row.live_version ?? row.latest_version),
      lifeOf(row, formerOf(head)),
      names,
    );
    const hasNewer =
      row.live_version !== null && (row.live_version !== row.latest_version || row.publish_at !== null);
    yield {
      head,
      plural: kind.plural,
      base: fileNames.get(kind.name)?.(title) ?? row.id,
      sheet,
      draft: hasNewer
        ? writeFrontMatter(kind, await dataOf(row.latest_version), draftLifeOf(row), names)
        : null,
    };
  }
}

function lifeOf(row: BundleEntryHead["row"], formerAddresses: string[]): Record<string, unknown> {
  const isPublic = row.live_version !== null;
  const life = {
    state: isPublic ? "published" : row.state,
    position: row.position,
    publishedAt: row.published_at,
    publishAt: isPublic ? null : row.publish_at,
    unpublishAt: row.unpublish_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    formerAddresses: formerAddresses.length > 0 ? formerAddresses : null,
    guid: row.guid,
    language: row.language,
    translationGroup: row.translation_group,
  };
  return Object.fromEntries(Object.entries(life).filter(([, value]) => value !== null));
}

function draftLifeOf({ publish_at }: BundleEntryHead["row"]): Record<string, unknown> {
  return publish_at === null ? { state: "draft" } : { state: "scheduled", publishAt: publish_at };
}

/** Former addresses that still redirect; those that another entry has now are left out. */
async function readFormerAddresses(
  db: Database,
  heads: readonly BundleEntryHead[],
): Promise<(head: BundleEntryHead) => string[]> {
  const rows = await db.query.selectFrom("former_slugs").select(["kind", "slug_key", "entry_id"]).execute();
  const taken = new Set(
    heads
      .filter(({ row }) => row.published_at !== null)
      .map(({ kind, row }) => `${kind.name} ${row.slug_key}`),
  );
  const live = rows.filter((row) => !taken.has(`${row.kind} ${row.slug_key}`));
  const all = Map.groupBy(live, (row) => row.entry_id);
  return ({ row, title }) => {
    const keys = new Set((all.get(row.id) ?? []).map(({ slug_key }) => slug_key));
    // An address chosen by staff is part of the data.
    if (row.published_at !== null && row.title_slug_key === null) keys.add(row.slug_key);
    keys.delete(slugKey(toSlug(title)));
    return [...keys].sort(compare);
  };
}
