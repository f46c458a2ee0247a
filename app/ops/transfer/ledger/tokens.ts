import { decodeHTML } from "entities";

/** A token of HTML; texts are not decoded. */
export type Token =
  | { kind: "text"; text: string }
  | { kind: "start"; name: string; attributes: Map<string, string>; isClosed: boolean }
  | { kind: "end"; name: string }
  | { kind: "comment"; text: string };

const attribute = /([^\s"'<>/=]{1,200})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Reads the tag or comment that begins at a `<`; null if the `<` is text. */
export function readToken(html: string, at: number): { token: Token; end: number } | null {
  const next = html[at + 1] ?? "";
  if (html.startsWith("<!--", at)) return readComment(html, at);
  if (next === "!" || next === "?") return readBogus(html, at);
  if (next === "/") return /[a-z]/i.test(html[at + 2] ?? "") ? readEnd(html, at) : readBogus(html, at);
  return /[a-z]/i.test(next) ? readStart(html, at) : null;
}

function readComment(html: string, at: number): { token: Token; end: number } {
  const end = html.indexOf("-->", at + 2);
  const text = html.slice(at + 4, end === -1 ? undefined : Math.max(at + 4, end));
  return { token: { kind: "comment", text }, end: end === -1 ? html.length : end + 3 };
}

function readBogus(html: string, at: number): { token: Token; end: number } {
  const end = html.indexOf(">", at);
  const stop = end === -1 ? html.length : end;
  return { token: { kind: "comment", text: html.slice(at + 2, stop) }, end: stop + 1 };
}

function readEnd(html: string, at: number): { token: Token; end: number } {
  const end = html.indexOf(">", at);
  const stop = end === -1 ? html.length : end;
  const name = /^[^\s/>]{1,100}/.exec(html.slice(at + 2, Math.min(stop, at + 102)))?.[0] ?? "";
  return { token: { kind: "end", name: name.toLowerCase() }, end: stop + 1 };
}

function readStart(html: string, at: number): { token: Token; end: number } {
  const stop = endOfTag(html, at + 1);
  const inside = html.slice(at + 1, stop);
  const name = /^[^\s/>]+/.exec(inside)?.[0] ?? "";
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single, bare] of inside.slice(name.length).matchAll(attribute))
    if (!attributes.has(key.toLowerCase()))
      attributes.set(key.toLowerCase(), decodeHTML(double ?? single ?? bare ?? ""));
  const isClosed = inside.endsWith("/");
  return { token: { kind: "start", name: name.toLowerCase(), attributes, isClosed }, end: stop + 1 };
}

/** Offset of the `>` that ends a tag, outside quoted values. */
function endOfTag(html: string, from: number): number {
  let quote = "";
  for (let at = from; at < html.length; at += 1) {
    const character = html[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at;
    else if ((character === '"' || character === "'") && /=\s*$/.test(html.slice(Math.max(from, at - 5), at)))
      quote = character;
  }
  return html.length;
}

export { decodeHTML };
