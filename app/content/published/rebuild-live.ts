import type { Database, Writing } from "#app/database/database.ts";
import type { ValuePart } from "#app/fields/field.ts";
import { toText } from "#app/rich-text/text.ts";
import { wordsOf } from "#app/text/words.ts";
import type { EntryRow } from "../entry.ts";
import { type DataOf, fieldsOfKind, type Kind, partsOfData, readStoredData } from "../kind.ts";
import { findKind } from "../kinds.ts";
import { slugKey, toSlug } from "../urls/slug.ts";

/** Facet values of one version: field, folded key, and the value as written. */
interface FacetValue {
  field: string;
  key: string;
  value: string;
}

/** Makes what is derived from the public version true again: filters, counts, links and search. `data` is null when nothing is public. */
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

/** The public version of every entry that has one. */
function selectLive({ query }: Pick<Database, "query">) {
  return query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
    )
    .select(["entries.id", "kind", "data"])
    .where("deleted_at", "is", null);
}

/** Puts the words of every public entry into the search, which is empty. */
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

/** Makes search know these entries as they are now. */
export async function indexAnew(tx: Writing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await selectLive(tx).where("entries.id", "in", ids).execute();
  for (const { id, kind, data } of rows) {
    const words = readWords(kind, data);
    if (words !== null) await tx.search.entries.index(tx.query, { entryId: id, kind, ...words });
  }
  const shown = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!shown.has(id)) await tx.search.entries.remove(tx.query, id);
}

/** Null for what can't be read as its kind: it is not found, and keeps no other from being so. */
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
  const before = await tx.query
    .deleteFrom("entry_facets")
    .where("entry_id", "=", row.id)
    .returning(["field", "value_key"])
    .execute();
  for (const { field, value_key } of before)
    await addToCount(tx, kind, { field, key: value_key, value: "" }, -1);
  if (values.length === 0) return;
  const rows = values.map(({ field, key }) => ({
    kind: kind.name,
    field,
    value_key: key,
    sort_key: row.sort_key,
    entry_id: row.id,
  }));
  await tx.query.insertInto("entry_facets").values(rows).execute();
  for (const value of values) await addToCount(tx, kind, value, 1);
}

async function addToCount(
  tx: Writing,
  kind: Kind,
  { field, key, value }: FacetValue,
  by: 1 | -1,
): Promise<void> {
  await tx.query
    .insertInto("facet_counts")
    .values({ kind: kind.name, field, value_key: key, value, count: Math.max(by, 0) })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "field", "value_key"])
        .doUpdateSet((eb) => ({ count: eb("facet_counts.count", "+", by), ...(by === 1 ? { value } : {}) })),
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
