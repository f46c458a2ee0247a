import { setImmediate as nextTurn } from "node:timers/promises";

/** Estimated cost of guessing a password for an attacker who knows common choices. */
export interface Guessing {
  /** Base-2 logarithm of the number of guesses. */
  bits: number;
  /** Whether the cheapest guess uses facts about the person or the company. */
  isPersonal: boolean;
}

/** Ranks of well-known passwords, the most used first. */
export type WordRanks = ReadonlyMap<string, number>;

let loaded: Promise<WordRanks> | undefined;

/**
 * Loads the 49,233 most used passwords of `@zxcvbn-ts/language-common` (MIT, from published breaches) and our own words:
 * 4 MB in memory. Loaded on first use, in batches that yield to other requests.
 */
export function loadWordRanks(): Promise<WordRanks> {
  loaded ??= readWordRanks();
  return loaded;
}

const wordsAtOnce = 2_000;

async function readWordRanks(): Promise<WordRanks> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const ranks = new Map<string, number>();
  for (const [at, word] of dictionary["passwords-common"].entries()) {
    if (at % wordsAtOnce === 0) await nextTurn();
    if (word.length >= 3) ranks.set(word, at + 1);
  }
  for (const word of guessingWords) ranks.set(word.normalize("NFKC"), Math.min(ranks.get(word) ?? 200, 200));
  return ranks;
}

/**
 * Estimates a password as the cheapest sequence of words, dates, keyboard rows, repeats and single characters, ignoring
 * capitals and lookalikes (`P@ssw0rd`). Only the first 64 characters count. @param known names and addresses of the
 * person, and the company's name
 */
export function guessPassword(password: string, known: readonly string[], ranks: WordRanks): Guessing {
  const typed = [...fold(password)].slice(0, maxReadLength);
  const words: Words = {
    ranks,
    personal: wordsOf(known),
    // As typed, and with lookalikes replaced; 1 and ! can each replace two letters.
    readings: [typed, replaceLookalikes(typed, "i"), replaceLookalikes(typed, "l")],
  };
  const best: Guessing[] = [{ bits: 0, isPersonal: false }];
  for (let end = 1; end <= typed.length; end += 1) {
    let cheapest: Guessing = { bits: Number.POSITIVE_INFINITY, isPersonal: false };
    for (let start = Math.max(0, end - maxPieceLength); start < end; start += 1) {
      const before = best[start];
      if (!before || before.bits >= cheapest.bits) continue;
      const piece = readPiece(words, start, end);
      const bits = before.bits + piece.bits;
      if (bits >= cheapest.bits) continue;
      cheapest = {
        bits,
        isPersonal: before.isPersonal || piece.isPersonal,
      };
    }
    best.push(cheapest);
  }
  return best.at(-1) ?? { bits: 0, isPersonal: false };
}

const maxReadLength = 64;
const maxPieceLength = 32;

/** Normalizes equivalent spellings; Bangla digits become 0 to 9. */
function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[০-৯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x09e6));
}

/** Whole names and their parts, such as `rahimakhatun` for `Rahima Khatun`, and both parts of an address. */
function wordsOf(known: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of known) {
    const parts = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    for (const word of [...parts, parts.join(""), parts.toReversed().join("")])
      if ([...word].length >= 3 && !hostNameParts.has(word)) words.add(word);
  }
  return words;
}

const hostNameParts = new Set(["com", "net", "org", "gmail", "yahoo", "hotmail", "outlook", "example"]);

interface Words {
  ranks: WordRanks;
  personal: ReadonlySet<string>;
  readings: readonly (readonly string[])[];
}

/** Guessing cost of a piece; infinite if attackers would not try it as a unit. */
function readPiece({ ranks, personal, readings }: Words, start: number, end: number): Guessing {
  const [typed = []] = readings;
  if (end - start === 1) return { bits: bitsOf(typed[start] ?? ""), isPersonal: false };
  const text = typed.slice(start, end).join("");
  let bits = Math.min(bitsOfPattern(text), bitsOfRepeat(typed, start, text));
  for (const [at, reading] of readings.entries()) {
    const read = at === 0 ? text : reading.slice(start, end).join("");
    if (at > 0 && read === text) continue;
    const more = at === 0 ? 0 : 1;
    if (personal.has(read)) return { bits: 2 + more, isPersonal: true };
    const rank = ranks.get(read);
    if (rank !== undefined) bits = Math.min(bits, Math.log2(rank + 1) + more);
  }
  return { bits, isPersonal: false };
}

function bitsOf(character: string): number {
  if (/[a-z]/.test(character)) return Math.log2(26);
  if (/\d/.test(character)) return Math.log2(10);
  if (/[\s._-]/.test(character)) return 2;
  if (character <= "~") return 4;
  return /[\p{L}\p{M}]/u.test(character) ? 5.5 : 9;
}

function replaceLookalikes(typed: readonly string[], one: string): string[] {
  return typed.map((sign) => (sign === "1" || sign === "!" ? one : (lookalikes[sign] ?? sign)));
}

const lookalikes: Record<string, string> = {
  "@": "a",
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  $: "s",
  "+": "t",
};

/** Years, dates, Bangladeshi mobile numbers, and rows of characters or keys. */
function bitsOfPattern(text: string): number {
  if (/^(19|20)\d\d$/.test(text)) return 6;
  if (date.test(text)) return 13;
  if (/^(\+?88)?01[3-9]\d{8}$/.test(text)) return 24;
  if (text.length >= 3 && isRow(text)) return 4 + Math.log2(text.length);
  return Number.POSITIVE_INFINITY;
}

const day = "(0[1-9]|[12]\\d|3[01])";
const month = "(0[1-9]|1[0-2])";
const year = "(19|20)\\d\\d";
const date = new RegExp(`^(${day}${month}${year}|${month}${day}${year}|${year}${month}${day})$`);

/** Whether the text repeats one character, or follows the alphabet or the keyboard. */
function isRow(text: string): boolean {
  const codes = [...text].map((one) => one.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  if (Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step))
    return true;
  return keyRows.some((row) => row.includes(text));
}

const keyRows = [
  "`1234567890-=",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "1qaz",
  "2wsx",
  "3edc",
  "4rfv",
  "5tgb",
  "6yhn",
  "7ujm",
  "!@#$%^&*()",
].flatMap((row) => [row, [...row].toReversed().join("")]);

/** Repeats of the preceding text, or of a longer piece from anywhere before. */
function bitsOfRepeat(typed: readonly string[], start: number, text: string): number {
  const before = typed.slice(0, start).join("");
  if (before.endsWith(text)) return 2;
  return text.length >= 3 && before.includes(text) ? 3 : Number.POSITIVE_INFINITY;
}

/**
 * Common local words that the list of well-known passwords lacks, normalized as by `fold`: places, names and
 * phrases of Bangladesh, months, and office words.
 */
const guessingWords: readonly string[] = `
bangla bangladesh bangladeshi desh dhaka chittagong chattogram sylhet khulna rajshahi barisal barishal comilla cumilla
rangpur mymensingh gazipur narayanganj bogra bogura jessore jashore kushtia feni noakhali coxsbazar sundarban kolkata
gulshan banani dhanmondi mirpur uttara motijheel shonar sonar amar amader tumi tomar tomake ami tore
bhalobashi bhalobasi valobashi valobasi valobasha bhalobasha bondhu bandhobi jaan moyna pakhi shona
joy joybangla padma meghna jamuna jomuna ilish hilsa biriyani rickshaw shapla doyel rabindranath nazrul mujib sheikh
ekushey swadhin shadhin bijoy eid mubarak eidmubarak ramadan ramzan allah bismillah alhamdulillah inshallah mashallah
subhanallah assalamualaikum salam muhammad mohammad mohammed rahman islam hossain hussain hasan ahmed uddin chowdhury
khan begum akter akhter sultana khatun sarkar shakib tamim iqbal zindabad mashrafe mushfiq
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday winter spring summer autumn
login logon signin office laptop desktop computer changeme change temporary temp default welcome letmein router
company website dashboard frontdesk admin administrator manager member editor account secure security
love you loveyou password passwort pass passcode pwd test testing guest user demo sample server system support service
বাংলা বাংলাদেশ ঢাকা আমার সোনার আমি তোমার তোমাকে তুমি ভালোবাসি ভালোবাসা জয় একুশে স্বাধীন বিজয় মা বাবা আল্লাহ পাসওয়ার্ড
`
  .trim()
  .split(/\s+/);
