import { recordAudit } from "#app/domain/audit/audit.ts";
import { readSettings, saveSettings } from "#app/domain/company/settings.ts";
import { createCategory, findCategory, listCategories } from "#app/domain/content/categories/categories.ts";
import { kinds, taxonomies } from "#app/domain/content/kinds.ts";
import { redirectKey } from "#app/domain/content/urls/redirect-keys.ts";
import {
  addRedirects,
  type NewRedirect,
  type RedirectTarget,
  targetColumns,
} from "#app/domain/content/urls/resolve-urls.ts";
import { toSlug } from "#app/domain/content/urls/slug.ts";
import { lastingAddress } from "#app/domain/files/library/file-address.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { formatExactCount } from "#app/lib/text/counts.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import {
  type ImportContext,
  nameKey,
  type Plan,
  type PlannedNames,
  type PlannedRedirect,
  type SiteContents,
} from "../bundle/plan.ts";
import { NotImportable } from "../bundle/problems.ts";
import { applyRecords } from "../records/records.ts";
import { applyTrash, trashList } from "../records/trash.ts";
import { applyVersions, versionList } from "../records/versions.ts";
import { applyEntries } from "./apply-entries.ts";
import { openFileImport } from "./apply-files.ts";

/** Counts of imported items. */
export interface ImportSummary {
  settings: boolean;
  categories: number;
  pictures: number;
  documents: number;
  /** By name of the kind. */
  entries: Record<string, number>;
  /** Number of entries that replaced an existing one. */
  replaced: number;
  redirects: number;
  /** Rows of each of the other lists. */
  records: Record<string, number>;
}

export interface BeforeCommit {
  /** Runs last in the transaction; if it throws, the import is rolled back. */
  atEnd?: (tx: Writing, done: { summary: ImportSummary; entryIds: string[] }) => Promise<void>;
}

/** Runs a checked plan in one transaction. If it fails, the stored files are removed too. */
export async function applyImport(
  db: Database,
  store: FileStore,
  plan: Plan,
  site: SiteContents,
  options: ImportContext & BeforeCommit,
): Promise<ImportSummary> {
  const files = await openFileImport(db, store, plan, options);
  try {
    return await write(db, async (tx) => {
      const { ids: storedIds, changed } = await files.add(tx, options);
      const fileIds = new Map([...(plan.filesHere ?? []), ...storedIds]);
      const { ids: categoryIds, count: categories } = await applyCategories(tx, plan.categories, options);
      const names: PlannedNames = {
        picture: (name) => fileIds.get(`pictures/${name}`) ?? null,
        file: (name) => fileIds.get(name) ?? null,
        category: (taxonomy, name) => categoryIds.get(nameKey(taxonomy, name)) ?? null,
        entry: (kind, title) => site.entries.get(nameKey(kind, title)) ?? null,
      };
      if (plan.settings) await saveSettings(tx, plan.settings(names), options);
      const applied = await applyEntries(tx, plan.entries, names, site, options);
      const withEntries = {
        ...names,
        entry: (kind: string, title: string) => applied.ids.get(nameKey(kind, title)) ?? null,
      };
      const trashed = plan.trash ? await applyTrash(tx, plan.trash, withEntries, options) : new Map();
      const samePeople = plan.records?.samePeople ?? new Map();
      const versions = plan.versions
        ? await applyVersions(tx, plan.versions, { ids: applied.ids, trashed }, withEntries, {
            site,
            samePeople,
            now: options.now,
          })
        : 0;
      if (plan.records) await applyRecords(tx, plan.records, names, options);
      const targets = { entries: applied.ids, files: fileIds };
      const redirects = await applyRedirects(tx, plan, targets, options);
      await files.trash(tx);
      const pictures = [...changed].filter((key) => key.startsWith("pictures/")).length;
      const summary: ImportSummary = {
        settings: plan.settings !== null,
        categories,
        pictures,
        documents: changed.size - pictures,
        entries: applied.counts,
        replaced: applied.replaced,
        redirects,
        records: {
          ...Object.fromEntries(plan.records?.counts ?? []),
          ...(plan.trash ? { [trashList]: trashed.size } : {}),
          ...(plan.versions ? { [versionList]: versions } : {}),
        },
      };
      await recordAudit(tx, options.actor, "content.import", "", JSON.stringify(summary));
      await options.atEnd?.(tx, {
        summary,
        entryIds: plan.entries.flatMap(({ kind, title }) => applied.ids.get(nameKey(kind.name, title)) ?? []),
      });
      return summary;
    });
  } catch (error) {
    await files.removeStored();
    throw error;
  }
}

/** Returns the number of changed redirects. Existing ones change only with `replace`. */
async function applyRedirects(
  tx: Writing,
  { redirects }: Plan,
  ids: { entries: Map<string, string>; files: Map<string, string> },
  { now, replace = false }: Pick<ImportContext, "now" | "replace">,
): Promise<number> {
  const rows = await tx.query
    .selectFrom("redirects")
    .select(["from_key", "to_entry", "to_path", "to_url"])
    .execute();
  const before = new Map(rows.map(({ from_key, ...to }) => [from_key, JSON.stringify(to)]));
  // The last redirect from an address wins.
  const coming = new Map<string, NewRedirect>();
  for (const redirect of redirects) {
    const to = targetOf(redirect, ids);
    if (to !== null) coming.set(redirectKey(redirect.from), { from: redirect.from, to, site: redirect.site });
  }
  const changed = [...coming].flatMap(([key, redirect]) => {
    const existing = before.get(key);
    const isSame = existing !== undefined && existing === JSON.stringify(targetColumns(redirect.to));
    return existing === undefined || (replace && !isSame) ? [redirect] : [];
  });
  await addRedirects(tx, changed, now);
  return changed.length;
}

/** Null if its file was not imported. */
function targetOf(
  { to, place }: PlannedRedirect,
  ids: { entries: Map<string, string>; files: Map<string, string> },
): RedirectTarget | null {
  if ("file" in to) {
    const file = ids.files.get(to.file);
    return file === undefined ? null : { path: lastingAddress({ id: file }) };
  }
  if (!("kind" in to)) return to;
  const entry = ids.entries.get(nameKey(to.kind.name, to.title));
  if (entry === undefined)
    throw new NotImportable([
      { file: place.file, line: place.lineOf([]), field: "title", message: `“${to.title}” does not exist` },
    ]);
  return { entry };
}

/** Upper bounds of the counts of an import. */
export function summarise(plan: Plan): ImportSummary {
  const entries: Record<string, number> = {};
  for (const { kind } of plan.entries) entries[kind.name] = (entries[kind.name] ?? 0) + 1;
  return {
    settings: plan.settings !== null,
    categories: plan.categories.length,
    pictures: plan.pictures.length,
    documents: plan.documents.length,
    entries,
    replaced: 0,
    redirects: plan.redirects.length,
    records: {
      ...Object.fromEntries(plan.records?.counts ?? []),
      ...(plan.trash ? { [trashList]: plan.trash.count } : {}),
      ...(plan.versions ? { [versionList]: plan.versions.count } : {}),
    },
  };
}

/** Adds missing categories. Returns the ids of all categories by name, and the number added or changed. */
async function applyCategories(
  tx: Writing,
  planned: Plan["categories"],
  options: { replace?: boolean },
): Promise<{ ids: Map<string, string>; count: number }> {
  let count = 0;
  for (const { taxonomy, name, summary } of planned) {
    const there = await findCategory(tx, taxonomy, toSlug(name));
    const isNew = !there;
    if (isNew || (options.replace && there.summary !== summary)) count += 1;
    if (isNew) await createCategory(tx, taxonomy, { name, summary });
    else if (options.replace && there.summary !== summary) {
      await tx.query.updateTable("categories").set({ summary }).where("id", "=", there.id).execute();
      tx.invalidate(cacheTags.categories(taxonomy));
    }
  }
  const ids = new Map<string, string>();
  for (const { name: taxonomy } of taxonomies)
    for (const { id, name } of await listCategories(tx, taxonomy)) ids.set(nameKey(taxonomy, name), id);
  return { ids, count };
}

/** Describes the imported items in one phrase: "settings, 11 categories, 12 pictures, 6 services". */
export function summarizeImport(summary: ImportSummary): string {
  const replaced = summary.replaced > 0 ? `; ${summary.replaced} replaced existing entries` : "";
  return `${countImported(summary).join(", ") || "nothing"}${replaced}`;
}

/** A phrase for each type of item: "settings", "11 categories". */
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
  const parts = counts.flatMap(([count, one, many]) =>
    count === 0 ? [] : [formatExactCount(count, one, many)],
  );
  const records = Object.entries(summary.records).flatMap(([list, count]) =>
    count === 0 ? [] : [countOf(list, count)],
  );
  return [...(summary.settings ? ["settings"] : []), ...parts, ...records];
}

/** A count of rows with the name of their list: "2 newsletters". */
export function countOf(list: string, count: number): string {
  const [one, many] = nouns[list] ?? [list, list];
  return formatExactCount(count, one, many);
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
  const summary = summarizeImport(summarise(plan));
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
}

/** Sections of the settings that an import on the dashboard never replaces, not even with "replace". */
const ownSections = ["accounts", "backups", "mail"] as const;

/** The plan with the current values of these sections of the settings. */
export async function keepOwnSettings(db: Database, plan: Plan): Promise<Plan> {
  const { settings } = plan;
  if (settings === null) return plan;
  const own = await readSettings(db);
  const mergedSettings = (names: PlannedNames) => {
    const next = settings(names);
    for (const section of ownSections) Object.assign(next[section], own[section]);
    return next;
  };
  return { ...plan, settings: mergedSettings };
}
