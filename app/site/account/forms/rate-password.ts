interface PasswordRating {
  /** From 0 to 4. */
  steps: 0 | 1 | 2 | 3 | 4;
  words: string;
}

/** Verdict of the server: its error message, null when accepted, "unknown" until it has answered. */
export type Verdict = string | null | "unknown";

const shortest = 10;
const longest = 128;

/** Rates a password while it is typed. A password that the server refuses is never rated above 1. */
export function rateTypedPassword(password: string, verdict: Verdict = null): PasswordRating {
  const length = [...password.normalize("NFKC")].length;
  if (length < shortest) return { steps: 0, words: `Too short: add ${count(shortest - length)}.` };
  if (length > longest) return { steps: 0, words: "Too long: use at most 128 characters." };
  if (verdict !== null) return { steps: 1, words: verdict === "unknown" ? "Checking…" : `${verdict}.` };
  const bits = length * Math.log2(alphabetSize(password)) * variety(password);
  if (bits < 60) return { steps: 2, words: "Fair. Another word makes it stronger." };
  if (bits < 80) return { steps: 3, words: "Good." };
  return { steps: 4, words: "Strong." };
}

function count(characters: number): string {
  return characters === 1 ? "1 more character" : `${characters} more characters`;
}

const kinds: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Lo}/u, 60],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 24],
];

function alphabetSize(password: string): number {
  return kinds.reduce((sum, [kind, count]) => (kind.test(password) ? sum + count : sum), 0) || 2;
}

/** Share of characters that neither repeat a recent one nor follow the last in code order. */
function variety(password: string): number {
  const signs = [...password];
  const fresh = signs.filter((sign, at) => {
    const step = (sign.codePointAt(0) ?? 0) - (signs[at - 1]?.codePointAt(0) ?? -9);
    return Math.abs(step) > 1 && !signs.slice(Math.max(0, at - 3), at).includes(sign);
  });
  return new Set(signs).size < 5 ? 0.2 : fresh.length / signs.length;
}
