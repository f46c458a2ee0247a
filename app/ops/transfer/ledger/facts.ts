import { wordsOf } from "#app/lib/text/words.ts";

/** Words of one element. */
export interface WordGroup {
  /** Its name in the report, such as "`<script>`" or "[newsletter] shortcode". */
  element: string;
  /** Whether it is markup, such as the brackets of [caption], whose absence is not reported. */
  isMarkup: boolean;
  words: string[];
}

export interface CountedWord {
  word: string;
  /** Its element: text, caption or code. */
  element: string;
}

export interface CountedPicture {
  address: string;
  /** All its addresses; a lazily loaded picture has several. */
  addresses: string[];
  alt: string;
  /** Reason why its absence is no loss; empty for a picture of the text. */
  excuse: string;
  /** Range of its caption in `words`, if it is omitted together with the picture. */
  captionAt?: [from: number, to: number];
}

export interface CountedLink {
  href: string;
  /** Reason why its absence is no loss; empty for a link on words. */
  excuse: string;
}

export interface CountedMedia {
  /** Tag, or the name of the shortcode. */
  element: string;
  address: string;
}

export interface CountedTarget {
  id: string;
  isHeading: boolean;
}

/** Countable content of one text. */
export interface Facts {
  /** Words that the result must contain, in order. */
  words: CountedWord[];
  /** Elements that may be left out as a whole. */
  groups: WordGroup[];
  pictures: CountedPicture[];
  links: CountedLink[];
  targets: CountedTarget[];
  media: CountedMedia[];
  /** Web addresses in plain text. */
  addresses: string[];
}

export function emptyFacts(): Facts {
  return { words: [], groups: [], pictures: [], links: [], targets: [], media: [], addresses: [] };
}

const writtenAddress = /\bhttps?:\/\/[^\s<>"“”]{1,2000}/gi;

/** The words of a text and its plain-text addresses, which are counted separately. */
export function countText(text: string): { words: string[]; addresses: string[] } {
  if (!/https?:\/\//i.test(text)) return { words: wordsOf(text), addresses: [] };
  const addresses = text.match(writtenAddress) ?? [];
  return { words: wordsOf(text.replace(writtenAddress, " ")), addresses };
}

/** The file name of an address: decoded, in lower case, without the size suffixes that systems add. */
export function pictureName(address: string): string {
  return baseName(address)
    .toLowerCase()
    .replace(/-\d{1,5}x\d{1,5}(?=\.\w{1,5}$)/, "")
    .replace(/-scaled(?=\.\w{1,5}$)/, "");
}

/** The last part of the path of an address, decoded. */
export function baseName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? "";
  const name = path.slice(path.replace(/\/+$/, "").lastIndexOf("/") + 1).replace(/\/+$/, "");
  return decodeName(name);
}

/** Percent-decodes part of an address to a file name in NFC; unchanged if it is invalid. */
export function decodeName(text: string): string {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text;
  }
}

/** The part of an address that the player and the page of a video share. */
export function mediaKey(address: string): string {
  const [, number] = /[?&]v=([\w-]{6,20})/.exec(address) ?? [];
  if (number !== undefined) return number;
  return baseName(address) || address.replace(/^https?:\/\//i, "");
}
