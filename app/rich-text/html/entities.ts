import { parseFragment } from "parse5";

const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;

/** Text with its character references (`&amp;`, `&#32;`) resolved as HTML does. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(reference, decodeOne) : text;
}

/** Every character of a kind as a number reference. */
export function encodeCharacters(text: string, which: RegExp): string {
  return text.replace(which, (character) => `&#${character.codePointAt(0)};`);
}

function decodeOne(entity: string): string {
  const node = parseFragment(entity).childNodes[0];
  return node && "value" in node ? node.value : entity;
}
