import { Lexer, type MarkedToken, type Token } from "marked";

export type MarkdownProblem = { line: number; message: string };

/** State of parsing: the picture names, and the problems so far. */
export type Source = {
  picture(name: string): string | null;
  problems: MarkdownProblem[];
  /** Notes a problem with a part of the Markdown near the current position. */
  note(bit: string, message: string): void;
  /** Moves the current position forward by this text. */
  pass(text: string): void;
};

/** Maximum number of problems, since finding the line of each takes time. */
const maxProblems = 500;

export function openSource(markdown: string, picture: (name: string) => string | null): Source {
  const ends = [...markdown.matchAll(/\n/g)].map((found) => found.index);
  const problems: MarkdownProblem[] = [];
  let place = 0;
  return {
    picture,
    problems,
    note: (bit, message) => {
      if (problems.length >= maxProblems) return;
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

/** Maximum depth of nested tokens: blocks in blocks, and styles in their text. */
const maxDepth = 100;

const settings = { gfm: true, breaks: false, pedantic: false };

/**
 * Maximum cost of a line, since the lexer's time grows with length times number of special characters. It equals
 * 4,000 of them, some 60 ms; a whole text may cost four times that.
 */
const maxLineCost = 16_000_000;
const maxTextCost = 64_000_000;

class BoundedLexer extends Lexer {
  private left = maxTextCost;
  /** Whether marks were left out because of the limit. */
  isCut = false;

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const cost = costOfLine(text);
    if (cost <= Math.min(maxLineCost, this.left)) {
      this.left -= cost;
      return super.inlineTokens(text, tokens);
    }
    this.isCut = true;
    tokens.push({ type: "text", raw: text, text, escaped: false });
    return tokens;
  }
}

/**
 * Cost of a line: special characters times length, plus the squared length of address-like runs, which may match at
 * each character.
 */
function costOfLine(text: string): number {
  let signs = 0;
  let squares = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code > 126) {
      squares += run * run;
      run = 0;
    } else {
      run += 1;
      if (signCodes.has(code)) signs += 1;
    }
  }
  return signs * text.length + squares + run * run;
}

const signCodes = new Set(Array.from("*_~`[]()<!\\&", (sign) => sign.charCodeAt(0)));

/** Quote and list markers at the start of a line; each is a nesting level, and the lexer reads the rest again per level. */
const openings = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*/;
const maxOpenings = 30;
const maxIndent = 300;

function isNestedTooDeep(line: string): boolean {
  const [opening = ""] = openings.exec(line) ?? [];
  const levels = opening.match(/[>+*.)-]/g)?.length ?? 0;
  const indent = opening.search(/[^ \t]/);
  return levels > maxOpenings || indent > maxIndent;
}

/**
 * Blocks of a text, or null if they are nested too deeply.
 * @param onCut called when lines exceed the cost limit and lose their marks
 */
export function lexBlocks(markdown: string, onCut?: () => void): Token[] | null {
  if (markdown.split("\n").some(isNestedTooDeep)) return null;
  try {
    const lexer = new BoundedLexer(settings);
    const tokens = lexer.lex(markdown);
    if (lexer.isCut) onCut?.();
    return isTooDeep(tokens) ? null : tokens;
  } catch {
    return null;
  }
}

export function lexInline(markdown: string): Token[] {
  return new BoundedLexer(settings).inlineTokens(markdown);
}

function isTooDeep(tokens: Token[]): boolean {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
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
