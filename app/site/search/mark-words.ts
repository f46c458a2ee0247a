import { normalizeText } from "#app/text/normalize.ts";

export interface MarkedPart {
  /** Where it begins in the text. */
  at: number;
  part: string;
  isHit: boolean;
}

/** Cuts a text where its words begin with one of the query's. */
export function markWords(text: string, query: string): MarkedPart[] {
  const words = normalizeText(query).match(/[\p{L}\p{N}\p{M}\u200c\u200d]+/gu) ?? [];
  if (words.length === 0) return [{ at: 0, part: text, isHit: false }];
  const hit = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${words.join("|")})`, "giu");
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { index, 0: part } of text.matchAll(hit)) {
    if (index > end) parts.push({ at: end, part: text.slice(end, index), isHit: false });
    parts.push({ at: index, part, isHit: true });
    end = index + part.length;
  }
  return end < text.length ? [...parts, { at: end, part: text.slice(end), isHit: false }] : parts;
}
