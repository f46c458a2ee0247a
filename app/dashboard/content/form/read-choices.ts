import { listCategories } from "#app/content/categories/categories.ts";
import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import { taxonomies } from "#app/content/kinds.ts";
import { linksOf } from "#app/content/links/links.ts";
import { countFacet } from "#app/content/published/entries.ts";
import { type EntryChoice, findChoices, readChoices } from "#app/content/staff-list/find-entries.ts";
import type { Database } from "#app/database/database.ts";
import type { ValueSource } from "#app/fields/field.ts";
import type { FormChoices } from "#app/fields/form-context.ts";
import { listPictureRows } from "#app/files/library/library.ts";
import { ICON_OUTLINES } from "#app/weave/icon-outlines.ts";
import { addressesOf, type LibraryPicture } from "../../files/library-picture.ts";

/** @param values of the form, which may be half done */
export async function readFormChoices(
  db: Database,
  kind: Kind,
  values: Record<string, unknown>,
): Promise<FormChoices> {
  const fields = fieldsOfKind(kind);
  // Links are looked for wherever a value has the shape of one.
  const links = linksOf(kind, values as Parameters<typeof linksOf>[1]);
  const idsTo = (type: string) => links.flatMap((link) => (link.type === type ? [link.id] : []));
  const sources = fields.flatMap(([, field]) => field.sources);
  return {
    entries: await readEntries(db, sources, idsTo("entry")),
    categories: await readCategoryChoices(db, sources),
    tags: await readTags(db, kind),
    pictures: await readPictureChoices(db, idsTo("file")),
    staff: [],
    icons: sources.some(({ from }) => from === "icons") ? icons : [],
  };
}

const icons = Object.entries(ICON_OUTLINES).map(([name, shapes]) => ({
  name,
  shapes: shapes.map(([tag, { key: _, ...attributes }]) => [tag, attributes] as const),
}));

async function readEntries(
  db: Database,
  sources: ValueSource[],
  ids: string[],
): Promise<FormChoices["entries"]> {
  const wanted = sources.flatMap((source) => (source.from === "entries" ? [source.kind] : []));
  const chosen = await readChoices(db, ids);
  const lists = await Promise.all(
    [...new Set(wanted)].map(async (kindName) => {
      const newest = await findChoices(db, "", { kindName, limit: 100 });
      const all = [...chosen.filter(({ kind }) => kind === kindName), ...newest];
      const choices: EntryChoice[] = [...new Map(all.map((choice) => [choice.id, choice])).values()];
      return [kindName, choices] as const;
    }),
  );
  return Object.fromEntries(lists);
}

async function readCategoryChoices(db: Database, sources: ValueSource[]): Promise<FormChoices["categories"]> {
  const wanted = taxonomies.filter(({ name }) =>
    sources.some((source) => source.from === "categories" && source.taxonomy === name),
  );
  const lists = await Promise.all(
    wanted.map(async ({ name }) => {
      const all = await listCategories(db, name);
      return [name, all.map((category) => ({ id: category.id, name: category.name }))] as const;
    }),
  );
  return Object.fromEntries(lists);
}

async function readTags(db: Database, kind: Kind): Promise<FormChoices["tags"]> {
  const names = fieldsOfKind(kind).flatMap(([name, { sources }]) =>
    sources.some(({ from }) => from === "tags") ? [name] : [],
  );
  const lists = await Promise.all(
    names.map(
      async (name) => [name, (await countFacet(db, kind, name, 100)).map(({ value }) => value)] as const,
    ),
  );
  return Object.fromEntries(lists);
}

/** Those of the text at hand, then the newest of the library. */
export async function readPictureChoices(db: Database, ids: string[]): Promise<LibraryPicture[]> {
  const rows = await listPictureRows(db, ids);
  return rows.map((row) => {
    const { id, name, alt, width, height, focal_x, focal_y, placeholder } = row;
    return { id, name, alt, width, height, focal: [focal_x, focal_y], placeholder, ...addressesOf(row) };
  });
}
