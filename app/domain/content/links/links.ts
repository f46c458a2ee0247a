import { type DataOf, type Kind, partsOfData } from "#app/domain/content/kind.ts";
import { type FileType, lockFiles } from "#app/domain/files/library/change-file.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import type { Names } from "#app/lib/fields/differences/compare-data.ts";
import type { ValuePart } from "#app/lib/fields/field.ts";
import { pageKey, stepKeyOf } from "#app/lib/text/page-key.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { EntryLinkTable, InternalLinkTable } from "#app/platform/database/tables/content.ts";
import { chunksOf } from "#app/platform/runtime/chunks.ts";
import type { EntryRow } from "../entry.ts";
import { resolveUrls } from "../urls/resolve-urls.ts";

export interface Link {
  field: string;
  type: EntryLinkTable["to_type"];
  id: string;
  /** Use of a file: shown as a picture, linked by path, or linked by full URL, which may be another site's. */
  as?: "picture" | "own link" | "full link";
}

/** All references of a version: entries, categories and files, including those inside rich texts. */
export function linksOf(kind: Kind, data: DataOf<Kind>): Link[] {
  const links = partsOfData(kind, data).flatMap(({ field, part }) => linkOf(field, part));
  return [
    ...new Map(links.map((link) => [`${link.field} ${link.type} ${link.id} ${link.as}`, link])).values(),
  ];
}

/** Replaces the stored references of an entry's public version and of its newest one. */
export async function replaceLinks(
  tx: Writing,
  entryId: string,
  live: Link[],
  latest: Link[],
): Promise<void> {
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
  const next = [...rows.values()];
  const stored = await tx.query
    .selectFrom("entry_links")
    .select(["from_entry", "field", "to_type", "to_id", "is_live"])
    .where("from_entry", "=", entryId)
    .execute();
  if (hasSameRows(stored, next)) return;
  if (stored.length > 0) await tx.query.deleteFrom("entry_links").where("from_entry", "=", entryId).execute();
  if (next.length > 0) await tx.query.insertInto("entry_links").values(next).execute();
}

/** Compares rows with the same columns, in any order. */
function hasSameRows<Row extends object>(stored: readonly Row[], next: readonly Row[]): boolean {
  const keyOf = (row: Row) => JSON.stringify(Object.entries(row).sort());
  const keys = new Set(stored.map(keyOf));
  return stored.length === next.length && next.every((row) => keys.has(keyOf(row)));
}

/** Rejects references to missing records or wrong file types, by field. Locks the files until the transaction ends. */
export async function checkLinks(tx: Writing, kind: Kind, links: Link[]): Promise<void> {
  const known = new Set<string>();
  for (const type of ["entry", "category"] as const)
    for (const id of await findExisting(tx, type, idsOf(links, type))) known.add(`${type} ${id}`);
  const files = await lockFiles(tx, idsOf(links, "file"));
  const issues = links.flatMap((link) => {
    const isThere = link.type === "file" ? files.has(link.id) : known.has(`${link.type} ${link.id}`);
    const message =
      isThere || link.as === "full link" ? wrongType(link, files) : missing[link.as ?? link.type];
    return message === null ? [] : [{ path: [link.field], message }];
  });
  if (issues.length > 0)
    throw validationError(
      issues,
      `This ${kind.label.one.toLowerCase()} points to something that does not exist.`,
    );
}

const missing = {
  entry: "Points to an entry that does not exist",
  file: "Points to a picture that does not exist",
  category: "Points to a category that does not exist",
  picture: "Points to a picture that does not exist",
  "own link": "Links to a file that does not exist",
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

/** Links in a rich text to library files. */
function fileLinksIn(node: unknown): Omit<Link, "field">[] {
  if (!isRecord(node)) return [];
  const marks = [node.marks].flat().filter(isRecord);
  const own = marks.flatMap(({ attrs }) => (isRecord(attrs) ? readFileLink(attrs.href) : []));
  return [...own, ...(Array.isArray(node.content) ? node.content.flatMap(fileLinksIn) : [])];
}

/** Ids are globally unique, so a full URL that contains one is ours under any host name. */
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

/** Stores the internal links of an entry's public and newest versions, and marks the broken ones. */
export async function storePageLinks(
  tx: Writing,
  kind: Kind,
  id: string,
  live: DataOf<Kind> | null,
  latest: DataOf<Kind>,
): Promise<void> {
  const rows = new Map<string, InternalLinkTable>();
  const add = (links: InternalLink[], isLive: 0 | 1) => {
    for (const link of links) rows.set(`${link.field} ${link.key}`, rowOf(id, link, isLive));
  };
  add(internalLinksOf(kind, latest), 0);
  if (live !== null) add(internalLinksOf(kind, live), 1);
  const next = [...rows.values()];
  const stored = await tx.query
    .selectFrom("internal_links")
    .select(["from_entry", "field", "path_key", "path", "is_live"])
    .where("from_entry", "=", id)
    .execute();
  if (hasSameRows(stored, next)) return;
  if (stored.length > 0) await tx.query.deleteFrom("internal_links").where("from_entry", "=", id).execute();
  for (const some of chunksOf(next, 1000)) await tx.query.insertInto("internal_links").values(some).execute();
  await checkPaths(tx, [...new Set(next.map(({ path_key }) => path_key))]);
}

/** Rechecks links to all addresses of an entry that was added, removed or renamed. */
export async function checkLinksTo(
  tx: Writing,
  kind: Kind,
  before: EntryRow,
  after: EntryRow,
): Promise<void> {
  const publicSlugOf = (row: EntryRow) =>
    row.live_version !== null && row.deleted_at === null ? row.slug_key : null;
  if (!kind.hasPage || publicSlugOf(before) === publicSlugOf(after)) return;
  const former = await tx.query
    .selectFrom("former_slugs")
    .select("slug_key")
    .where("entry_id", "=", after.id)
    .execute();
  const slugs = new Set([before.slug_key, after.slug_key, ...former.map(({ slug_key }) => slug_key)]);
  const keys = [...slugs].map((slug) => `${kind.path}/${stepKeyOf(slug)}`);
  const linked = await tx.query
    .selectFrom("internal_links")
    .select("path_key")
    .distinct()
    .where("path_key", "in", keys)
    .execute();
  await checkPaths(
    tx,
    linked.map(({ path_key }) => path_key),
  );
}

/** Marks the broken addresses and clears the others. */
export async function checkPaths(tx: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const places = await resolveUrls(tx, keys);
  const dead = keys.filter((key) => places.get(key) !== "page");
  const good = keys.filter((key) => places.get(key) === "page");
  if (good.length > 0) await tx.query.deleteFrom("broken_links").where("path_key", "in", good).execute();
  if (dead.length > 0)
    await tx.query
      .insertInto("broken_links")
      .values(dead.map((path_key) => ({ path_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function rowOf(id: string, { field, key, address }: InternalLink, isLive: 0 | 1): InternalLinkTable {
  return { from_entry: id, field, path_key: key, path: address, is_live: isLive };
}

/** Link of an entry to a page of this site. */
export interface InternalLink {
  field: string;
  /** Address as written. */
  address: string;
  /** Path as normalized by `pageKey`. */
  key: string;
  /** Link text; empty for a link field. */
  words: string;
}

/** Internal links of a version, each once per field. With `origin`, includes full URLs of this site. */
export function internalLinksOf(kind: Kind, data: DataOf<Kind>, origin?: string): InternalLink[] {
  const links = partsOfData(kind, data).flatMap(({ field, part }) =>
    addressesIn(part).flatMap(({ address, words }) => {
      const key = pageKey(pathOf(address, origin));
      return key === null ? [] : [{ field, address, key, words }];
    }),
  );
  const first = new Map<string, InternalLink>();
  for (const link of links) {
    const name = `${link.field} ${link.key}`;
    if (!first.has(name)) first.set(name, link);
  }
  return [...first.values()];
}

function pathOf(address: string, origin: string | undefined): string {
  const url = origin === undefined ? null : URL.parse(address);
  return url && url.origin === origin ? url.pathname : address;
}

interface WrittenLink {
  address: string;
  words: string;
}

function addressesIn(part: ValuePart): WrittenLink[] {
  if (part.is === "address") return [{ address: part.address, words: "" }];
  return part.is === "richText" ? linksInText(part.doc) : [];
}

interface TextNode {
  type?: unknown;
  text?: unknown;
  attrs?: { href?: unknown; url?: unknown };
  marks?: unknown;
  content?: unknown;
}

/** Links and own videos of a rich text in reading order. */
function linksInText(value: unknown): WrittenLink[] {
  if (typeof value !== "object" || value === null) return [];
  const node: TextNode = value;
  const marks = Array.isArray(node.marks) ? (node.marks as TextNode[]) : []; // checked when it was stored
  const link = marks.find(({ type }) => type === "link")?.attrs?.href;
  const address = node.type === "video" ? node.attrs?.url : link;
  const own =
    typeof address === "string"
      ? [{ address, words: typeof node.text === "string" ? node.text.trim() : "" }]
      : [];
  return [...own, ...(Array.isArray(node.content) ? node.content.flatMap(linksInText) : [])];
}

/** Names of all entries, pictures and categories that the versions reference, by id. */
export function readNames(db: Database, kind: Kind, versions: readonly DataOf<Kind>[]): Promise<Names> {
  return readNamesOf(
    db,
    versions.flatMap((data) => linksOf(kind, data).map(({ id }) => id)),
  );
}

/** Names of entries, pictures and categories by id; unknown ids are omitted. */
export async function readNamesOf(db: Database, given: readonly string[]): Promise<Names> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return {};
  const entries = db.query.selectFrom("entries").select(["id", "title as name"]).where("id", "in", ids);
  const files = db.query.selectFrom("files").select(["id", "name"]).where("id", "in", ids);
  const categories = db.query.selectFrom("categories").select(["id", "name"]).where("id", "in", ids);
  const rows = await Promise.all([entries.execute(), files.execute(), categories.execute()]);
  return Object.fromEntries(rows.flat().map(({ id, name }) => [id, name]));
}
