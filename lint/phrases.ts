import { matchesGlob } from "node:path";

export interface Phrase {
  /** In lower case; `^` in front limits it to the beginning of a comment, test name or log message. */
  phrase: string;
  instead: string;
  /** Longer phrases in which it is allowed. */
  within: readonly string[];
  /** Globs of files in which it is allowed. */
  paths: readonly string[];
}

/** Reads the list of phrases; throws on a line without an alternative or with a phrase listed twice. */
export function readPhrases(source: string): Phrase[] {
  const phrases = source.split("\n").flatMap((line, index): Phrase[] => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const [phrase = "", instead = "", within = "", paths = ""] = line.split("\t").map((cell) => cell.trim());
    if (phrase === "" || instead === "")
      throw new Error(`Line ${index + 1} of the phrases has no alternative.`);
    return [{ phrase: phrase.toLowerCase(), instead, within: splitList(within), paths: splitList(paths) }];
  });
  const names = phrases.map(({ phrase }) => phrase);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`The phrase "${repeated}" is listed twice.`);
  return phrases;
}

function splitList(cell: string): string[] {
  return cell
    .split(";")
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
}

/** Finds listed phrases in a text of a file. */
export type FindPhrases = (text: string, path: string) => Phrase[];

/** Compiles the list to one expression in which longer phrases have priority, so that exceptions hide their parts. */
export function compilePhrases(phrases: readonly Phrase[]): FindPhrases {
  const byName = new Map(phrases.map((phrase) => [phrase.phrase, phrase]));
  const expression = phrases
    .flatMap(({ phrase, within }) => [phrase, ...within])
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/[.*+?${}()|[\]\\]/g, "\\$&").replace(/ +/g, "\\s+"))
    .join("|");
  const pattern = new RegExp(`(?<![\\w-])(?:${expression})(?![\\w-])`, "gi");
  return (text, path) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const words = match[0].toLowerCase().replace(/\s+/g, " ");
      const found = byName.get(words) ?? (match.index === 0 ? byName.get(`^${words}`) : undefined);
      return found && !found.paths.some((glob) => matchesGlob(path.toLowerCase(), glob)) ? [found] : [];
    });
}
