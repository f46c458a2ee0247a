/** A difference that a rule explains, as a line of the report. */
export interface ExplainedDifference {
  what: string;
  why: string;
}

/** Differences between the source of an item and its result. */
export interface Differences {
  explained: ExplainedDifference[];
  /** Differences that no rule explains, each as a line. */
  unexplained: string[];
  /** Small things of the whole site, counted by what they are. */
  counts: Map<string, number>;
}

export function noDifferences(): Differences {
  return { explained: [], unexplained: [], counts: new Map() };
}

const mostListed = 40;

/** Words for a line of the report, the first of many. */
export function listWords(words: readonly string[]): string {
  const rest = words.length - mostListed;
  const shown = words.slice(0, mostListed).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

export function addCount(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
