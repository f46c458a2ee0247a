import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { applyImport, type ImportSummary } from "./apply/apply-import.ts";
import type { BundleEntry, BundlePart, FrontMatterDocument, ImportBundle } from "./bundle/bundle.ts";
import { isRecord } from "./bundle/format-issues.ts";
import { textField } from "./bundle/front-matter.ts";
import type { ImportContext, Plan, SiteContents } from "./bundle/plan.ts";
import {
  hintAt,
  type ImportLocation,
  openProblemCollector,
  type ProblemCollector,
  wholeFile,
} from "./bundle/problems.ts";
import { planBundle } from "./import-folder.ts";

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
export function planJson(
  db: Database,
  path: string,
  options: Pick<ImportContext, "replace">,
): Promise<{ plan: Plan; site: SiteContents }> {
  const collector = openProblemCollector();
  return planBundle(db, readJson(path, basename(path), collector), collector, options);
}

/** Reads everything from one JSON file; see docs/import.md. */
function readJson(path: string, file: string, collector: ProblemCollector): ImportBundle {
  const text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
  const content = parse(text, file, collector);
  const placeOf = (...base: PropertyKey[]): ImportLocation => ({
    file,
    lineOf: (field) => lineOfJson(text, [...base, ...field]),
  });
  const known = [
    "settings",
    "categories",
    "pictures",
    "documents",
    "redirects",
    ...kinds.map(({ plural }) => plural),
  ];
  for (const name of Object.keys(content).filter((one) => !known.includes(one)))
    collector.note(placeOf(), [name], `This name has no meaning here.${hintAt(name, known)}`);
  const piece = (name: string): BundlePart | null =>
    content[name] == null ? null : { value: content[name], place: placeOf(name) };
  const pictures = recordsIn(content.pictures);
  const pictureData = dataByName(pictures);
  const documentData = dataByName(recordsIn(content.documents));
  return {
    settings: piece("settings"),
    categories: piece("categories"),
    redirects: piece("redirects"),
    pictures:
      content.pictures == null ? null : { value: pictures.map(withoutData), place: placeOf("pictures") },
    pictureNames: [...pictureData.keys()],
    readPicture: async (name) => Buffer.from(pictureData.get(name) ?? "", "base64"),
    documentNames: [...documentData.keys()],
    readDocument: async (name) => Buffer.from(documentData.get(name) ?? "", "base64"),
    entries: kinds.flatMap((kind) => readEntries(kind, content[kind.plural], placeOf, collector)),
  };
}

function parse(text: string, file: string, collector: ProblemCollector): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text);
    if (isRecord(content)) return content;
    collector.note(wholeFile(file), [], "Write everything into one object: { … }");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    collector.note(
      wholeFile(file),
      [],
      `This is not proper JSON: ${message.split("\n")[0]}`,
      lineAt(text, offsetOf(message, text)),
    );
  }
  return {};
}

/** Where reading stopped: the message says it, or quotes ten characters from before it, or the text just ends. */
function offsetOf(message: string, text: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const [, cut, quoted = ""] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  return quoted === "" ? text.length : text.indexOf(quoted) + (cut ? 10 : 0);
}

type PlaceOf = (...base: PropertyKey[]) => ImportLocation;

function readEntries(
  kind: Kind,
  list: unknown,
  placeOf: PlaceOf,
  collector: ProblemCollector,
): BundleEntry[] {
  if (list == null) return [];
  if (!Array.isArray(list)) {
    collector.note(placeOf(), [kind.plural], "Write a list here");
    return [];
  }
  return list.map((item: unknown, at) => {
    const { draft, ...fields } = isRecord(item) ? item : { draft: null };
    return {
      kind,
      sheet: readSheet(isRecord(item) ? fields : item, placeOf(kind.plural, at), collector),
      draft: draft == null ? null : readSheet(draft, placeOf(kind.plural, at, "draft"), collector),
    };
  });
}

/** The text stands among the fields here; its lines have none of their own in the file. */
function readSheet(item: unknown, place: ImportLocation, collector: ProblemCollector): FrontMatterDocument {
  const { [textField]: text, ...fields } = isRecord(item) ? item : {};
  if (text != null && typeof text !== "string")
    collector.note(place, [textField], "Write Markdown as text here");
  return {
    fields: { value: isRecord(item) ? fields : item, place },
    text: typeof text === "string" ? text : "",
    textLine: () => place.lineOf([textField]),
  };
}

function recordsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Base64 of each file by its name. */
function dataByName(files: Record<string, unknown>[]): Map<string, string> {
  return new Map(files.map(({ file, data }) => [String(file), String(data ?? "")]));
}

function withoutData({ data: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** The line on which a value of a JSON text stands, or the nearest one around it that is there. The text must be proper JSON. */
function lineOfJson(text: string, path: readonly PropertyKey[]): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const next = text[at] === "{" ? findMember(text, at, String(step)) : findItem(text, at, Number(step));
    if (next === null) break;
    at = next;
  }
  return lineAt(text, at);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function findMember(text: string, open: number, name: string): number | null {
  for (let at = skipSpace(text, open + 1); text[at] === '"'; ) {
    const end = endOfString(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === name) return value;
    at = nextPart(text, value);
  }
  return null;
}

function findItem(text: string, open: number, index: number): number | null {
  if (text[open] !== "[") return null;
  let at = skipSpace(text, open + 1);
  for (let passed = 0; text[at] !== "]" && at < text.length; passed += 1) {
    if (passed === index) return at;
    at = nextPart(text, at);
  }
  return null;
}

/** Behind a value and its comma. */
function nextPart(text: string, value: number): number {
  const end = skipSpace(text, endOfValue(text, value));
  return text[end] === "," ? skipSpace(text, end + 1) : end;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && depth === 0) return at;
    if (depth < 0) return at;
    if (depth === 0 && sign !== undefined && '"}]'.includes(sign)) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}
