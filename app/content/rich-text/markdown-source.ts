import { Lexer, type Token } from "marked";

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

const settings = { gfm: true, breaks: false, pedantic: false };

export function lexBlocks(markdown: string): Token[] {
  return new Lexer(settings).lex(markdown);
}

export function lexInline(markdown: string): Token[] {
  return new Lexer(settings).inlineTokens(markdown);
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
