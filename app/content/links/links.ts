import { type DataOf, type Kind, partsOfData } from "#app/content/kind.ts";
import type { Writing } from "#app/database/database.ts";
import type { EntryLinkTable } from "#app/database/tables/content.ts";
import type { ValuePart } from "#app/fields/field.ts";
import { type FileType, holdFiles } from "#app/files/library/change-file.ts";
import { validationError } from "#app/platform/domain-error.ts";

export interface Link {
  field: string;
  type: EntryLinkTable["to_type"];
  id: string;
  /** Of files: shown as a picture, linked to as one of ours, or named by a full address, which may be another site's. */
  as?: "picture" | "own link" | "full link";
}

/** Everything a version points to: entries, categories, and files, pictures and links inside rich texts too. */
export function linksOf(kind: Kind, data: DataOf<Kind>): Link[] {
  const links = partsOfData(kind, data).flatMap(({ field, part }) => linkOf(field, part));
  return [
    ...new Map(links.map((link) => [`${link.field} ${link.type} ${link.id} ${link.as}`, link])).values(),
  ];
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

/** Refuses links to what is not there or is no picture, naming the field; files stay there until the transaction ends. */
export async function checkLinks(tx: Writing, kind: Kind, links: Link[]): Promise<void> {
  const known = new Set<string>();
  for (const type of ["entry", "category"] as const)
    for (const id of await findExisting(tx, type, idsOf(links, type))) known.add(`${type} ${id}`);
  const files = await holdFiles(tx, idsOf(links, "file"));
  const issues = links.flatMap((link) => {
    const isThere = link.type === "file" ? files.has(link.id) : known.has(`${link.type} ${link.id}`);
    const message =
      isThere || link.as === "full link" ? wrongType(link, files) : missing[link.as ?? link.type];
    return message === null ? [] : [{ path: [link.field], message }];
  });
  if (issues.length > 0)
    throw validationError(
      issues,
      `This ${kind.label.one.toLowerCase()} points to something that is not there.`,
    );
}

const missing = {
  entry: "Points to an entry that is not there",
  file: "Points to a picture that is not there",
  category: "Points to a category that is not there",
  picture: "Points to a picture that is not there",
  "own link": "Links to a file that is not there",
};

function wrongType({ as, id }: Link, files: Map<string, FileType>): string | null {
  return as === "picture" && files.get(id) === "pdf" ? "This is a PDF; choose a picture" : null;
}

function idsOf(links: Link[], type: Link["type"]): string[] {
  return [...new Set(links.filter((link) => link.type === type).map((link) => link.id))];
}

async function findExisting(tx: Writing, type: "entry" | "category", ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const table = { entry: "entries", category: "categories" } as const;
  const rows = await tx.query.selectFrom(table[type]).select("id").where("id", "in", ids).execute();
  return rows.map((row) => row.id);
}

function linkOf(field: string, part: ValuePart): Link[] {
  const shows = (id: string): Link => ({ field, type: "file", id, as: "picture" });
  if (part.is === "picture") return [shows(part.id)];
  if (part.is === "entry" || part.is === "category") return [{ field, type: part.is, id: part.id }];
  if (part.is !== "richText") return [];
  return [...picturesIn(part.doc).map(shows), ...fileLinksIn(part.doc).map((link) => ({ field, ...link }))];
}

/** Links in a rich text to files of the library. */
export function fileLinksIn(node: unknown): Omit<Link, "field">[] {
  if (!isRecord(node)) return [];
  const marks = [node.marks].flat().filter(isRecord);
  const own = marks.flatMap(({ attrs }) => (isRecord(attrs) ? readFileLink(attrs.href) : []));
  return [...own, ...(Array.isArray(node.content) ? node.content.flatMap(fileLinksIn) : [])];
}

/** Ids are made only once in the world, so that a full address with one of ours is ours by whatever name it was reached. */
function readFileLink(href: unknown): Omit<Link, "field">[] {
  const [, host, id] =
    /^(https?:\/\/[^/]+)?\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/i.exec(String(href)) ??
    [];
  return id ? [{ type: "file", id: id.toLowerCase(), as: host ? "full link" : "own link" }] : [];
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
