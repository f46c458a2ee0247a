import { decodeEntities, encodeCharacters } from "../html/entities.ts";
import type { Mark } from "../schema/document.ts";

/** A tag of the few that our Markdown may hold, or null for any other. */
export type Tag = { name: string; closes: boolean; attrs: Map<string, string> };

const shape = /^<(\/?)([a-z]+)((?: [a-z]+="[^"<>\n]*")*)>$/;

const markTags = new Map<string, Mark>([
  ["strong", { type: "bold" }],
  ["em", { type: "italic" }],
  ["s", { type: "strike" }],
  ["u", { type: "underline" }],
  ["code", { type: "code" }],
]);

export function readTag(html: string): Tag | null {
  const [, slash, name, attributes] = shape.exec(html) ?? [];
  if (name === undefined || (slash && attributes)) return null;
  const attrs = [...(attributes ?? "").matchAll(/([a-z]+)="([^"]*)"/g)];
  return {
    name,
    closes: slash === "/",
    attrs: new Map(attrs.map(([, key = "", value = ""]) => [key, decodeEntities(value)])),
  };
}

/** The mark that a tag without attributes stands for, or a link. */
export function markOfTag(tag: Tag): Mark | null {
  if (tag.name === "a" && tag.attrs.size === 1) {
    const href = tag.attrs.get("href");
    return href === undefined ? null : { type: "link", attrs: { href } };
  }
  return tag.attrs.size === 0 ? (markTags.get(tag.name) ?? null) : null;
}

export function tagOfMark(mark: Mark): string {
  for (const [tag, { type }] of markTags) if (type === mark.type) return tag;
  return "a";
}

export function writeTag(
  name: string,
  attrs: Record<string, string | number | null | undefined> = {},
): string {
  const given = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined);
  const written = given.map(([key, value]) => ` ${key}="${encodeAttribute(String(value))}"`);
  return `<${name}${written.join("")}>`;
}

function encodeAttribute(text: string): string {
  return encodeCharacters(text, /[&<>"'`*_[\]\\|\n\t]|[^\S ]/g);
}
