import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { refuseFile } from "./refuse-file.ts";

/** Of all packed lists together, packed and unpacked. */
const mostBytes = 20_000_000;
/** Between the name of a packed list and its beginning, or of a page tree and its ends. */
const nearby = 4_000;

/** A name of PDF, also with some of its letters written as numbers (ISO 32000-1, 7.3.5). */
export function namePattern(word: string): RegExp {
  const hex = (letter: string) => letter.charCodeAt(0).toString(16);
  const letters = [...word].map(
    (letter) =>
      `(?:${letter}|#${hex(letter).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`,
  );
  return new RegExp(`/${letters.join("")}(?=[\\s\\0()<>[\\]{}/%]|$)`, "g");
}

/** The text of all packed lists of objects ("object streams") of a PDF. Throws a Refusal for what can't be looked into. */
export async function readPackedObjects(text: string): Promise<string[]> {
  const unpacked: string[] = [];
  let [packedSize, size] = [0, 0];
  for (const { index } of text.matchAll(namePattern("ObjStm"))) {
    const found = findStream(text, index);
    if (!found) continue;
    packedSize += found.packed.length;
    if (packedSize > mostBytes) throw cannotLook();
    const bytes = await unpack(found.dictionary, Buffer.from(found.packed, "latin1"), mostBytes - size);
    size += bytes.byteLength;
    unpacked.push(bytes.toString("latin1"));
  }
  return unpacked;
}

/** Every node of the page tree counts the pages below it: the root's is the largest. Null when no node says it. */
export function countPages(objects: readonly string[]): number | null {
  const counts = objects.flatMap((text) =>
    [...text.matchAll(/\/Type\s{0,9}\/Pages\b/g)].slice(0, 500).flatMap(({ index }) => {
      const [, count] = /\/Count\s{1,9}(\d{1,5})\b/.exec(dictionaryAround(text, index)) ?? [];
      return count === undefined ? [] : [Number(count)];
    }),
  );
  return counts.length === 0 ? null : Math.max(...counts);
}

function findStream(text: string, index: number): { dictionary: string; packed: string } | null {
  const before = text.slice(Math.max(0, index - nearby), index);
  const head = before.slice(before.lastIndexOf("obj") + 3);
  const [rest, gap] = /^[\s\S]{0,4000}?stream(\r?\n)/.exec(text.slice(index, index + nearby + 20)) ?? [];
  if (rest === undefined || gap === undefined) return null;
  const start = index + rest.length;
  const end = text.indexOf("endstream", start);
  if (end === -1) throw cannotLook();
  return { dictionary: head + rest, packed: text.slice(start, end) };
}

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
