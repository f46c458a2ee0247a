import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Facts } from "./facts.ts";
import { HtmlCounter } from "./html-counter.ts";
import { decodeHTML, readToken } from "./tokens.ts";

/** Counts a Markdown text of a Frontdesk export. Shares only the Markdown lexer with the import, to detect errors in later steps. */
export function countMarkdown(text: string): Facts {
  const counter = new HtmlCounter();
  const tokens = lexer(text);
  countTokens(tokens, counter);
  // Text that the lexer drops is in no token.
  const read = tokens.reduce((sum, { raw }) => sum + raw.length, 0);
  if (read < text.replace(/\r\n?/g, "\n").length) counter.addText(text, true);
  counter.finish();
  const { facts } = counter;
  // Every part of a Frontdesk export must be imported, wherever it is.
  const links = facts.links.map(({ href, excuse }) => ({
    href,
    excuse: excuse === "without words" ? excuse : "",
  }));
  return { ...facts, links, pictures: facts.pictures.map((one) => ({ ...one, excuse: "" })) };
}

const elements: Record<string, string | undefined> = {
  paragraph: "p",
  heading: "h2",
  blockquote: "blockquote",
  list: "ul",
  list_item: "li",
  strong: "strong",
  em: "em",
  del: "s",
};

function countTokens(tokens: readonly Token[], counter: HtmlCounter): void {
  for (const one of tokens) countToken(one as MarkedToken, counter); // the lexer has no extensions
}

function countToken(token: MarkedToken, counter: HtmlCounter): void {
  const { type } = token;
  if (type === "html") countHtml(token.raw, counter);
  else if (type === "escape") counter.addText(token.text, true);
  // Inline code may be part of a word, so it is not a separate element.
  else if (type === "codespan") counter.addText(token.text, true);
  else if (type === "code") countElement("pre", {}, counter, () => counter.addText(token.text, true));
  else if (type === "br" || type === "hr") countElement(type, {}, counter);
  else if (type === "image") countPicture(token, counter);
  else if (type === "link" && !counter.isIn("a") && !counter.isIn("cite"))
    countElement("a", { href: decode(token.href) }, counter, () => countTokens(token.tokens, counter));
  else if (type === "list") countElement("ul", {}, counter, () => countTokens(token.items, counter));
  else if (type === "table")
    for (const cell of [token.header, ...token.rows].flat())
      countElement("td", {}, counter, () => countTokens(cell.tokens, counter));
  else if ((type === "paragraph" || type === "text") && isVideo(token.tokens))
    countVideo(token.tokens[1], counter);
  else if ("tokens" in token && token.tokens) {
    const name = elements[type];
    const inside = token.tokens;
    if (name === undefined) countTokens(inside, counter);
    else countElement(name, {}, counter, () => countTokens(inside, counter));
  } else if (type !== "space" && type !== "def") counter.addText(decode(token.raw), true);
}

function countElement(
  name: string,
  attributes: Record<string, string>,
  counter: HtmlCounter,
  countInside: () => void = () => {},
): void {
  counter.startTag({ kind: "start", name, attributes: new Map(Object.entries(attributes)), isClosed: false });
  countInside();
  counter.endTag(name);
}

function countHtml(html: string, counter: HtmlCounter): void {
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf("<", at);
    counter.addText(decode(html.slice(at, next === -1 ? undefined : next)), true);
    if (next === -1) return;
    const found = readToken(html, next);
    if (!found) counter.addText("<");
    else if (found.token.kind === "end") counter.endTag(found.token.name);
    else if (found.token.kind === "start" && (found.token.name !== "code" || counter.isIn("pre"))) {
      counter.startTag(found.token);
      if (found.token.name === "img") countCaption(found.token.attributes.get("title"), counter);
    }
    at = found?.end ?? next + 1;
  }
}

function countPicture({ href, tokens, title }: Tokens.Image, counter: HtmlCounter): void {
  countElement("img", { src: decode(href), alt: plainText(tokens) }, counter);
  countCaption(decode(title ?? ""), counter);
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((one) => {
      const token = one as MarkedToken; // as above
      if ("tokens" in token && token.tokens) return plainText(token.tokens);
      return token.type === "escape" || token.type === "codespan" ? token.text : decode(token.raw);
    })
    .join("");
}

function isVideo(tokens: readonly Token[] | undefined): tokens is [Token, Tokens.Link] {
  const [at, link] = tokens ?? [];
  return tokens?.length === 2 && at?.raw === "@" && link?.type === "link" && link.text === "video";
}

function countVideo({ href, title }: Tokens.Link, counter: HtmlCounter): void {
  countElement("video", { src: decode(href) }, counter);
  countCaption(decode(title ?? ""), counter);
}

/** The title of a picture or video is its caption here. */
function countCaption(title: string | undefined, counter: HtmlCounter): void {
  if (title) countElement("figcaption", {}, counter, () => counter.addText(title, true));
}

/** Unlike HTML, Markdown requires a semicolon after character references. */
function decode(text: string): string {
  return decodeHTML(text.replace(/&(?!#?\w+;)/g, "&amp;"));
}
