import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Kind } from "#app/domain/content/kind.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
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
import { type BundleOptions, listXmlParts, planBundle, planFolder } from "./import-folder.ts";
import { openOwnLedger } from "./ledger/own-ledger.ts";
import { recordTables } from "./records/record-tables.ts";
import { recordListsIn } from "./records/records.ts";
import { trashList } from "./records/trash.ts";
import { versionList } from "./records/versions.ts";
import { type OldSiteImport, planOldSiteImport, writeReportFile } from "./wordpress/import-wordpress.ts";
import { readWxr } from "./wordpress/read-parts.ts";
import type { WxrSite } from "./wordpress/read-wxr.ts";
import { countUnexplained, type MoveReport, openReport, writeReport } from "./wordpress/report.ts";

export interface AnyImport extends OldSiteImport {
  /** Folder for reports that cannot be written next to the export. */
  reportFolder: string;
  /** File whose path determines the path of the report; by default the first file of the export. */
  reportFor?: string | undefined;
  /** Whether to continue despite unexplained differences. */
  acceptLosses?: boolean;
}

/** A checked import with its report. */
export interface AnyPlan {
  plan: Plan;
  site: SiteContents;
  /** Lists all content that the import changes or loses. */
  report: MoveReport;
  /** Whether it is an export of Frontdesk. */
  isOwn: boolean;
  /** Number of unexplained differences between the export and the planned content. */
  unexplained: number;
}

/** One file or folder, or all files of a WordPress export. */
export type ImportSource = string | readonly [string, ...string[]];

/**
 * Imports a folder, a JSON file, or an export of WordPress or Ghost, and returns a description of the
 * result. Throws a PlainError with the report if there are unexplained differences and they are not accepted.
 */
export async function importAny(
  db: Database,
  store: FileStore,
  source: ImportSource,
  options: AnyImport,
): Promise<string> {
  const path = withPartsOfFolder(source);
  const { plan, site, report, isOwn, unexplained } = await planAny(db, path, options);
  const storeReport = (text: string) =>
    writeReportFile(
      options.reportFor ?? (typeof path === "string" ? path : path[0]),
      text,
      options.reportFolder,
    );
  if (unexplained > 0 && !options.acceptLosses) {
    const { text } = writeReport(report);
    const file = storeReport(text);
    throw new PlainError(
      `${text}\nNothing was imported. Read the first lines (also in ${file}), then repeat the command with --accept-losses.`,
    );
  }
  const summary = `Imported ${summarizeImport(await applyImport(db, store, plan, site, options))}.\n`;
  if (isOwn && report.lines.length === 0) return summary;
  const { text, count } = writeReport(report);
  const file = storeReport(text);
  return `${summary}\nWhat was left out or changed (${count} lines, also in ${file}):\n${text}`;
}

/** Describes the result of an import without any changes. Throws NotImportable with all problems. */
export async function tryImport(
  db: Database,
  path: ImportSource,
  options: Omit<AnyImport, "reportFolder" | "acceptLosses">,
): Promise<string> {
  const { plan, report, isOwn } = await planAny(db, path, options);
  const summary = `${summarizePlan(plan)} could be imported. Nothing was changed.\n`;
  return isOwn && report.lines.length === 0 ? summary : `${summary}\n${writeReport(report).text}`;
}

/** Reads and checks an import without any changes. Throws NotImportable with all problems. */
export async function planAny(
  db: Database,
  source: ImportSource,
  options: Pick<ImportContext, "replace" | "now"> & Pick<OldSiteImport, "uploads">,
): Promise<AnyPlan> {
  const found = withPartsOfFolder(source);
  const paths = typeof found === "string" ? ([found] as const) : found;
  const [path] = paths;
  const other = paths.find((one) => !/\.xml$/i.test(one));
  if (other === undefined) return planOldSite(db, await readWxr(paths), options);
  if (paths.length > 1)
    throw refuse(
      other,
      "Only .xml files of one WordPress export can be imported together; import this file separately",
    );
  if (/\.json$/i.test(path) && (await isGhost(path))) return planOldSite(db, readGhost(path), options);
  const report = openReport();
  const ledger = openOwnLedger(report);
  const planned = await planFiles(db, path, { replace: options.replace ?? false, ledger });
  return withUnexplained({ ...planned, report, isOwn: true });
}

/** Replaces a folder of WordPress files by the list of files. */
function withPartsOfFolder(source: ImportSource): ImportSource {
  const isFolder = typeof source === "string" && statSync(source).isDirectory();
  return isFolder ? (listXmlParts(source) ?? source) : source;
}

async function planOldSite(
  db: Database,
  site: WxrSite,
  options: Parameters<typeof planOldSiteImport>[2],
): Promise<AnyPlan> {
  return withUnexplained({ ...(await planOldSiteImport(db, site, options)), isOwn: false });
}

function withUnexplained(planned: Omit<AnyPlan, "unexplained">): AnyPlan {
  return { ...planned, unexplained: countUnexplained(planned.report) };
}

/** Whether a JSON file is an export of Ghost, by its beginning or its members. Throws NotImportable for an unknown format. */
async function isGhost(path: string): Promise<boolean> {
  if (isGhostExport(startOf(path))) return true;
  // The import reports the problems of the file later.
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

/** The first characters of a file, to detect its format. */
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

function planFiles(db: Database, path: string, options: BundleOptions) {
  if (statSync(path).isDirectory()) return planFolder(db, path, options);
  if (path.endsWith(".json")) return planJson(db, path, options);
  throw refuse(path, "This is neither a folder nor a .json or .xml file");
}

/** Imports one JSON file, see docs/import.md. Throws NotImportable with all problems, without any changes. */
export async function importJson(
  db: Database,
  store: FileStore,
  path: string,
  options: ImportContext,
): Promise<ImportSummary> {
  const { plan, site } = await planJson(db, path, options);
  return applyImport(db, store, plan, site, options);
}

/** Reads and checks the file without any changes. */
async function planJson(
  db: Database,
  path: string,
  options: BundleOptions,
): Promise<{ plan: Plan; site: SiteContents }> {
  const collector = openProblemCollector();
  return planBundle(db, await openJson(path, basename(path), collector), collector, options);
}

/** Member names of the object in a JSON file. */
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

/** Indexes one JSON file, see docs/import.md; large values are read when needed. */
async function openJson(path: string, file: string, collector: ProblemCollector): Promise<ImportBundle> {
  const json = await openJsonFile(path, file, collector);
  for (const [name, { line }] of json.members)
    if (!jsonNames.includes(name))
      collector.note(wholeFile(file), [name], `Unknown name.${hintAt(name, jsonNames)}`, line);
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

/** Positions of the files in the JSON by file name. */
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
