import { z } from "zod";
import { refuseInvalid } from "#app/platform/refusal.ts";
import type { NewPassword } from "./accounts.ts";
import { commonWords } from "./common-words.ts";
import type { World } from "./parts.ts";

/** Characters of a password, as people count them. */
export const passwordLength = { min: 10, max: 128 } as const;

/** A password as typed, never cut and never trimmed; the rest is for `checkNewPassword`. */
export const passwordField = z
  .string("Write your password")
  .max(2000, `Use at most ${passwordLength.max} characters`);

/**
 * Throws a Refusal naming `password` or `passwordAgain`.
 * @param known what others know of the person, which a password must not be made of
 */
export async function checkNewPassword(
  { companyName }: World,
  { password, passwordAgain }: NewPassword,
  known: readonly string[],
): Promise<void> {
  const wrong = whatIsWrong(password, [...known, await companyName()]);
  if (wrong !== null) throw refuseInvalid([{ path: ["password"], message: wrong }]);
  if (password.normalize("NFKC") !== passwordAgain.normalize("NFKC"))
    throw refuseInvalid([{ path: ["passwordAgain"], message: "The two passwords differ" }]);
}

/** A sentence, or null for a password that may be used. */
function whatIsWrong(password: string, known: readonly string[]): string | null {
  if (!password.isWellFormed()) return "This password holds a broken character";
  const length = [...password.normalize("NFKC")].length;
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters`;
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters`;
  const plain = foldForGuessing(password);
  if (isRun(password.toLowerCase()) || isCommon(plain))
    return "This is one of the passwords that are tried first; take another";
  if (known.some((text) => isMadeOf(plain, text))) return "Leave out names and addresses that others know";
  return null;
}

/** As somebody who guesses would try it: small letters, signs read as letters. */
function foldForGuessing(password: string): string {
  const letters: Record<string, string> = {
    "@": "a",
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    $: "s",
    "!": "i",
  };
  return password
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[@0134$5!]/g, (sign) => letters[sign] ?? sign);
}

/** One key after another, or few keys again and again. */
function isRun(typed: string): boolean {
  const isOneRun = runs.some((run) => run.includes(typed) || typed.includes(run));
  return isOneRun || new Set(typed).size <= 3 || /^\d{1,10}$/.test(typed);
}

/** Made of words that are tried first, with little between them. */
function isCommon(plain: string): boolean {
  const rest = commonWords.reduce((text, word) => text.replaceAll(word, ""), plain);
  return rest.length < 4 && rest.length < plain.length / 2;
}

/** The name itself with little around it. */
function isMadeOf(plain: string, text: string): boolean {
  const words = foldForGuessing(text.split("@")[0] ?? "").match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return words.some((word) => plain.includes(word) && plain.length - word.length < 8);
}

const runs = [
  "0123456789",
  "9876543210",
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "abcdefghij",
  "poiuytrewq",
  "1qaz2wsx3e",
];
