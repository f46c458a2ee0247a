import { Lexer, type MarkedToken, type Token } from "marked";

export type Problem = { line: number; message: string };

/** A Markdown text as it is being read: what its pictures are, and what was found wrong so far. */
export type Source = {
  picture(name: string): string | null;
  problems: Problem[];
  /** Notes a problem with a bit of the Markdown that stands near the place of reading. */
  note(bit: string, message: string): void;
  /** Moves the place of reading behind this much text. */
  pass(text: string): void;
};

export function openSource(markdown: string, picture: (name: string) => string | null): Source {
  const ends = [...markdown.matchAll(/\n/g)].map((found) => found.index);
  const problems: Problem[] = [];
  let place = 0;
  return {
    picture,
    problems,
    note: (bit, message) => {
      const first = bit.split("\n", 1)[0] ?? "";
      const ahead = markdown.indexOf(first, place);
      const found = ahead === -1 ? markdown.lastIndexOf(first, place) : ahead;
      problems.push({ line: countBelow(ends, found === -1 ? place : found) + 1, message });
    },
    pass: (text) => {
      place += text.length;
    },
  };
}

/** Levels of tokens: blocks within each other, and styles within their text. */
const deepest = 100;

const settings = { gfm: true, breaks: false, pedantic: false };

/** The blocks of a text, or null when they are nested beyond all measure: there the lexer throws. */
export function lexBlocks(markdown: string): Token[] | null {
  try {
    const tokens = new Lexer(settings).lex(markdown);
    return isTooDeep(tokens) ? null : tokens;
  } catch {
    return null;
  }
}

export function lexInline(markdown: string): Token[] {
  return new Lexer(settings).inlineTokens(markdown);
}

function isTooDeep(tokens: Token[]): boolean {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

function partsOf(token: Token): Token[] {
  const known = token as MarkedToken; // the lexer has no extensions, so no other tokens
  if (known.type === "list") return known.items;
  if (known.type === "table") return [known.header, ...known.rows].flat().flatMap((cell) => cell.tokens);
  return "tokens" in known ? (known.tokens ?? []) : [];
}

function countBelow(sorted: number[], limit: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
