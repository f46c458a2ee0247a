import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { applyImport, type ImportSummary, summarizeImport, summarizePlan } from "./apply/apply-import.ts";
import type { BundleEntry, BundlePart, ImportBundle, ReadRecords } from "./bundle/bundle.ts";
import { readItem } from "./bundle/front-matter.ts";
import { type JsonFile, type JsonSpan, openJsonFile } from "./bundle/json-file.ts";
import type { ImportContext, Plan, SiteContents } from "./bundle/plan.ts";
import {
  hintAt,
  type ImportLocation,
  isRecord,
  NotImportable,
  openProblemCollector,
  type ProblemCollector,
  wholeFile,
} from "./bundle/problems.ts";
import { isGhostExport, readGhost } from "./ghost/read-ghost.ts";
import { planBundle, planFolder } from "./import-folder.ts";
import { recordTables } from "./records/record-tables.ts";
import { recordListsIn } from "./records/records.ts";
import { trashList } from "./records/trash.ts";
import { versionList } from "./records/versions.ts";
import { keepReport, type OldSiteImport, planOldSiteImport } from "./wordpress/import-wordpress.ts";
import { readWxr } from "./wordpress/read-parts.ts";
import { countUnexplained, type MoveReport, writeReport } from "./wordpress/report.ts";

export interface AnyImport extends OldSiteImport {
  /** Where a report goes that can't be written beside its export. */
  reportFolder: string;
  /** The file next to which the report is stored, under its name; the first file of the export by default. */
  reportFor?: string;
  /** Whether it continues with differences that no rule explains. */
  acceptLosses?: boolean;
}

/** Something that could be imported. */
export interface AnyPlan {
  plan: Plan;
  site: SiteContents;
  /** What of another system's site does not come along as it was; null for files of our own. */
  report: MoveReport | null;
  /** How many differences between the export and what would be stored no rule explains. */
  unexplained: number;
}

/** One file or folder, or all files of a WordPress export. */
export type ImportSource = string | readonly [string, ...string[]];

/**
 * Imports a folder, a JSON file, or an export of WordPress or Ghost, and answers in words what came of it.
 * Throws a PlainError with the report where differences are unexplained and not accepted.
 */
export async function importAny(
  db: Database,
  store: FileStore,
  path: ImportSource,
  options: AnyImport,
): Promise<string> {
  const { plan, site, report, unexplained } = await planAny(db, path, options);
  const storeReport = (text: string) =>
    keepReport(options.reportFor ?? (typeof path === "string" ? path : path[0]), text, options.reportFolder);
  if (report && unexplained > 0 && !options.acceptLosses) {
    const { text } = writeReport(report);
    const file = storeReport(text);
    throw new PlainError(
      `${text}\nNothing was imported. Read the first lines (also in ${file}), then repeat the command with --accept-losses.`,
    );
  }
  const summary = `Imported ${summarizeImport(await applyImport(db, store, plan, site, options))}.\n`;
  if (!report) return summary;
  const { text, count } = writeReport(report);
  const file = storeReport(text);
  return `${summary}\nWhat did not come along as it was (${count} lines, also in ${file}):\n${text}`;
}

/** Answers in words what an import would bring, and changes nothing. Throws NotImportable with every problem found. */
export async function tryImport(
  db: Database,
  path: ImportSource,
  options: Omit<AnyImport, "reportFolder" | "acceptLosses">,
): Promise<string> {
  const { plan, report } = await planAny(db, path, options);
  const summary = `${summarizePlan(plan)} could be imported. Nothing was changed.\n`;
  return report ? `${summary}\n${writeReport(report).text}` : summary;
}

/** Reads and checks it without changing anything. Throws NotImportable with every problem found. */
export async function planAny(
  db: Database,
  source: ImportSource,
  options: Pick<ImportContext, "replace" | "now"> & Pick<OldSiteImport, "uploads">,
): Promise<AnyPlan> {
  const paths = typeof source === "string" ? ([source] as const) : source;
  const [path] = paths;
  const other = paths.find((one) => !/\.xml$/i.test(one));
  if (other === undefined) return withUnexplained(await planOldSiteImport(db, await readWxr(paths), options));
  if (paths.length > 1)
    throw refuse(
      other,
      "Only .xml files of one WordPress export are imported together; import this by itself",
    );
  if (/\.json$/i.test(path) && (await isGhost(path)))
    return withUnexplained(await planOldSiteImport(db, readGhost(path), options));
  return { ...(await planFiles(db, path, options)), report: null, unexplained: 0 };
}

function withUnexplained<Planned extends { report: MoveReport }>(planned: Planned) {
  return { ...planned, unexplained: countUnexplained(planned.report) };
}

/** Whether a JSON file is an export of Ghost, by its beginning or by the names in it; throws NotImportable where it is nothing known. */
async function isGhost(path: string): Promise<boolean> {
  if (isGhostExport(startOf(path))) return true;
  // The import itself reports its problems.
  const { members } = await openJsonFile(path, basename(path), openProblemCollector()).catch(() => ({
    members: new Map<string, unknown>(),
  }));
  if (members.size === 0 || jsonNames.some((name) => members.has(name))) return false;
  if (members.has("db") || members.has("data")) return true;
  throw refuse(
    path,
    "This is neither a file of Frontdesk nor an export of Ghost; docs/import.md describes both",
  );
}

/** The first characters of a file, by which its kind is told. */
function startOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(256);
    return start.toString("utf8", 0, readSync(file, start));
  } finally {
    closeSync(file);
  }
}

function refuse(path: string, message: string): NotImportable {
  return new NotImportable([{ file: wholeFile(path).file, line: null, field: "", message }]);
}

function planFiles(db: Database, path: string, options: Pick<ImportContext, "replace">) {
  if (statSync(path).isDirectory()) return planFolder(db, path, options);
  if (path.endsWith(".json")) return planJson(db, path, options);
  throw refuse(path, "This is neither a folder nor a .json or .xml file");
}

/** Imports one JSON file as docs/import.md describes it. Throws NotImportable with every problem found; then nothing was changed. */
export async function importJson(
  db: Database,
  store: FileStore,
  path: string,
  options: ImportContext,
): Promise<ImportSummary> {
  const { plan, site } = await planJson(db, path, options);
  return applyImport(db, store, plan, site, options);
}

/** Reads and checks the file without changing anything. */
async function planJson(
  db: Database,
  path: string,
  options: Pick<ImportContext, "replace">,
): Promise<{ plan: Plan; site: SiteContents }> {
  const collector = openProblemCollector();
  return planBundle(db, await openJson(path, basename(path), collector), collector, options);
}

/** Names that the object of a JSON file may have. */
const jsonNames: string[] = [
  "settings",
  "categories",
  "pictures",
  "documents",
  "redirects",
  ...kinds.map(({ plural }) => plural),
  ...recordTables.map(({ list }) => list),
  trashList,
  versionList,
];

/** Finds everything in one JSON file, see docs/import.md; what is large is read where it is needed. */
async function openJson(path: string, file: string, collector: ProblemCollector): Promise<ImportBundle> {
  const json = await openJsonFile(path, file, collector);
  for (const [name, { line }] of json.members)
    if (!jsonNames.includes(name))
      collector.note(
        wholeFile(file),
        [name],
        `This name has no meaning here.${hintAt(name, jsonNames)}`,
        line,
      );
  const placeOf = (span: JsonSpan, ...base: PropertyKey[]): ImportLocation => ({
    file,
    lineOf: (field) => json.lineOf(span, [...base, ...field]),
  });
  const piece = (name: string): BundlePart | null => {
    const span = json.members.get(name);
    const value = span ? json.read(span) : null;
    return span && value !== null ? { value, place: placeOf(span) } : null;
  };
  const itemsOf = (name: string) => json.members.get(name)?.items ?? [];
  const pictures = itemsOf("pictures").map((span) => withoutData(json.read(span)));
  const pictureSpans = spansByName(pictures, itemsOf("pictures"));
  const documents = itemsOf("documents").map((span) => withoutData(json.read(span)));
  const documentSpans = spansByName(documents, itemsOf("documents"));
  const bytesAt = (span: JsonSpan | undefined) => {
    const item = span && json.read(span);
    return Buffer.from(isRecord(item) ? String(item.data ?? "") : "", "base64");
  };
  const rowsOf = (list: string): ReadRecords | null => {
    const items = json.members.get(list)?.items;
    return items
      ? function* () {
          for (const span of items) yield { value: json.read(span), place: placeOf(span) };
        }
      : null;
  };
  const documentList = json.members.get("documents");
  const pictureList = json.members.get("pictures");
  return {
    settings: piece("settings"),
    categories: piece("categories"),
    redirects: piece("redirects"),
    documents: documentList?.items
      ? { value: documents.filter(isRecord), place: placeOf(documentList) }
      : piece("documents"),
    records: recordListsIn(rowsOf),
    trash: rowsOf(trashList),
    versions: rowsOf(versionList),
    pictures: pictureList?.items
      ? { value: pictures.filter(isRecord), place: placeOf(pictureList) }
      : piece("pictures"),
    pictureNames: [...pictureSpans.keys()],
    readPicture: async (name) => bytesAt(pictureSpans.get(name)),
    documentNames: [...documentSpans.keys()],
    readDocument: async (name) => bytesAt(documentSpans.get(name)),
    entries: kinds.flatMap((kind) => {
      const list = json.members.get(kind.plural);
      if (list && !list.items && json.read(list) !== null)
        collector.note(wholeFile(file), [kind.plural], "Write a list here", list.line);
      return (list?.items ?? []).map((span) => entryAt(kind, json, span, placeOf));
    }),
  };
}

function entryAt(
  kind: Kind,
  json: JsonFile,
  span: JsonSpan,
  placeOf: (span: JsonSpan, ...base: PropertyKey[]) => ImportLocation,
): BundleEntry {
  return {
    kind,
    read: (collector) => readItem(json.read(span), placeOf(span), collector),
  };
}

/** Where each file stands, by its name. */
function spansByName(items: readonly unknown[], spans: readonly JsonSpan[]): Map<string, JsonSpan> {
  return new Map(
    spans.flatMap((span, at) => {
      const item = items[at];
      return isRecord(item) ? [[String(item.file), span] as const] : [];
    }),
  );
}

function withoutData(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { data: _, ...rest } = item;
  return rest;
}
