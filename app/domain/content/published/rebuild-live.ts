import { sql } from "kysely";
import type { ValuePart } from "#app/lib/fields/field.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { wordsOf } from "#app/lib/text/words.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { EntryRow } from "../entry.ts";
import { type DataOf, fieldsOfKind, type Kind, partsOfData, readStoredData } from "../kind.ts";
import { findKind } from "../kinds.ts";
import { slugKey, toSlug } from "../urls/slug.ts";

/** Facet value of one version: field, folded key, and value as written. */
interface FacetValue {
  field: string;
  key: string;
  value: string;
}

/**
 * Updates the data derived from the public version: filters, counts, links and search. `data` is null without a public
 * version.
 */
export async function rebuildLive(
  tx: Writing,
  kind: Kind,
  row: Pick<EntryRow, "id" | "sort_key">,
  data: DataOf<Kind> | null,
): Promise<void> {
  await replaceFacets(tx, kind, row, data === null ? [] : facetValuesOf(kind, data));
  if (data === null) return tx.search.entries.remove(tx.query, row.id);
  await tx.search.entries.index(tx.query, { entryId: row.id, kind: kind.name, ...searchWordsOf(kind, data) });
}

/** Public version of every entry that has one. */
function selectLive({ query }: Pick<Database, "query">) {
  return query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
    )
    .select(["entries.id", "kind", "data"])
    .where("deleted_at", "is", null);
}

/** Fills the empty search index with all public entries. */
export async function fillSearch(tx: Database): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await selectLive(tx)
      .where("entries.id", ">", after)
      .orderBy("entries.id")
      .limit(100)
      .execute();
    for (const { id, kind: name, data } of rows) {
      const words = readWords(name, data);
      if (words !== null)
        await tx.search.entries.index(tx.query, {
          entryId: id,
          kind: name,
          ...words,
        });
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Updates these entries in the search index. */
export async function reindexEntries(tx: Writing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await selectLive(tx).where("entries.id", "in", ids).execute();
  for (const { id, kind, data } of rows) {
    const words = readWords(kind, data);
    if (words !== null) await tx.search.entries.index(tx.query, { entryId: id, kind, ...words });
  }
  const shown = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!shown.has(id)) await tx.search.entries.remove(tx.query, id);
}

/** Null for data that cannot be read as its kind; the entry is then left out of the search. */
function readWords(kindName: string, data: string) {
  const kind = findKind(kindName);
  try {
    return kind ? searchWordsOf(kind, readStoredData(kind, data)) : null;
  } catch {
    return null;
  }
}

export function facetValuesOf(kind: Kind, data: DataOf<Kind>): FacetValue[] {
  const whole: FacetValue = { field: "", key: "", value: "" };
  const values = fieldsOfKind(kind).flatMap(([field, { isFacet }]) =>
    isFacet
      ? [asTexts(Reflect.get(data, field))]
          .flat()
          .map((value) => ({ field, key: slugKey(toSlug(value)), value }))
      : [],
  );
  return [whole, ...new Map(values.map((value) => [`${value.field} ${value.key}`, value])).values()];
}

async function replaceFacets(
  tx: Writing,
  kind: Kind,
  row: Pick<EntryRow, "id" | "sort_key">,
  values: FacetValue[],
): Promise<void> {
  if (await hasFacets(tx, row, values)) return;
  const before = await tx.query
    .deleteFrom("entry_facets")
    .where("entry_id", "=", row.id)
    .returning(["field", "value_key"])
    .execute();
  const rows = values.map(({ field, key }) => ({
    kind: kind.name,
    field,
    value_key: key,
    sort_key: row.sort_key,
    entry_id: row.id,
  }));
  if (rows.length > 0) await tx.query.insertInto("entry_facets").values(rows).execute();
  await changeCounts(
    tx,
    kind,
    before.map(({ field, value_key }) => ({ field, key: value_key, value: "" })),
    values,
  );
}

/** Whether exactly these values are stored for an entry, in the spelling that its kind counts. */
async function hasFacets(
  tx: Writing,
  row: Pick<EntryRow, "id" | "sort_key">,
  values: FacetValue[],
): Promise<boolean> {
  const stored = await tx.query
    .selectFrom("entry_facets")
    .leftJoin("facet_counts", (join) =>
      join
        .onRef("facet_counts.kind", "=", "entry_facets.kind")
        .onRef("facet_counts.field", "=", "entry_facets.field")
        .onRef("facet_counts.value_key", "=", "entry_facets.value_key"),
    )
    .select(["entry_facets.field", "entry_facets.value_key", "sort_key", "facet_counts.value"])
    .where("entry_id", "=", row.id)
    .execute();
  const found = new Map(stored.map((one) => [`${one.field} ${one.value_key}`, one]));
  return (
    stored.length === values.length &&
    values.every(({ field, key, value }) => {
      const same = found.get(`${field} ${key}`);
      return same?.sort_key === row.sort_key && same.value === value;
    })
  );
}

/** Decrements the count of each old value and increments that of each new one. */
async function changeCounts(
  tx: Writing,
  kind: Kind,
  before: FacetValue[],
  after: FacetValue[],
): Promise<void> {
  const counts = new Map(before.map((value) => [`${value.field} ${value.key}`, { ...value, change: -1 }]));
  for (const value of after) {
    const name = `${value.field} ${value.key}`;
    counts.set(name, { ...value, change: counts.has(name) ? 0 : 1 });
  }
  // Sorted, so concurrent transactions with the same values do not deadlock.
  const ordered = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (ordered.length === 0) return;
  const rows = ordered.map(([, { field, key, value, change }]) => ({
    kind: kind.name,
    field,
    value_key: key,
    value,
    count: change,
  }));
  await tx.query
    .insertInto("facet_counts")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["kind", "field", "value_key"]).doUpdateSet({
        count: sql`facet_counts.count + excluded.count`,
        value: sql`case when excluded.count < 0 then facet_counts.value else excluded.value end`,
      }),
    )
    .execute();
}

function searchWordsOf(kind: Kind, data: DataOf<Kind>) {
  const { title, summary } = data;
  const body = partsOfData(kind, data)
    .filter(({ field }) => field !== "title" && field !== "summary" && field !== "seo")
    .map(({ part }) => wordsIn(part))
    .join(" ");
  return { title: wordsOf(title), summary: wordsOf(summary), body: wordsOf(body).slice(0, 20_000) };
}

function wordsIn(part: ValuePart): string {
  if (part.is === "text") return part.text;
  return part.is === "richText" ? toText(part.doc) : "";
}

function asTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" && value !== "" ? [value] : [];
}
