import type { Writing } from "#app/database/database.ts";
import { normalizeText } from "#app/text/normalize.ts";
import { wordsOf } from "#app/text/words.ts";
import type { Kind } from "../kind.ts";

/** What the staff's lists sort by: the title without difference of case or form, at most 80 characters of it. */
export function titleKeyOf(title: string): string {
  return [...normalizeText(title).toLowerCase()].slice(0, 80).join("");
}

/** Keeps the words of an entry's newest title, by which the staff's lists find it. */
export async function replaceTitleWords(tx: Writing, kind: Kind, id: string, title: string): Promise<void> {
  const words = new Set(wordsOf(title).map((word) => word.slice(0, 60)));
  const kept = await tx.query
    .selectFrom("entry_title_words")
    .select("word")
    .where("entry_id", "=", id)
    .execute();
  if (kept.length === words.size && kept.every(({ word }) => words.has(word))) return;
  await tx.query.deleteFrom("entry_title_words").where("entry_id", "=", id).execute();
  const rows = [...words].map((word) => ({ entry_id: id, kind: kind.name, word }));
  if (rows.length > 0) await tx.query.insertInto("entry_title_words").values(rows).execute();
}
