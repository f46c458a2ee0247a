import { readFileSync } from "node:fs";
import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import { isRecord } from "./explain.ts";
import { lineAt, lineOfJson } from "./json-lines.ts";
import { hintAt } from "./nearest.ts";
import type { Parcel, ParcelEntry, Piece, Sheet } from "./parcel.ts";
import { type Notebook, type Place, wholeFile } from "./problem.ts";
import { textField } from "./sheet-data.ts";

/** Reads everything from one JSON file; see docs/import.md. */
export function readJson(path: string, file: string, notebook: Notebook): Parcel {
  const text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
  const content = parse(text, file, notebook);
  const placeOf = (...base: PropertyKey[]): Place => ({
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
    notebook.note(placeOf(), [name], `This name has no meaning here.${hintAt(name, known)}`);
  const piece = (name: string): Piece | null =>
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
    entries: kinds.flatMap((kind) => readEntries(kind, content[kind.plural], placeOf, notebook)),
  };
}

function parse(text: string, file: string, notebook: Notebook): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text);
    if (isRecord(content)) return content;
    notebook.note(wholeFile(file), [], "Write everything into one object: { … }");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notebook.note(
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

type PlaceOf = (...base: PropertyKey[]) => Place;

function readEntries(kind: Kind, list: unknown, placeOf: PlaceOf, notebook: Notebook): ParcelEntry[] {
  if (list == null) return [];
  if (!Array.isArray(list)) {
    notebook.note(placeOf(), [kind.plural], "Write a list here");
    return [];
  }
  return list.map((item: unknown, at) => {
    const { draft, ...fields } = isRecord(item) ? item : { draft: null };
    return {
      kind,
      sheet: readSheet(isRecord(item) ? fields : item, placeOf(kind.plural, at), notebook),
      draft: draft == null ? null : readSheet(draft, placeOf(kind.plural, at, "draft"), notebook),
    };
  });
}

/** The text stands among the fields here; its lines have none of their own in the file. */
function readSheet(item: unknown, place: Place, notebook: Notebook): Sheet {
  const { [textField]: text, ...fields } = isRecord(item) ? item : {};
  if (text != null && typeof text !== "string")
    notebook.note(place, [textField], "Write Markdown as text here");
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
