import { author } from "#app/content/kinds/author.ts";
import { isReachable, toSlug } from "#app/content/urls/slug.ts";
import type { PlannedEntry, SiteContents } from "../bundle/plan.ts";
import { nameKey } from "../bundle/site-contents.ts";

/** Gives posts that come with no more than an author's name the record of that name, and makes those that are not there. */
export function planAuthors(entries: readonly PlannedEntry[], site: SiteContents): PlannedEntry[] {
  const there = new Set(
    entries.flatMap(({ kind, title }) => (kind === author ? [nameKey(kind.name, title)] : [])),
  );
  const made = new Map<string, PlannedEntry>();
  const posts = entries.map((entry) => {
    const name = entry.authorName;
    if (name === null || !isReachable(toSlug(name))) return entry;
    const key = nameKey(author.name, name);
    const isPublic = entry.state === "published" || made.get(key)?.state === "published";
    if (!there.has(key) && !site.entries.has(key))
      made.set(key, authorOf(name, { ...entry, state: isPublic ? "published" : "draft" }));
    const { draft } = entry;
    return {
      ...entry,
      data: withAuthor(entry.data, name),
      draft: draft && { ...draft, data: withAuthor(draft.data, name) },
    };
  });
  return [...posts, ...made.values()];
}

type DataOfPost = PlannedEntry["data"];

function withAuthor(data: DataOfPost, name: string): DataOfPost {
  return (names) => {
    const own = data(names);
    return { ...own, writtenBy: own.writtenBy ?? names.entry(author.name, name) };
  };
}

function authorOf(title: string, { place, state }: Pick<PlannedEntry, "place" | "state">): PlannedEntry {
  return {
    kind: author,
    title,
    place,
    state,
    data: () => ({ title }),
    draft: null,
    day: null,
    authorName: null,
    position: null,
    publishAt: null,
    unpublishAt: null,
    publishedAt: null,
    createdAt: null,
    updatedAt: null,
    formerAddresses: [],
  };
}
