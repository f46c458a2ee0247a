import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { type AcceptedFile, refuseFile } from "#app/domain/files/upload/accepted-file.ts";
import { documentName } from "../library/file-address.ts";

export const maxDocumentBytes = 10_000_000;

/**
 * Checks a PDF that is stored unchanged. Throws a `DomainError` for other, broken or encrypted
 * files and for active content; since PDFs are only downloads, content that evades this check
 * cannot run on our pages.
 */
export async function acceptDocument(bytes: Uint8Array): Promise<AcceptedFile> {
  if (bytes.byteLength > maxDocumentBytes) throw refuseFile("This file is too large. The limit is 10 MB.");
  // One character per byte.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  checkStartAndEnd(text);
  if ((await findName(text, encryption)) !== null)
    throw refuseFile("This PDF is encrypted, so it can't be checked. Save it without a password.");
  const objects = [text, ...(await readObjectStreams(text))];
  for (const one of objects) {
    const name = await findName(one, forbiddenNames);
    if (name !== null) throw refuseFile(`${forbidden.get(name)} ${advice}`);
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

const advice = "Print it to a new PDF and upload that.";
const forbidden = new Map([
  ["JavaScript", "This PDF contains JavaScript."],
  ["Launch", "This PDF starts other programs."],
  ["Rendition", "This PDF contains video, audio or scripts."],
  ["SubmitForm", "This PDF sends form data to other servers."],
  ["ImportData", "This PDF reads other files."],
  ["GoToE", "This PDF contains other files."],
  ["EmbeddedFile", "This PDF contains other files."],
  ["EmbeddedFiles", "This PDF contains other files."],
  ["EF", "This PDF contains other files."],
  ["RichMedia", "This PDF contains video, audio or scripts."],
  ["XFA", "This PDF is an XFA form, which many programs can't show."],
]);

const encryption = namePattern("Encrypt");
const forbiddenNames = namePattern(...forbidden.keys());

/** Requires a PDF header and an end mark without data after it, so the file is not also valid in another format. */
function checkStartAndEnd(text: string): void {
  if (!/^%PDF-[12]\.\d/.test(text)) throw refuseFile("This file is not a valid PDF.");
  const end = text.lastIndexOf("%%EOF");
  if (end === -1 || !text.includes("startxref"))
    throw refuseFile("This PDF is broken or incomplete; export it again.");
  if (/[^\s\0]/.test(text.slice(end + 5))) throw refuseFile(`This PDF has data after its end. ${advice}`);
}

/** Total bytes of all object streams, compressed and decompressed. */
const maxStreamBytes = 20_000_000;
/** Maximum distance from a page tree's name to the ends of its dictionary. */
const maxDictionaryDistance = 4_000;
/** Maximum page tree nodes of a document. */
const maxPageTreeNodes = 500;
/** Maximum length of the dictionary before a stream; real ones have a few hundred bytes. */
const maxDictionaryLength = 100_000;

/** Length of text scanned between event loop turns. */
const chunkLength = 200_000;
/** Overlap of chunks, longer than any searched name. */
const overlap = 100;
/** Maximum object streams of a document. */
const maxObjectStreams = 5_000;

/** Matches PDF names, including letters in hex escapes (ISO 32000-1, 7.3.5). */
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

/** The first of the names in a text, unescaped; null without a match. */
async function findName(text: string, names: RegExp): Promise<string | null> {
  for await (const { found } of findAll(text, names)) return found.slice(1).replace(/#(..)/g, decodeHex);
  return null;
}

function decodeHex(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/** Yields all matches with their position in the whole text. */
async function* findAll(text: string, pattern: RegExp): AsyncGenerator<{ found: string; index: number }> {
  const all = new RegExp(pattern, "g");
  for (let from = 0; from < text.length; from += chunkLength) {
    const start = Math.max(0, from - overlap);
    const end = from + chunkLength;
    for (const found of text.slice(start, end + overlap).matchAll(all)) {
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

/** Reads all object streams of a PDF. Throws a `DomainError` for unsupported compression. */
async function readObjectStreams(text: string): Promise<string[]> {
  const unpacked: string[] = [];
  let [packedSize, size] = [0, 0];
  for await (const { dictionary, start } of findObjectStreams(text)) {
    if (unpacked.length === maxObjectStreams) throw unreadable();
    const end = text.indexOf("endstream", start);
    if (end === -1) throw unreadable();
    packedSize += end - start;
    if (packedSize > maxStreamBytes) throw unreadable();
    const packed = Buffer.from(text.slice(start, end), "latin1");
    const bytes = await decompress(dictionary, packed, maxStreamBytes - size);
    size += bytes.byteLength;
    unpacked.push(bytes.toString("latin1"));
  }
  return unpacked;
}

/** The largest page count of all page tree nodes, which is the root's; null without one. */
function countPages(objects: readonly string[]): number | null {
  let [most, nodes]: [number | null, number] = [null, 0];
  for (const text of objects)
    for (const { index } of text.matchAll(/\/Type\s{0,9}\/Pages\b/g)) {
      nodes += 1;
      if (nodes > maxPageTreeNodes) return most;
      const [, count] = /\/Count\s{1,9}(\d{1,5})\b/.exec(dictionaryAround(text, index)) ?? [];
      if (count !== undefined) most = Math.max(most ?? 0, Number(count));
    }
  return most;
}

interface Stream {
  /** Text between the start of the object and the stream. */
  dictionary: string;
  start: number;
}

/**
 * Finds every position where a reader may start an object stream, even inside other streams.
 * Matches by type or by the required `First` entry (ISO 32000-1, 7.5.7), because some programs
 * ignore the type.
 */
async function* findObjectStreams(text: string): AsyncGenerator<Stream> {
  let [object, read] = [0, 0];
  for await (const { found, index } of findAll(text, /\bobj\b|(?<!end)stream(?:[ \t]{0,9}\r?\n|\r)?/)) {
    if (found === "obj") {
      object = index + 3;
      continue;
    }
    const length = index - object;
    read += length;
    if (length > maxDictionaryLength || read > maxStreamBytes) throw unreadable();
    const dictionary = text.slice(object, index);
    if (objectStreamNames.test(dictionary))
      yield {
        dictionary,
        start: index + found.length,
      };
  }
}

const objectStreamNames = namePattern("ObjStm", "First");

/** Decompresses a stream. Accepts the usual filter or none; others would only hide content. */
async function decompress(dictionary: string, packed: Buffer, most: number): Promise<Buffer> {
  if (!/\/F(ilter)?(?!\w)/.test(dictionary) && !dictionary.includes("#")) return packed;
  const isPlain = /\/Filter\s{0,9}(\[\s{0,9})?\/FlateDecode(?![\w#])(\s{0,9}\])?(?!\s{0,9}\/\w+Decode)/.test(
    dictionary,
  );
  if (!isPlain || /\/DecodeParms/.test(dictionary) || dictionary.includes("#")) throw unreadable();
  try {
    return await promisify(inflate)(packed, { maxOutputLength: Math.max(1, most) });
  } catch {
    throw unreadable();
  }
}

function unreadable() {
  return refuseFile(`This PDF uses compression that can't be checked. ${advice}`);
}

/** The innermost dictionary around a position, cut at the maximum distance. */
function dictionaryAround(text: string, index: number): string {
  let [start, end] = [index, index];
  for (let depth = 0; start > 0 && index - start < maxDictionaryDistance; start -= 1) {
    if (text.startsWith(">>", start)) depth += 1;
    else if (text.startsWith("<<", start) && --depth < 0) break;
  }
  for (let depth = 0; end < text.length && end - index < maxDictionaryDistance; end += 1) {
    if (text.startsWith("<<", end)) depth += 1;
    else if (text.startsWith(">>", end) && --depth < 0) break;
  }
  return text.slice(start, end);
}
