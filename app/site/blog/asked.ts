import type { ListOptions } from "#app/content/entries.ts";
import { readPlace, readWord } from "#app/site/parts/paging.ts";

/** What an address of the blog asks for. */
export interface Asked {
  category: string;
  tag: string;
  query: string;
  place: Pick<ListOptions, "after" | "before">;
}

export function readAsked(search: URLSearchParams): Asked {
  return {
    category: readWord(search, "category"),
    tag: readWord(search, "tag"),
    query: readWord(search, "q"),
    place: readPlace(search),
  };
}

/** The part of the query that all pages of a list have in common. */
export function filterOf({ category, tag }: Asked): Record<string, string> {
  return { ...(category && { category }), ...(tag && { tag }) };
}

export function pathOf(query: Record<string, string>): string {
  const search = new URLSearchParams(query);
  return search.size === 0 ? "/blog" : `/blog?${search}`;
}
