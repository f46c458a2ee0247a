import { type Category, listCategories } from "#app/content/categories/categories.ts";
import { findKind, type Taxonomy, taxonomies } from "#app/content/kinds.ts";
import { listByIds } from "#app/content/published/entries.ts";
import { prepareHtml, withFullAddresses } from "#app/content/published/render.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { ApiLookups, Field, ValuePart } from "#app/fields/field.ts";
import { findPictures } from "#app/files/pictures/picture.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { presentCategoryReference, presentPicture, presentReference } from "./presenter.ts";

/** What the values of some entries point to, read at once; only what the public may see is found. */
export interface Lookups extends ApiLookups {
  picture(id: string): ReturnType<typeof presentPicture> | undefined;
}

export async function prepareLookups(db: Database, site: URL, parts: readonly ValuePart[]): Promise<Lookups> {
  const pictures = await findPictures(
    db,
    parts.flatMap((part) => (part.is === "picture" ? [part.id] : [])),
  );
  const entries = await findReferences(db, site, parts);
  const categories = new Map<string, Category>();
  const named = new Set(parts.flatMap((part) => (part.is === "category" ? [part.taxonomy] : [])));
  for (const taxonomy of known(named))
    for (const category of await listCategories(db, taxonomy)) categories.set(category.id, category);
  const write = await prepareHtml(
    db,
    parts.flatMap((part) => (part.is === "richText" ? [part.doc] : [])),
  );
  return {
    picture(id) {
      const found = pictures.get(id);
      return found && presentPicture(found, site);
    },
    entry: (kindName, id) => entries.get(`${kindName} ${id}`),
    category(id) {
      const found = categories.get(id);
      return found && presentCategoryReference(found);
    },
    richText: (doc: RichText) => ({ json: doc, html: withFullAddresses(write(doc), site) }),
  };
}

/** Tags of all that can change how these fields are shown. */
export function cacheTagsOfFields(fields: readonly (readonly [string, Field])[]): string[] {
  const sources = fields.flatMap(([, field]) => field.sources);
  const shown = sources.flatMap((source) => (source.from === "entries" ? [cacheTags.list(source.kind)] : []));
  const named = new Set(sources.flatMap((source) => (source.from === "categories" ? [source.taxonomy] : [])));
  return [cacheTags.files, ...shown, ...known(named).map((name) => cacheTags.categories(name))];
}

function known(names: ReadonlySet<string>): Taxonomy[] {
  return taxonomies.map(({ name }) => name).filter((name) => names.has(name));
}

async function findReferences(db: Database, site: URL, parts: readonly ValuePart[]) {
  const found = new Map<string, ReturnType<typeof presentReference>>();
  const pointers = parts.filter((part) => part.is === "entry");
  for (const [kindName, wanted] of Map.groupBy(pointers, ({ kind }) => kind)) {
    const kind = findKind(kindName);
    if (!kind) continue;
    const ids = [...new Set(wanted.map(({ id }) => id))];
    for (const card of await listByIds(db, kind, ids))
      found.set(`${kindName} ${card.id}`, presentReference(kind, card, site));
  }
  return found;
}
