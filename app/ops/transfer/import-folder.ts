import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Kind } from "#app/domain/content/kind.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import type { Database } from "#app/platform/database/database.ts";
import { applyImport, type ImportSummary } from "./apply/apply-import.ts";
import { checkAddresses, makePlan } from "./apply/make-plan.ts";
import type {
  BundleEntry,
  BundlePart,
  FrontMatterDocument,
  ImportBundle,
  ReadRecords,
} from "./bundle/bundle.ts";
import { changedMeanwhile, changeMarkOf, readJsonLines } from "./bundle/json-file.ts";
import {
  type ImportContext,
  type Plan,
  planAuthors,
  readSiteContents,
  type SiteContents,
} from "./bundle/plan.ts";
import {
  hintAt,
  type ImportLocation,
  isRecord,
  NotImportable,
  openProblemCollector,
  type ProblemCollector,
  wholeFile,
} from "./bundle/problems.ts";
import type { OwnLedger } from "./ledger/own-ledger.ts";
import { recordTables } from "./records/record-tables.ts";
import { checkRecords, recordListsIn } from "./records/records.ts";
import { trashList } from "./records/trash.ts";
import { versionList } from "./records/versions.ts";

/** Imports a folder, see docs/import.md. Throws NotImportable with all problems, without any changes. */
export async function importFolder(
  db: Database,
  store: FileStore,
  folder: string,
  options: ImportContext,
): Promise<ImportSummary> {
  const { plan, site } = await planFolder(db, folder, options);
  return applyImport(db, store, plan, site, options);
}

export interface BundleOptions extends Pick<ImportContext, "replace"> {
  /** Compares the plan with the export. */
  ledger?: OwnLedger;
}

/** Reads and checks a folder without any changes. */
export function planFolder(
  db: Database,
  folder: string,
  options: BundleOptions,
): Promise<{ plan: Plan; site: SiteContents }> {
  const collector = openProblemCollector();
  return planBundle(db, readFolder(folder, collector), collector, options);
}

/** Checks an import against its own names and the content of the site. */
export async function planBundle(
  db: Database,
  bundle: ImportBundle,
  collector: ProblemCollector,
  { replace = false, ledger }: BundleOptions,
): Promise<{ plan: Plan; site: SiteContents }> {
  const site = await readSiteContents(db);
  const { names, ...read } = await makePlan(bundle, site, collector, ledger ?? null);
  const records =
    bundle.records.length > 0
      ? await checkRecords(db, bundle.records, { replace }, { names, collector })
      : null;
  const plan = { ...read, records, entries: planAuthors(read.entries, site) };
  checkAddresses(plan.entries, site, { replace }, collector);
  if (bundle.settings && site.hasSettings && !replace)
    collector.noteClash(bundle.settings.place, [], "The site already has settings", null);
  if (collector.problems.length > 0) throw new NotImportable(collector.problems);
  ledger?.finish(bundle, read);
  return { plan, site };
}

const lists = ["settings", "categories", "pictures", "documents", "redirects"] as const;

/** Reads a folder of Markdown, YAML and pictures; see docs/import.md. */
function readFolder(folder: string, collector: ProblemCollector): ImportBundle {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(isMeant);
  checkNames(inside, collector);
  const read = (name: (typeof lists)[number]) => readList(folder, `${name}.yaml`, collector);
  const linesOf = (list: string): ReadRecords | null => {
    const file = `${list}.jsonl`;
    return existsSync(join(folder, file)) ? (noted) => readJsonLines(join(folder, file), file, noted) : null;
  };
  const pictureNames = namesIn(join(folder, "pictures"));
  return {
    settings: read("settings"),
    categories: read("categories"),
    pictures: read("pictures"),
    redirects: read("redirects"),
    documents: read("documents"),
    records: recordListsIn(linesOf),
    trash: linesOf(trashList),
    versions: linesOf(versionList),
    entries: kinds.flatMap((kind) => readEntries(folder, kind, collector)),
    pictureNames,
    readPicture: (name) => readFile(join(folder, "pictures", name)),
    documentNames: namesIn(join(folder, "documents")),
    readDocument: (name) => readFile(join(folder, "documents", name)),
  };
}

/** The text of a file with normalized line breaks. Notes a file that is not UTF-8 text, and then returns null. */
function readBundleText(folder: string, file: string, collector: ProblemCollector): string | null {
  try {
    const bytes = readFileSync(join(folder, file));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    collector.note(
      wholeFile(file),
      [],
      isEncoding ? "Save this file as UTF-8 text" : `This can't be read: ${error}`,
    );
    return null;
  }
}

function readList(folder: string, file: string, collector: ProblemCollector): BundlePart | null {
  if (!statSync(join(folder, file), { throwIfNoEntry: false })) return null;
  const text = readBundleText(folder, file, collector);
  const piece = text === null ? null : readYaml(text, file, collector);
  return piece?.value === null ? null : piece;
}

function readEntries(folder: string, kind: Kind, collector: ProblemCollector): BundleEntry[] {
  const names = namesIn(join(folder, kind.plural));
  const there = new Set(names);
  for (const name of names) {
    const file = wholeFile(`${kind.plural}/${name}`);
    if (!name.endsWith(".md")) collector.note(file, [], "Only files that end in .md belong here");
    else if (name.endsWith(draftEnd) && !there.has(name.replace(draftEnd, ".md")))
      collector.note(file, [], `Belongs to ${name.replace(draftEnd, ".md")}, which is missing`);
  }
  const whole = names.filter((name) => name.endsWith(".md") && !name.endsWith(draftEnd));
  return whole.map((name) => {
    const draftName = name.replace(/\.md$/, draftEnd);
    return {
      kind,
      read: openSheets(
        folder,
        `${kind.plural}/${name}`,
        there.has(draftName) ? `${kind.plural}/${draftName}` : null,
      ),
    };
  });
}

/** Reads the files of an entry on every call. Throws NotImportable if a file has changed since the first call. */
function openSheets(folder: string, file: string, draftFile: string | null): BundleEntry["read"] {
  const marks = new Map<string, string>();
  const sheetOf = (one: string, collector: ProblemCollector) => {
    const mark = changeMarkOf(statSync(join(folder, one)));
    if (mark !== (marks.get(one) ?? mark)) throw changedMeanwhile(one);
    marks.set(one, mark);
    const text = readBundleText(folder, one, collector);
    return text === null ? null : readSheet(text, one, collector);
  };
  return (collector) => {
    const sheet = sheetOf(file, collector);
    const draft = draftFile === null ? null : sheetOf(draftFile, collector);
    return sheet === null ? null : { written: writtenOf(sheet, draft), sheet, draft };
  };
}

function writtenOf(sheet: FrontMatterDocument, draft: FrontMatterDocument | null): unknown {
  const whole = ({ fields, text }: FrontMatterDocument) =>
    isRecord(fields.value) ? { ...fields.value, body: text } : fields.value;
  const fields = whole(sheet);
  return draft && isRecord(fields) ? { ...fields, draft: whole(draft) } : fields;
}

const draftEnd = ".draft.md";

function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => isMeant(one) && !one.isDirectory())
    .map((one) => one.name)
    .sort();
}

/** Whether a file is content: not hidden, and no readme or license. */
function isMeant({ name }: Dirent): boolean {
  return !name.startsWith(".") && !/^(readme|license)\b/i.test(name);
}

/** Names of valid files and folders of an import folder. */
function knownNames() {
  const rows = [...recordTables.map(({ list }) => list), trashList, versionList];
  return {
    folders: ["pictures", "documents", ...kinds.map((kind) => kind.plural)] as string[],
    files: [...lists.map((name) => `${name}.yaml`), ...rows.map((list) => `${list}.jsonl`)],
  };
}

/** The sorted .xml files of a folder, as parts of one WordPress export; null without any, or for an export of Frontdesk. */
export function listXmlParts(folder: string): [string, ...string[]] | null {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(isMeant);
  const { folders, files } = knownNames();
  if (inside.some((one) => (one.isDirectory() ? folders : files).includes(one.name))) return null;
  const names = inside.filter((one) => !one.isDirectory() && /\.xml$/i.test(one.name));
  const [first, ...further] = names.map(({ name }) => join(folder, name)).sort();
  return first === undefined ? null : [first, ...further];
}

function checkNames(inside: Dirent[], collector: ProblemCollector): void {
  const { folders, files } = knownNames();
  for (const one of inside) {
    const known = one.isDirectory() ? folders : files;
    if (known.includes(one.name)) continue;
    const what = one.isDirectory() ? "folder" : "file";
    collector.note(wholeFile(one.name), [], `Unknown ${what}.${hintAt(one.name, known)}`);
  }
  if (inside.length === 0) collector.note(wholeFile("."), [], "This folder is empty");
}

const fence = /^---[ \t]*$/;

/** Splits a Markdown file into front matter and text. Notes missing front matter, and then returns null. */
function readSheet(content: string, file: string, collector: ProblemCollector): FrontMatterDocument | null {
  const lines = content.replace(/^\ufeff/, "").split("\n");
  const end = fence.test(lines[0] ?? "") ? lines.findIndex((line, at) => at > 0 && fence.test(line)) : -1;
  if (end === -1) {
    collector.note(
      wholeFile(file),
      [],
      "The file begins with a line --- , the fields, and a second line ---",
      1,
    );
    return null;
  }
  const fields = readYaml(lines.slice(1, end).join("\n"), file, collector, 2);
  // Skips the blank line after the fields.
  const start = lines[end + 1] === "" ? end + 2 : end + 1;
  const text = lines.slice(start).join("\n");
  return fields === null ? null : { fields, text, textLine: (line) => start + line };
}

/** Parses YAML with the line of each value; null if invalid. `firstLine` is the first line of the YAML in its file. */
function readYaml(text: string, file: string, collector: ProblemCollector, firstLine = 1): BundlePart | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "silent" });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  for (const { message, pos } of [...document.errors, ...document.warnings])
    collector.note({ file, lineOf: () => lineAt(pos[0]) }, [], `This is not valid YAML: ${message}`);
  if (document.errors.length > 0) return null;
  const place: ImportLocation = {
    file,
    lineOf: (path) => {
      const offset = offsetOf(document, path);
      return offset === null ? firstLine : lineAt(offset);
    },
  };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), place };
  } catch {
    collector.note(place, [], "This YAML has too many aliases");
    return null;
  }
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
