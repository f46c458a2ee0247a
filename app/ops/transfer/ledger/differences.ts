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
  /** Counts of minor differences on the whole site, by description. */
  counts: Map<string, number>;
}

export function noDifferences(): Differences {
  return { explained: [], unexplained: [], counts: new Map() };
}

const maxListed = 40;

/** Lists words for a line of the report, shortened to the first ones. */
export function listWords(words: readonly string[]): string {
  const rest = words.length - maxListed;
  const shown = words.slice(0, maxListed).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

export function addCount(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
