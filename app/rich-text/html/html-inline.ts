import { type Writer, writeRuns } from "../markdown/runs.ts";
import { isExternal, isLinkAddress } from "../schema/addresses.ts";
import type { Inline, Mark } from "../schema/document.ts";

const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

const tags = new Map<string, string>([
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["underline", "u"],
  ["code", "code"],
]);

const writer: Writer = {
  open: openMark,
  close: closeMark,
  text: escapeHtml,
  lineBreak: () => "<br>",
};

export function inlineToHtml(content: Inline[] | undefined): string {
  return writeRuns(content ?? [], writer);
}

/** Text as it may stand between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return String(text).replace(/[&<>"']/g, (character) => escapes.get(character) ?? "");
}

function openMark(mark: Mark): string {
  if (mark.type === "link") return openLink(mark.attrs?.href);
  const tag = tags.get(mark.type);
  return tag ? `<${tag}>` : "";
}

function closeMark(mark: Mark): string {
  const tag = mark.type === "link" ? isLinkAddress(mark.attrs?.href) && "a" : tags.get(mark.type);
  return tag ? `</${tag}>` : "";
}

function openLink(href: unknown): string {
  if (!isLinkAddress(href)) return "";
  return `<a href="${escapeHtml(href)}"${isExternal(href) ? ' rel="noopener"' : ""}>`;
}
