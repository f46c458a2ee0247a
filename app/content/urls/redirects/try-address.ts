import type { Database } from "#app/database/database.ts";
import { followRedirects } from "../redirects.ts";
import { findUrlOwner, type UrlOwner } from "../url-owner.ts";

/** What a visitor meets who asks for an address. */
export interface Tried {
  address: string;
  outcome: "page" | "moved" | "draft" | "lost";
  /** What stands where the way ends, if anything of ours does. */
  place: { title: string | null; path: string } | null;
  /** Addresses on the way, the last one at its end. */
  steps: string[];
}

/** Where an address would lead now, by the same functions that lead visitors. */
export async function tryAddress(db: Database, address: string): Promise<Tried> {
  const there = await findUrlOwner(db, address);
  if (there?.isPublic && !there.isFormer) return { address, outcome: "page", place: show(there), steps: [] };
  if (there?.isPublic) return { address, outcome: "moved", place: show(there), steps: [there.path] };
  const { steps, end, waitsFor } = await followRedirects(db, address);
  if (waitsFor !== null) return { address, outcome: "draft", place: { title: waitsFor, path: "" }, steps };
  if (end === null) return { address, outcome: there ? "draft" : "lost", place: there && show(there), steps };
  const place = end.startsWith("/") ? await findUrlOwner(db, end) : null;
  return { address, outcome: "moved", place: place && show(place), steps };
}

function show({ entry, path }: UrlOwner): Tried["place"] {
  return { title: entry?.title ?? null, path };
}
