import { encodeCharacters } from "../html/entities.ts";
import type { Inline, Mark } from "../schema/document.ts";
import { tagOfMark, writeTag } from "./markdown-tags.ts";
import { writeRuns } from "./runs.ts";

/** Ways to write one line of text, the most readable first; the last always reads back as it was. */
export function waysToWrite(content: Inline[] | undefined, lineBreak: string): string[] {
  const line = content ?? [];
  return [
    keepEdges(writeRuns(line, { ...signs, text: signText, lineBreak: () => lineBreak })),
    keepEdges(writeRuns(line, { ...tags, text: tagText, lineBreak: () => "<br>" })),
    keepEdges(writeRuns(line, { ...tags, text: encodeText, lineBreak: () => "<br>" })),
  ];
}

/** Text in which nothing is left that Markdown could take for a sign. */
export function encodeText(text: string): string {
  return encodeCharacters(text, /[\\`*_{}[\]<>()#+\-.!|~&@:=^]|[^\S ]/g);
}

/** What makes a web or mail address of a text that is no link. */
const address = /(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.|(?<=[\w.+-])@(?=\w)/gi;

const delimiters = new Map([
  ["bold", "**"],
  ["italic", "_"],
  ["strike", "~~"],
]);

const signs = {
  open: (mark: Mark) => (mark.type === "link" ? "[" : sign(mark, false)),
  close: (mark: Mark) => (mark.type === "link" ? `](${target(mark.attrs.href)})` : sign(mark, true)),
};

const tags = {
  open: (mark: Mark) => writeTag(tagOfMark(mark), mark.type === "link" ? { href: mark.attrs.href } : {}),
  close: (mark: Mark) => `</${tagOfMark(mark)}>`,
};

function sign(mark: Mark, closes: boolean): string {
  if (mark.type === "code") return "";
  return delimiters.get(mark.type) ?? (closes ? tags.close(mark) : tags.open(mark));
}

function target(href: string): string {
  return /[()&\\]/.test(href) ? `<${href}>` : href;
}

function signText(text: string, marks: Mark[]): string {
  if (marks.at(-1)?.type === "code") return codeSpan(text);
  const signs = escapeText(text);
  return marks[0]?.type === "link" ? signs : signs.replace(address, "\\$&");
}

function tagText(text: string, marks: Mark[]): string {
  return signText(
    text,
    marks.filter((mark) => mark.type !== "code"),
  );
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return text.startsWith("`") || text.endsWith("`") ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Text with a backslash before what Markdown would take for a sign. */
export function escapeText(text: string): string {
  const escaped = text
    .replace(/[\\`*[\]<~]|&(?=#?\w+;)|@$/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^(?:#{1,6}(?= |$)|[>=]|[-+](?=[ -]|$))/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2");
  return encodeCharacters(escaped, /[^\S ]/g);
}

/** Spaces at the ends of a line would go unseen. */
function keepEdges(line: string): string {
  return line.replace(/^ +| +$|(?<=\n) +| +(?=\\\n)/g, (spaces) => "&#32;".repeat(spaces.length));
}
