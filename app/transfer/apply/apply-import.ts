import { recordAudit } from "#app/audit/audit.ts";
import { saveSettings } from "#app/company/settings.ts";
import { createCategory, findCategory, listCategories } from "#app/content/categories/categories.ts";
import { kinds, taxonomies } from "#app/content/kinds.ts";
import { addRedirect } from "#app/content/urls/resolve-urls.ts";
import { toSlug } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { lastingAddress } from "#app/files/library/file-address.ts";
import type { FileStore } from "#app/files/store/store.ts";
import {
  type ImportContext,
  nameKey,
  type Plan,
  type PlannedNames,
  type SiteContents,
} from "../bundle/plan.ts";
import { NotImportable } from "../bundle/problems.ts";
import { applyRecords } from "../records/records.ts";
import { applyTrash, trashList } from "../records/trash.ts";
import { applyVersions, versionList } from "../records/versions.ts";
import { applyEntries } from "./apply-entries.ts";
import { openFileImport } from "./apply-files.ts";

/** How much came in. */
export interface ImportSummary {
  settings: boolean;
  categories: number;
  pictures: number;
  documents: number;
  /** By name of the kind. */
  entries: Record<string, number>;
  /** How many of the entries took the place of one that was there. */
  replaced: number;
  redirects: number;
  /** Rows of each of the other lists. */
  records: Record<string, number>;
}

export interface AtEnd {
  /** Done last, in the same transaction; when it throws, nothing came in. */
  atEnd?: (tx: Writing, done: { summary: ImportSummary; entryIds: string[] }) => Promise<void>;
}

/** Carries a checked plan out: all of it in one transaction, or nothing; then no file is left behind either. */
export async function applyImport(
  db: Database,
  store: FileStore,
  plan: Plan,
  site: SiteContents,
  options: ImportContext & AtEnd,
): Promise<ImportSummary> {
  const files = await openFileImport(db, store, plan, options);
  try {
    return await write(db, async (tx) => {
      const fileIds = await files.keep(tx, options);
      const categoryIds = await carryCategories(tx, plan.categories, options);
      const names: PlannedNames = {
        picture: (name) => fileIds.get(`pictures/${name}`) ?? null,
        file: (name) => fileIds.get(name) ?? null,
        category: (taxonomy, name) => categoryIds.get(nameKey(taxonomy, name)) ?? null,
        entry: (kind, title) => site.entries.get(nameKey(kind, title)) ?? null,
      };
      if (plan.settings) await saveSettings(tx, plan.settings(names), options);
      const carried = await applyEntries(tx, plan.entries, names, site, options);
      const withEntries = {
        ...names,
        entry: (kind: string, title: string) => carried.ids.get(nameKey(kind, title)) ?? null,
      };
      const trashed = plan.trash ? await applyTrash(tx, plan.trash, withEntries, options) : new Map();
      const samePeople = plan.records?.samePeople ?? new Map();
      if (plan.versions)
        await applyVersions(tx, plan.versions, { ids: carried.ids, trashed }, withEntries, {
          site,
          samePeople,
          now: options.now,
        });
      if (plan.records) await applyRecords(tx, plan.records, names, options);
      await carryRedirects(tx, plan, { entries: carried.ids, files: fileIds }, options.now);
      await files.trash(tx);
      const isPicture = (key: string) => key.startsWith("pictures/");
      const pictures = [...fileIds.keys()].filter(isPicture).length;
      const summary = { ...summarise(plan, carried.replaced), pictures };
      await recordAudit(tx, options.actor, "content.import", "", JSON.stringify(summary));
      await options.atEnd?.(tx, {
        summary,
        entryIds: plan.entries.flatMap(({ kind, title }) => carried.ids.get(nameKey(kind.name, title)) ?? []),
      });
      return summary;
    });
  } catch (error) {
    await files.dropAll();
    throw error;
  }
}

async function carryRedirects(
  tx: Writing,
  { redirects }: Plan,
  ids: { entries: Map<string, string>; files: Map<string, string> },
  now: Date,
): Promise<void> {
  for (const { from, to, place } of redirects) {
    if ("file" in to) {
      const file = ids.files.get(to.file);
      if (file !== undefined) await addRedirect(tx, from, { path: lastingAddress({ id: file }) }, now);
      continue;
    }
    if (!("kind" in to)) {
      await addRedirect(tx, from, to, now);
      continue;
    }
    const entry = ids.entries.get(nameKey(to.kind.name, to.title));
    if (entry === undefined)
      throw new NotImportable([
        { file: place.file, line: place.lineOf([]), field: "title", message: `“${to.title}” is not there` },
      ]);
    await addRedirect(tx, from, { entry }, now);
  }
}

export function summarise(plan: Plan, replaced: number): ImportSummary {
  const entries: Record<string, number> = {};
  for (const { kind } of plan.entries) entries[kind.name] = (entries[kind.name] ?? 0) + 1;
  return {
    settings: plan.settings !== null,
    categories: plan.categories.length,
    pictures: plan.pictures.length,
    documents: plan.documents.length,
    entries,
    replaced,
    redirects: plan.redirects.length,
    records: {
      ...Object.fromEntries(plan.records?.counts ?? []),
      ...(plan.trash ? { [trashList]: plan.trash.count } : {}),
      ...(plan.versions ? { [versionList]: plan.versions.count } : {}),
    },
  };
}

/** Adds the categories that are not there yet; answers the id of every category by its name. */
async function carryCategories(
  tx: Writing,
  planned: Plan["categories"],
  options: { replace?: boolean },
): Promise<Map<string, string>> {
  for (const { taxonomy, name, summary } of planned) {
    const there = await findCategory(tx, taxonomy, toSlug(name));
    if (!there) await createCategory(tx, taxonomy, { name, summary });
    else if (options.replace && there.summary !== summary) {
      await tx.query.updateTable("categories").set({ summary }).where("id", "=", there.id).execute();
      tx.invalidate(cacheTags.categories(taxonomy));
    }
  }
  const lists = await Promise.all(
    taxonomies.map(async ({ name: taxonomy }) =>
      (await listCategories(tx, taxonomy)).map(({ id, name }) => [nameKey(taxonomy, name), id] as const),
    ),
  );
  return new Map(lists.flat());
}

/** What came in, in one phrase: "settings, 11 categories, 12 pictures, 6 services". */
export function summarizeImport(summary: ImportSummary): string {
  const replaced = summary.replaced > 0 ? `; ${summary.replaced} took the place of what was there` : "";
  return `${countImported(summary).join(", ") || "nothing"}${replaced}`;
}

/** How many of each: "settings", "11 categories". */
export function countImported(summary: ImportSummary): string[] {
  const counts: [number, string, string][] = [
    [summary.categories, "category", "categories"],
    [summary.pictures, "picture", "pictures"],
    [summary.documents, "document", "documents"],
    ...kinds.map(({ name, label }): [number, string, string] => [
      summary.entries[name] ?? 0,
      label.one.toLowerCase(),
      name === "media" ? "media items" : name === "portfolio" ? "case studies" : label.many.toLowerCase(),
    ]),
    [summary.redirects, "former address", "former addresses"],
  ];
  const parts = counts.flatMap(([count, one, many]) => (count === 0 ? [] : [numbered(count, one, many)]));
  const records = Object.entries(summary.records).flatMap(([list, count]) =>
    count === 0 ? [] : [countOf(list, count)],
  );
  return [...(summary.settings ? ["settings"] : []), ...parts, ...records];
}

/** So many rows of a list that goes along word for word: "2 newsletters". */
export function countOf(list: string, count: number): string {
  const [one, many] = nouns[list] ?? [list, list];
  return numbered(count, one, many);
}

function numbered(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

const nouns: Record<string, [string, string]> = {
  people: ["person", "people"],
  leads: ["message or call", "messages and calls"],
  "lead-events": ["event of these", "events of these"],
  "lead-notes": ["note", "notes"],
  "lead-note-edits": ["former note", "former notes"],
  "lead-replies": ["reply", "replies"],
  "reply-templates": ["reply template", "reply templates"],
  subscribers: ["subscriber", "subscribers"],
  newsletters: ["newsletter", "newsletters"],
  trash: ["entry in the trash", "entries in the trash"],
  versions: ["version", "versions"],
  audit: ["line of the audit log", "lines of the audit log"],
};

export function summarizePlan(plan: Plan): string {
  const told = summarizeImport(summarise(plan, 0));
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
}
