import { headingIds } from "#app/lib/rich-text/headings.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { baseName, countText } from "./facts.ts";

/** Countable content of a rich text. */
export interface ResultFacts {
  words: string[];
  pictures: { file: string; alt: string }[];
  /** One for each run of text with the same address. */
  links: string[];
  /** Addresses of the links whose text is the file name in the address. */
  fileLinks: string[];
  targets: Set<string>;
  videos: string[];
  addresses: string[];
}

/** Any part of a rich text. */
interface Part {
  type?: unknown;
  text?: unknown;
  attrs?: Record<string, unknown> | undefined;
  marks?: readonly Part[] | undefined;
  content?: readonly Part[] | undefined;
}

/** Counts a rich text; pictures are identified by their path below the uploads folder. */
export function countResult(doc: RichText): ResultFacts {
  const facts: ResultFacts = {
    words: [],
    pictures: [],
    links: [],
    fileLinks: [],
    targets: new Set(headingIds(doc).values()),
    videos: [],
    addresses: [],
  };
  countParts(doc.content, facts);
  return facts;
}

function countParts(parts: readonly Part[], facts: ResultFacts): void {
  let line = "";
  let href = "";
  for (const part of parts) {
    const marks = part.marks ?? [];
    const link = marks.find(({ type }) => type === "link")?.attrs?.href;
    const address = typeof link === "string" ? link : "";
    if (address !== "" && address !== href) facts.links.push(address);
    if (address !== "" && part.text === baseName(address)) facts.fileLinks.push(address);
    href = address;
    for (const { type, attrs } of marks) if (type === "anchor") facts.targets.add(String(attrs?.id));
    if (typeof part.text === "string") line += part.text;
    else line = endLine(line, facts);
    countAttributes(part, facts);
    if (part.content) countParts(part.content, facts);
  }
  endLine(line, facts);
}

function endLine(line: string, facts: ResultFacts): "" {
  const { words, addresses } = countText(line);
  for (const word of words) facts.words.push(word);
  for (const address of addresses) facts.addresses.push(address);
  return "";
}

function countAttributes({ type, attrs = {} }: Part, facts: ResultFacts): void {
  if (type === "image") facts.pictures.push({ file: String(attrs.file ?? ""), alt: String(attrs.alt ?? "") });
  if (type === "video") facts.videos.push(String(attrs.url ?? ""));
  for (const text of [attrs.caption, attrs.cite]) if (typeof text === "string") endLine(text, facts);
}
