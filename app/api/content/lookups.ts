import { type Category, listCategories } from "#app/content/categories/categories.ts";
import type { Card } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { findKind, taxonomies } from "#app/content/kinds.ts";
import { listByIds } from "#app/content/published/entries.ts";
import { prepareHtml, withFullAddresses } from "#app/content/published/render.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { FieldInput } from "#app/fields/field.ts";
import { findPictures, type Picture } from "#app/files/pictures/picture.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";

/** What the values of some entries point to, read at once; only what the public may see is found. */
export interface Lookups {
  picture(id: string): Picture | undefined;
  entry(kindName: string, id: string): { kind: Kind; card: Card } | undefined;
  category(id: string): Category | undefined;
  html(doc: RichText): string;
  site: URL;
}

/** One value of one field; a record's parts come as values of their own. */
interface Value {
  input: FieldInput;
  value: unknown;
}

export async function prepareLookups(db: Database, site: URL, given: Value[]): Promise<Lookups> {
  const values = given.flatMap(parts);
  const pictures = await findPictures(db, idsOf(values, "image", "images"));
  const cards = await findCards(db, values);
  const categories = new Map<string, Category>();
  for (const taxonomy of taxonomiesIn(values))
    for (const category of await listCategories(db, taxonomy)) categories.set(category.id, category);
  // A field drawn as rich text holds rich text.
  const docs = values.filter(({ input }) => input.type === "richText").map(({ value }) => value as RichText);
  const write = await prepareHtml(db, docs);
  return {
    picture: (id) => pictures.get(id),
    entry: (kindName, id) => cards.get(`${kindName} ${id}`),
    category: (id) => categories.get(id),
    html: (doc) => withFullAddresses(write(doc), site),
    site,
  };
}

/** Names of all that can change how these fields are shown. */
export function labelsOfFields(inputs: readonly FieldInput[]): string[] {
  const values = inputs.map((input) => ({ input, value: undefined }));
  const shown = inputs.flatMap((input) =>
    input.type === "entry" || input.type === "entries" ? [cacheTags.list(input.kind)] : [],
  );
  return [cacheTags.files, ...shown, ...taxonomiesIn(values).map((name) => cacheTags.categories(name))];
}

function parts({ input, value }: Value): Value[] {
  if (input.type !== "group" && input.type !== "list") return [{ input, value }];
  return [value]
    .flat()
    .flatMap((record) =>
      Object.entries(input.item).flatMap(([name, part]) =>
        parts({ input: part, value: Reflect.get(Object(record), name) }),
      ),
    );
}

function idsOf(values: Value[], ...types: FieldInput["type"][]): string[] {
  return values
    .filter(({ input }) => types.includes(input.type))
    .flatMap(({ value }) => [value].flat())
    .filter((id) => typeof id === "string");
}

function taxonomiesIn(values: Value[]) {
  return taxonomies
    .map(({ name }) => name)
    .filter((name) => values.some(({ input }) => input.type === "categories" && input.taxonomy === name));
}

async function findCards(db: Database, values: Value[]): Promise<Map<string, { kind: Kind; card: Card }>> {
  const found = new Map<string, { kind: Kind; card: Card }>();
  const wanted = Map.groupBy(values, ({ input }) => ("kind" in input ? findKind(input.kind) : undefined));
  for (const [kind, pointers] of wanted) {
    if (!kind) continue;
    const ids = [...new Set(idsOf(pointers, "entry", "entries"))];
    for (const card of await listByIds(db, kind, ids)) found.set(`${kind.name} ${card.id}`, { kind, card });
  }
  return found;
}
