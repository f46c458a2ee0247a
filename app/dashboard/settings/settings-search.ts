/** Settings screen with its search words. */
export interface SettingsEntry {
  path: string;
  title: string;
  lead: string;
  /** Labels of its settings, as its form shows them. */
  labels: readonly string[];
  /** Other search words, folded like `foldForSearch`. */
  synonyms: string;
}

export interface SettingsGroup {
  title: string;
  entries: SettingsEntry[];
}

/** Settings screen found by a search, with its matching labels. */
export interface FoundSettings extends SettingsEntry {
  matches: readonly string[];
}

/** Lower case without diacritics: "Über" and "uber" are equal. */
export function foldForSearch(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Screens with every word in a title, lead, label or synonym; omits empty groups. */
export function searchSettings(
  groups: readonly SettingsGroup[],
  query: string,
): { title: string; entries: FoundSettings[] }[] {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => hasWords(entry, words)).map((entry) => withMatches(entry, words)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function hasWords({ title, lead, labels, synonyms }: SettingsEntry, words: readonly string[]): boolean {
  const text = `${foldForSearch([title, lead, ...labels].join(" "))} ${synonyms}`;
  return words.every((word) => text.includes(word));
}

function withMatches(entry: SettingsEntry, words: readonly string[]): FoundSettings {
  const matches = entry.labels.filter((label) => words.some((word) => foldForSearch(label).includes(word)));
  return { ...entry, matches: words.length > 0 ? matches.slice(0, maxMatches) : [] };
}

const maxMatches = 4;
