import { z } from "zod";
import { normalizeText } from "#app/text/normalize.ts";
import { plainText } from "#app/text/plain-text.ts";
import { wordsOf } from "#app/text/words.ts";

/** A file's name as text: no folders, nothing invisible, no turns of direction, and never empty. */
export function cleanName(name: string): string {
  const last = normalizeText(name.toWellFormed()).split(/[/\\]/).at(-1) ?? "";
  const plain = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim();
  return plain.length <= 120 ? plain || "file" : plain.slice(-120).toWellFormed();
}

export const altSchema = plainText({ max: 1000 });

export const tagsSchema = z
  .array(plainText({ max: 40 }).pipe(z.string().min(1, "A tag needs a name")))
  .max(20, "Use at most 20 tags")
  .transform((tags) => [...new Map(tags.map((tag) => [foldText(tag), tag])).values()]);

/** By which texts are told apart and ordered: one Unicode form, no difference of case. */
export function foldText(text: string): string {
  return normalizeText(text).toLowerCase();
}

/** What a search looks in: every word after a space, so that words are found by their beginnings. */
export function searchText(file: { name: string; alt: string; tags: readonly string[] }): string {
  return ` ${wordsOf([file.name, file.alt, ...file.tags].join(" ")).join(" ")}`;
}
