import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { type AcceptedFile, refuseFile } from "#app/files/upload/accepted-file.ts";
import { documentName } from "../library/file-address.ts";

export const mostDocumentBytes = 10_000_000;

/**
 * Looks through a PDF that is to be kept as it is. Throws a DomainError in words for what is none, broken, locked, or carries
 * programs or other files. It is only ever given as a download, so what hides better than this can run nowhere on our pages.
 */
export async function acceptDocument(bytes: Uint8Array): Promise<AcceptedFile> {
  if (bytes.byteLength > mostDocumentBytes)
    throw refuseFile("This file is too large: at most 10 MB can be taken.");
  // One character for each byte.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  checkFrame(text);
  if ((await findName(text, locks)) !== null)
    throw refuseFile("This PDF is locked, so it can't be looked through; save it without a password.");
  const objects = [text, ...(await readPackedObjects(text))];
  for (const one of objects) {
    const name = await findName(one, guarded);
    if (name !== null) throw refuseFile(`${forbidden.get(name)} Print it to a new PDF and take that.`);
  }
  return {
    type: "application/pdf",
    width: 0,
    height: 0,
    placeholder: "",
    pages: countPages(objects),
    files: [{ name: documentName, bytes }],
  };
}

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
}

const forbidden = new Map([
  ["JavaScript", "This PDF carries a program (JavaScript)."],
  ["Launch", "This PDF starts other programs."],
  ["Rendition", "This PDF plays films or programs."],
  ["SubmitForm", "This PDF sends what is typed into it to others."],
  ["ImportData", "This PDF reads other files."],
  ["GoToE", "This PDF has other files inside."],
  ["EmbeddedFile", "This PDF has other files inside."],
  ["EmbeddedFiles", "This PDF has other files inside."],
  ["EF", "This PDF has other files inside."],
  ["RichMedia", "This PDF plays films or programs."],
  ["XFA", "This PDF is a form that only some programs can show."],
]);

const locks = namePattern("Encrypt");
const guarded = namePattern(...forbidden.keys());

/** Begins as a PDF, not somewhere behind other bytes, and ends as one, so that it is nothing else at the same time. */
function checkFrame(text: string): void {
  if (!/^%PDF-[12]\.\d/.test(text)) throw refuseFile("This file is not a PDF we know.");
  const end = text.lastIndexOf("%%EOF");
  if (end === -1 || !text.includes("startxref"))
    throw refuseFile("This PDF is broken or incomplete; export it again.");
  if (/[^\s\0]/.test(text.slice(end + 5)))
    throw refuseFile("This PDF has something behind its end. Print it to a new PDF and take that.");
}

/** Of all packed lists together, packed and unpacked. */
const mostBytes = 20_000_000;
/** Between the name of a page tree and its ends. */
const nearby = 4_000;
/** Of the page trees of one document. */
const mostNodes = 500;
/** Of the dictionary before a stream; those of real programs have a few hundred bytes. */
const longestDictionary = 100_000;

/** Between pieces of a text of this length the event loop has its turn. */
const pieceLength = 200_000;
/** Longer than any name or word that is looked for: each piece is read with so much of what is beside it. */
const beside = 100;
/** Packed lists of one document. */
const mostLists = 5_000;

/** Names of PDF, also with some of their letters written as numbers (ISO 32000-1, 7.3.5). */
function namePattern(...words: string[]): RegExp {
  const hex = (character: string) => character.charCodeAt(0).toString(16);
  const spellings = words.map((word) =>
    [...word]
      .map((character) => {
        const digits = hex(character).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
        return `(?:${character}|#${digits})`;
      })
      .join(""),
  );
  return new RegExp(`/(?:${spellings.join("|")})(?=[\\s\\0()<>[\\]{}/%]|$)`);
}

/** The first of the names in a text, as it is spelt without numbers; null when none is there. */
async function findName(text: string, names: RegExp): Promise<string | null> {
  for await (const { found } of findAll(text, names)) return found.slice(1).replace(/#(..)/g, readNumber);
  return null;
}

function readNumber(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/** All that a pattern finds, with its place in the whole text. */
async function* findAll(text: string, pattern: RegExp): AsyncGenerator<{ found: string; index: number }> {
  const all = new RegExp(pattern, "g");
  for (let from = 0; from < text.length; from += pieceLength) {
    const start = Math.max(0, from - beside);
    const end = from + pieceLength;
    for (const found of text.slice(start, end + beside).matchAll(all)) {
      const index = start + found.index;
      if (index >= from && index < end)
        yield {
          found: found[0],
          index,
        };
    }
    await nextTurn();
  }
}

/** The text of all packed lists of objects ("object streams") of a PDF. Throws a DomainError for what can't be looked into. */
async function readPackedObjects(text: string): Promise<string[]> {
  const unpacked: string[] = [];
  let [packedSize, size] = [0, 0];
  for await (const { dictionary, start } of findLists(text)) {
    if (unpacked.length === mostLists) throw cannotLook();
    const end = text.indexOf("endstream", start);
    if (end === -1) throw cannotLook();
    packedSize += end - start;
    if (packedSize > mostBytes) throw cannotLook();
    const packed = Buffer.from(text.slice(start, end), "latin1");
    const bytes = await unpack(dictionary, packed, mostBytes - size);
    size += bytes.byteLength;
    unpacked.push(bytes.toString("latin1"));
  }
  return unpacked;
}

/** Every node of the page tree counts the pages below it: the root's is the largest. Null when no node says it. */
function countPages(objects: readonly string[]): number | null {
  let [most, nodes]: [number | null, number] = [null, 0];
  for (const text of objects)
    for (const { index } of text.matchAll(/\/Type\s{0,9}\/Pages\b/g)) {
      nodes += 1;
      if (nodes > mostNodes) return most;
      const [, count] = /\/Count\s{1,9}(\d{1,5})\b/.exec(dictionaryAround(text, index)) ?? [];
      if (count !== undefined) most = Math.max(most ?? 0, Number(count));
    }
  return most;
}

interface Stream {
  /** What stands between the beginning of its object and its own. */
  dictionary: string;
  start: number;
}

/**
 * Every place where a reader may take a list of objects to begin, inside of other streams too: what is no stream for one
 * program is one for another. A list is known by its type, or by the place of its first object, which each has to name
 * (ISO 32000-1, 7.5.7): some programs ask for no type.
 */
async function* findLists(text: string): AsyncGenerator<Stream> {
  let [object, read] = [0, 0];
  for await (const { found, index } of findAll(text, /\bobj\b|(?<!end)stream(?:[ \t]{0,9}\r?\n|\r)?/)) {
    if (found === "obj") {
      object = index + 3;
      continue;
    }
    const length = index - object;
    read += length;
    if (length > longestDictionary || read > mostBytes) throw cannotLook();
    const dictionary = text.slice(object, index);
    if (listNames.test(dictionary))
      yield {
        dictionary,
        start: index + found.length,
      };
  }
}

const listNames = namePattern("ObjStm", "First");

/** Packed in the way that all programs use, or not at all; other ways would only hide what is inside. */
async function unpack(dictionary: string, packed: Buffer, most: number): Promise<Buffer> {
  if (!/\/F(ilter)?(?!\w)/.test(dictionary) && !dictionary.includes("#")) return packed;
  const isPlain = /\/Filter\s{0,9}(\[\s{0,9})?\/FlateDecode(?![\w#])(\s{0,9}\])?(?!\s{0,9}\/\w+Decode)/.test(
    dictionary,
  );
  if (!isPlain || /\/DecodeParms/.test(dictionary) || dictionary.includes("#")) throw cannotLook();
  try {
    return await promisify(inflate)(packed, { maxOutputLength: Math.max(1, most) });
  } catch {
    throw cannotLook();
  }
}

function cannotLook() {
  return refuseFile("This PDF is packed in a way we can't look into. Print it to a new PDF and take that.");
}

/** The innermost dictionary around a place, or the near end of what is there. */
function dictionaryAround(text: string, index: number): string {
  let [start, end] = [index, index];
  for (let depth = 0; start > 0 && index - start < nearby; start -= 1) {
    if (text.startsWith(">>", start)) depth += 1;
    else if (text.startsWith("<<", start) && --depth < 0) break;
  }
  for (let depth = 0; end < text.length && end - index < nearby; end += 1) {
    if (text.startsWith("<<", end)) depth += 1;
    else if (text.startsWith(">>", end) && --depth < 0) break;
  }
  return text.slice(start, end);
}
