import { listCategories } from "#app/domain/content/categories/categories.ts";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { taxonomies } from "#app/domain/content/kinds.ts";
import { linksOf } from "#app/domain/content/links/links.ts";
import { countFacet } from "#app/domain/content/published/entries.ts";
import { type EntryChoice, findChoices, readChoices } from "#app/domain/content/staff-list/find-entries.ts";
import { listPictureRows } from "#app/domain/files/library/library.ts";
import type { ValueSource } from "#app/lib/fields/field.ts";
import type { FormChoices } from "#app/lib/fields/form-context.ts";
import { ICON_OUTLINES } from "#app/lib/weave/icon-outlines.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addressesOf, type LibraryPicture } from "../../files/library-picture.ts";

/**
 * Reads the options of a form's pickers.
 * @param values of the form, possibly incomplete
 */
export async function readFormChoices(
  db: Database,
  kind: Kind,
  values: Record<string, unknown>,
): Promise<FormChoices> {
  const fields = fieldsOfKind(kind);
  // Unvalidated values are enough, because links are found by their shape.
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

/** Pictures of the current text, then the newest of the library. */
export async function readPictureChoices(db: Database, ids: string[]): Promise<LibraryPicture[]> {
  const rows = await listPictureRows(db, ids);
  return rows.map((row) => {
    const { id, name, alt, width, height, focal_x, focal_y, placeholder } = row;
    return { id, name, alt, width, height, focal: [focal_x, focal_y], placeholder, ...addressesOf(row) };
  });
}
