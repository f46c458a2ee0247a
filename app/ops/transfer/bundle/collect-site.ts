import { readSettings } from "#app/domain/company/settings.ts";
import { emptySettings, settingFields } from "#app/domain/company/settings-schema.ts";
import { listCategories } from "#app/domain/content/categories/categories.ts";
import { taxonomies } from "#app/domain/content/kinds.ts";
import { documentName, revisedName } from "#app/domain/files/library/file-address.ts";
import { originalName } from "#app/domain/files/pictures/accept-picture.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { exportRecord } from "#app/lib/fields/types/records.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type CollectedRecord, collectRecords } from "../records/records.ts";
import { collectTrash } from "../records/trash.ts";
import { collectVersions } from "../records/versions.ts";
import { type BundleEntryHead, type CollectedEntry, collectEntries, readHeads } from "./collect-entries.ts";
import { addressByName, fileIdAt, openFileNames } from "./file-links.ts";
import { type IdNames, writeMarkdown } from "./front-matter.ts";
import { compare } from "./problems.ts";

/** Counts of exported items. */
export interface Exported {
  entries: number;
  pictures: number;
  documents: number;
  /** Number of rows by list: newsletters, trash, versions, and personal data. */
  records: Record<string, number>;
}

export interface ExportOptions {
  /** Includes accounts, messages, subscribers, the audit log and authors of versions. */
  withPeople?: boolean;
  /** Overwrites an existing JSON file. */
  isForced?: boolean;
}

/** Calls a function with a consistent snapshot of the site. */
export function withSiteSnapshot<Result>(
  db: Database,
  { withPeople = false }: ExportOptions,
  work: (site: Collection) => Promise<Result>,
): Promise<Result> {
  return db.query
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (query) => work(await collect({ ...db, query }, { withPeople })));
}

/** A picture or document of an export; id and revision identify it in the store. */
export interface CollectedFile {
  id: string;
  revision: number;
  file: string;
  tags?: string[];
  /** When it was moved to the trash. */
  deletedAt?: string;
}

/** The stored original of a picture or document. */
export async function readOriginal(
  store: FileStore,
  { id, revision, file }: CollectedFile,
): Promise<Uint8Array> {
  const name = file.endsWith(".pdf") ? documentName : originalName;
  const bytes = await store.read(`${id}/${revisedName(revision, name)}`);
  if (bytes === null)
    throw new DomainError("missing", `The file ${file} is not in the file store; nothing was exported.`);
  return bytes;
}

/** All content of the site with the names of docs/import.md, in an order that depends on the content alone. */
export interface Collection {
  settings: Record<string, unknown> | null;
  categories: Record<string, { name: string; summary?: string }[]>;
  pictures: (CollectedFile & { alt: string; focal?: [number, number] })[];
  /** PDFs. */
  documents: CollectedFile[];
  redirects: Record<string, string>[];
  /** Read lazily, because their number is unbounded; grouped by kind, in the order of `kinds`. */
  entries: AsyncIterable<CollectedEntry>;
  /** Rows of the other lists, also read lazily; grouped by list. */
  records: AsyncIterable<CollectedRecord>;
}

async function collect(db: Database, options: { withPeople: boolean }): Promise<Collection> {
  const categories = await collectCategories(db);
  const tags = await readAllTags(db);
  const pictures = await collectPictures(db, tags);
  const documents = await collectDocuments(db, tags);
  const heads = await readHeads(db, "outside the trash");
  const trashed = [...(await readHeads(db, "in the trash")).values()];
  const pictureNames = new Map(pictures.map(({ id, file }) => [id, file]));
  const documentNames = new Map(documents.map(({ id, file }) => [id, file]));
  const names: IdNames = {
    picture: (id) => pictureNames.get(id) ?? null,
    file: (id) => {
      const [picture, document] = [pictureNames.get(id), documentNames.get(id)];
      if (picture !== undefined) return `pictures/${picture}`;
      return document === undefined ? null : `documents/${document}`;
    },
    category: (id) => categories.names.get(id) ?? null,
    entry: (id) => heads.get(id)?.title ?? null,
  };
  return {
    settings: await collectSettings(db, names),
    categories: categories.lists,
    pictures,
    documents,
    redirects: await collectRedirects(db, heads, names),
    records: concatenate([
      collectRecords(db, names, options),
      collectTrash(db, trashed, names),
      collectVersions(db, { live: [...heads.values()], trashed }, names, options),
    ]),
    entries: collectEntries(db, [...heads.values()], names),
  };
}

async function* concatenate<Item>(lists: readonly AsyncIterable<Item>[]): AsyncGenerator<Item> {
  for (const list of lists) yield* list;
}

async function collectSettings(db: Database, names: IdNames): Promise<Record<string, unknown> | null> {
  const settings = await readSettings(db);
  if (JSON.stringify(settings) === JSON.stringify(emptySettings)) return null;
  return exportRecord(settingFields, settings, { ...names, markdown: (doc) => writeMarkdown(doc, names) });
}

async function collectCategories(db: Database) {
  const names = new Map<string, string>();
  const lists: Collection["categories"] = {};
  for (const { name: taxonomy } of taxonomies) {
    const list = await listCategories(db, taxonomy);
    for (const { id, name } of list) names.set(id, name);
    lists[taxonomy] = list.map(({ name, summary }) => (summary === "" ? { name } : { name, summary }));
  }
  return { names, lists };
}

async function readAllTags(db: Database): Promise<Map<string, string[]>> {
  const rows = await db.query.selectFrom("file_tags").select(["file_id", "tag"]).orderBy("tag_key").execute();
  const byFile = Map.groupBy(rows, (row) => row.file_id);
  return new Map([...byFile].map(([id, list]) => [id, list.map(({ tag }) => tag)]));
}

type TagsByFile = Map<string, string[]>;

async function collectPictures(db: Database, tagsByFile: TagsByFile): Promise<Collection["pictures"]> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "revision", "name", "alt", "focal_x", "focal_y", "deleted_at"])
    .where("type", "like", "image/%")
    .orderBy("id")
    .execute();
  const nameOf = openFileNames();
  const pictures = rows.map(({ focal_x, focal_y, ...row }) => {
    const { id, revision, alt } = row;
    const file = `${nameOf(row.name.replace(/\.[A-Za-z0-9]{1,5}$/, ""))}.webp`;
    const isCentred = focal_x === 0.5 && focal_y === 0.5;
    const focal: [number, number] = [focal_x, focal_y];
    const tags = tagsByFile.get(id);
    return {
      id,
      revision,
      file,
      alt,
      ...(isCentred ? {} : { focal }),
      ...(tags ? { tags } : {}),
      ...inTrash(row),
    };
  });
  return pictures.sort((one, other) => compare(one.file, other.file));
}

async function collectDocuments(db: Database, tagsByFile: TagsByFile): Promise<Collection["documents"]> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "revision", "name", "deleted_at"])
    .where("type", "=", "application/pdf")
    .orderBy("id")
    .execute();
  const nameOf = openFileNames();
  const documents = rows.map(({ id, revision, name, ...row }) => {
    const file = `${nameOf(name.replace(/\.[A-Za-z0-9]{1,5}$/, ""))}.pdf`;
    const tags = tagsByFile.get(id);
    return { id, revision, file, ...(tags ? { tags } : {}), ...inTrash(row) };
  });
  return documents.sort((one, other) => compare(one.file, other.file));
}

function inTrash({ deleted_at }: { deleted_at: string | null }): Pick<CollectedFile, "deletedAt"> {
  return deleted_at === null ? {} : { deletedAt: deleted_at };
}

async function collectRedirects(
  db: Database,
  heads: Map<string, BundleEntryHead>,
  names: IdNames,
): Promise<Collection["redirects"]> {
  const rows = await db.query
    .selectFrom("redirects")
    .select(["from_path", "from_site", "to_entry", "to_path", "to_url"])
    .orderBy("from_key")
    .execute();
  const exportedPath = (path: string) => {
    const name = names.file(fileIdAt(path) ?? "");
    return name === null ? path : addressByName(name);
  };
  return rows.flatMap(({ from_path, from_site, to_entry, to_path, to_url }): Record<string, string>[] => {
    const from = { from: from_path, ...(from_site === null ? {} : { site: from_site }) };
    if (to_path !== null) return [{ ...from, to: exportedPath(to_path) }];
    if (to_url !== null) return [{ ...from, to: to_url }];
    const head = heads.get(to_entry ?? "");
    return head ? [{ ...from, kind: head.kind.name, title: head.title }] : [];
  });
}
