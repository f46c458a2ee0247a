import type { Kind } from "#app/content/kind.ts";
import type { Listed, ListOptions } from "#app/content/published/entries.ts";

/** What an address asks for by one key: short, and without characters that no name of ours can hold. */
export function readWord(search: URLSearchParams, key: string): string {
  return (search.get(key) ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200);
}

/** Which page of a list an address asks for. */
export function readPageNumber(search: URLSearchParams): Pick<ListOptions, "after" | "before"> {
  const before = search.get("before");
  const after = search.get("after");
  if (before) return { before };
  return after ? { after } : {};
}

/** The addresses of the neighbouring pages; `filter` is the part of the query they have in common. */
export function linkPages(path: string, filter: Record<string, string>, page: Omit<Listed<Kind>, "cards">) {
  const link = (cursor: Record<string, string>) => `${path}?${new URLSearchParams({ ...filter, ...cursor })}`;
  return {
    previous: page.previous === null ? null : link({ before: page.previous }),
    next: page.next === null ? null : link({ after: page.next }),
  };
}
