import type { Database, Writing } from "#app/database/database.ts";
import type { EntryLinkTable } from "#app/database/schema.ts";
import { refuseInvalid } from "#app/platform/refusal.ts";
import type { Field } from "./field.ts";
import { type DataOf, fieldsOf, type Kind } from "./kind.ts";

export interface Link {
  field: string;
  type: EntryLinkTable["to_type"];
  id: string;
}

/** Everything a version points to: entries, categories, and pictures also inside rich texts. */
export function linksOf(kind: Kind, data: DataOf<Kind>): Link[] {
  const links = fieldsOf(kind).flatMap(([name, field]) => linksOfField(name, field, Reflect.get(data, name)));
  return [...new Map(links.map((link) => [`${link.field} ${link.type} ${link.id}`, link])).values()];
}

/** Keeps where-used true: what the public version holds, and what only the newest does. */
export async function replaceLinks(
  tx: Writing,
  entryId: string,
  live: Link[],
  latest: Link[],
): Promise<void> {
  await tx.query.deleteFrom("entry_links").where("from_entry", "=", entryId).execute();
  const rows = new Map<string, EntryLinkTable>();
  const add = (link: Link, isLive: number) =>
    rows.set(`${link.field} ${link.type} ${link.id}`, {
      from_entry: entryId,
      field: link.field,
      to_type: link.type,
      to_id: link.id,
      is_live: isLive,
    });
  for (const link of latest) add(link, 0);
  for (const link of live) add(link, 1);
  if (rows.size > 0)
    await tx.query
      .insertInto("entry_links")
      .values([...rows.values()])
      .execute();
}

/** Refuses links to what is not there, naming the field. */
export async function checkLinks(db: Database, kind: Kind, links: Link[]): Promise<void> {
  const known = new Set<string>();
  for (const type of ["entry", "file", "category"] as const) {
    const ids = [...new Set(links.filter((link) => link.type === type).map((link) => link.id))];
    for (const id of ids.length === 0 ? [] : await findExisting(db, type, ids)) known.add(`${type} ${id}`);
  }
  const lost = links.filter((link) => !known.has(`${link.type} ${link.id}`));
  if (lost.length > 0)
    throw refuseInvalid(
      lost.map((link) => ({ path: [link.field], message: missing[link.type] })),
      `This ${kind.label.one.toLowerCase()} points to something that is not there.`,
    );
}

const missing = {
  entry: "Points to an entry that is not there",
  file: "Points to a picture that is not there",
  category: "Points to a category that is not there",
};

async function findExisting(db: Database, type: Link["type"], ids: string[]): Promise<string[]> {
  const table = { entry: "entries", file: "files", category: "categories" } as const;
  const rows = await db.query.selectFrom(table[type]).select("id").where("id", "in", ids).execute();
  return rows.map((row) => row.id);
}

function linksOfField(field: string, { input }: Field, value: unknown): Link[] {
  const to = (type: Link["type"], ids: string[]) => ids.map((id) => ({ field, type, id }));
  switch (input.type) {
    case "image":
    case "images":
      return to("file", textsOf(value));
    case "entry":
    case "entries":
      return to("entry", textsOf(value));
    case "categories":
      return to("category", textsOf(value));
    case "richText":
      return to("file", picturesIn(value));
    case "group":
      return Object.entries(input.item).flatMap(([name, part]) =>
        part.type === "image" && isRecord(value) ? to("file", textsOf(value[name])) : [],
      );
    default:
      return [];
  }
}

export function picturesIn(node: unknown): string[] {
  if (!isRecord(node)) return [];
  const own = node.type === "image" && isRecord(node.attrs) ? textsOf(node.attrs.file) : [];
  return [...own, ...(Array.isArray(node.content) ? node.content.flatMap(picturesIn) : [])];
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string" && one !== "");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
