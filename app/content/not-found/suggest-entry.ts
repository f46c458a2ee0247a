import type { Database } from "#app/database/database.ts";
import { likenessOf } from "#app/text/likeness.ts";
import { wordsOf } from "#app/text/words.ts";
import { kinds } from "../kinds.ts";
import { searchPublished } from "../search/search.ts";
import { slugKey } from "../urls/slug.ts";

export interface Suggestion {
  id: string;
  title: string;
  path: string;
  kind: string;
}

/** The public entry that a lost address most likely means, by its words; null when none comes near. */
export async function suggestEntry(db: Database, address: string): Promise<Suggestion | null> {
  const step = lastStep(address);
  const words = [...new Set(wordsOf(step))].filter((word) => word.length > 2 && !/^\d+$/.test(word));
  const wanted = words.toSorted((one, other) => other.length - one.length).slice(0, 5);
  for (let many = wanted.length; many > 0; many -= 1) {
    const found = await searchPublished(db, wanted.slice(0, many).join(" "), { limit: 8 });
    const near = found
      .map(({ kind, card }) => ({
        kind,
        card,
        likeness: likenessOfAddress(step, card.slug, address, kind.path),
      }))
      .toSorted((one, other) => other.likeness - one.likeness)[0];
    if (near && near.likeness >= leastLikeness)
      return { id: near.card.id, title: near.card.title, path: near.card.path, kind: near.kind.name };
  }
  return null;
}

/** Below this an address and a title have little but a word in common. */
const leastLikeness = 0.3;

/** A little more when they stand in the same list. */
function likenessOfAddress(step: string, slug: string, address: string, listPath: string): number {
  const likeness = likenessOf(slugKey(step), slugKey(slug));
  return likeness + (address.toLowerCase().startsWith(`${listPath}/`) ? 0.1 : 0);
}

/** What the address calls its page, without the ending that old sites gave their files. */
function lastStep(address: string): string {
  const steps = address.split("/").filter((step) => step !== "");
  const isList = (step: string) => kinds.some(({ path }) => path === `/${step.toLowerCase()}`);
  const step = steps.findLast((one) => !isList(one)) ?? "";
  try {
    return decodeURIComponent(step).replace(/\.\w{2,5}$/, "");
  } catch {
    return step;
  }
}
