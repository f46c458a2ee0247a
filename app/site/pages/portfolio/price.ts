import { foldDigits } from "#app/lib/text/fold.ts";

/** The expected, the highest possible and the paid price of a project. */
export interface Price {
  expected: string;
  ceiling: string;
  paid: string;
}

export interface PaidPrice {
  paid: string;
  /** Against the expected price. */
  mark: "under" | "equal" | "over";
  /** The mark in words. */
  words: string;
}

const words = {
  under: "under the expected price",
  equal: "as expected",
  over: "over the expected price",
} as const;

/** The paid price against the expected one; null where either is missing or they can't be compared. */
export function comparePrice({ expected, paid }: Price): PaidPrice | null {
  const [first, second] = [readAmount(expected), readAmount(paid)];
  if (!first || !second || first.unit !== second.unit) return null;
  const more = second.amount - first.amount;
  const mark = more > 0 ? "over" : more < 0 ? "under" : "equal";
  return { paid, mark, words: words[mark] };
}

/** The one number of a text, in digits of either script, and the words around it. */
function readAmount(text: string): { amount: number; unit: string } | null {
  const plain = foldDigits(text);
  const numbers = plain.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return null;
  return { amount: Number(number.replaceAll(",", "")), unit: plain.replace(number, "").trim() };
}
