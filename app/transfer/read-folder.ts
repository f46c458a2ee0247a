import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import { hintAt } from "./nearest.ts";
import type { Parcel, ParcelEntry, Piece } from "./parcel.ts";
import { type Notebook, wholeFile } from "./problem.ts";
import { readSheet } from "./read-sheet.ts";
import { readYaml } from "./yaml-piece.ts";

const lists = ["settings", "categories", "pictures", "redirects"] as const;

/** Reads a folder of Markdown, YAML and pictures; see docs/import.md. */
export function readFolder(folder: string, notebook: Notebook): Parcel {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(isMeant);
  checkNames(inside, notebook);
  const read = (name: (typeof lists)[number]) => readList(folder, `${name}.yaml`, notebook);
  const pictureNames = namesIn(join(folder, "pictures"));
  return {
    settings: read("settings"),
    categories: read("categories"),
    pictures: read("pictures"),
    redirects: read("redirects"),
    entries: kinds.flatMap((kind) => readEntries(folder, kind, notebook)),
    pictureNames,
    readPicture: (name) => readFile(join(folder, "pictures", name)),
    documentNames: namesIn(join(folder, "documents")),
    readDocument: (name) => readFile(join(folder, "documents", name)),
  };
}

/** The text of a file, its line ends made one; null and noted when it is none. */
export function readText(folder: string, file: string, notebook: Notebook): string | null {
  try {
    const bytes = readFileSync(join(folder, file));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    notebook.note(
      wholeFile(file),
      [],
      isEncoding ? "Save this file as UTF-8 text" : `Can't be read: ${error}`,
    );
    return null;
  }
}

function readList(folder: string, file: string, notebook: Notebook): Piece | null {
  if (!statSync(join(folder, file), { throwIfNoEntry: false })) return null;
  const text = readText(folder, file, notebook);
  const piece = text === null ? null : readYaml(text, file, notebook);
  return piece?.value === null ? null : piece;
}

function readEntries(folder: string, kind: Kind, notebook: Notebook): ParcelEntry[] {
  const names = namesIn(join(folder, kind.plural));
  const sheetOf = (name: string) => {
    const file = `${kind.plural}/${name}`;
    const text = readText(folder, file, notebook);
    return text === null ? null : readSheet(text, file, notebook);
  };
  for (const name of names) {
    const file = wholeFile(`${kind.plural}/${name}`);
    if (!name.endsWith(".md")) notebook.note(file, [], "Only files that end in .md belong here");
    else if (name.endsWith(draftEnd) && !names.includes(name.replace(draftEnd, ".md")))
      notebook.note(file, [], `Goes with ${name.replace(draftEnd, ".md")}, which is not there`);
  }
  const whole = names.filter((name) => name.endsWith(".md") && !name.endsWith(draftEnd));
  return whole.flatMap((name) => {
    const draftName = name.replace(/\.md$/, draftEnd);
    const sheet = sheetOf(name);
    const draft = names.includes(draftName) ? sheetOf(draftName) : null;
    return sheet === null ? [] : [{ kind, sheet, draft }];
  });
}

export const draftEnd = ".draft.md";

function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => isMeant(one) && !one.isDirectory())
    .map((one) => one.name)
    .sort();
}

/** Hidden files and notes to readers are no content. */
function isMeant({ name }: Dirent): boolean {
  return !name.startsWith(".") && !/^(readme|license)\b/i.test(name);
}

function checkNames(inside: Dirent[], notebook: Notebook): void {
  const folders = ["pictures", "documents", ...kinds.map((kind) => kind.plural)];
  const files = lists.map((name) => `${name}.yaml`);
  for (const one of inside) {
    const known: string[] = one.isDirectory() ? folders : files;
    if (known.includes(one.name)) continue;
    const what = one.isDirectory() ? "folder" : "file";
    notebook.note(
      wholeFile(one.name),
      [],
      `A ${what} of this name has no meaning here.${hintAt(one.name, known)}`,
    );
  }
  if (inside.length === 0) notebook.note(wholeFile("."), [], "There is nothing in this folder");
}
