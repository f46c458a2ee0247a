/** Grapheme clusters of a text: vowel signs, joiners and marks belong to their letter (UAX #29). */
export function clustersOf(text: string): string[] {
  return Array.from(segmenter().segment(text), ({ segment }) => segment);
}

/**
 * Start of a text, at most `most` UTF-16 units, cut between clusters. A longer cluster is cut between its characters.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = clusterStart(text, most);
  return text.slice(0, end > 0 ? end : characterStart(text, most));
}

/** End of a text, at most `most` UTF-16 units, cut between clusters. */
export function endOfText(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  const cluster = segmenter().segment(text).containing(start);
  const next = !cluster || cluster.index === start ? start : cluster.index + cluster.segment.length;
  return text.slice(next < text.length ? next : start).replace(/^[\udc00-\udfff]/, "");
}

/** Text of at most `most` UTF-16 units, with an ellipsis if shortened. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`;
}

/** `shorten`, cut between words if the text has spaces. */
export function shortenAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = cutText(text, most - 1);
  const isWhole = /\s/.test(text.charAt(beginning.length));
  const words = isWhole ? beginning : beginning.replace(/\s+\S*$/, "");
  return `${words.replace(/[\s,;:–-]+$/, "")}…`;
}

let clusters: Intl.Segmenter | undefined;

function segmenter(): Intl.Segmenter {
  clusters ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return clusters;
}

function clusterStart(text: string, at: number): number {
  return segmenter().segment(text).containing(at)?.index ?? at;
}

/** Moves out of the middle of a surrogate pair. */
function characterStart(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}
