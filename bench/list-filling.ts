import { createCategory } from "#app/content/categories/categories.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { sortKeyOf } from "#app/content/published/sort-key.ts";
import { titleKeyOf } from "#app/content/staff-list/newest-title.ts";
import { states } from "#app/content/staff-list/staff-filter.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { wordsOf } from "#app/text/words.ts";

/** Fills a database with posts as years of work would leave them, row by row: a hundred thousand saves would take an hour. */
export async function fillPosts(db: Database, size: number): Promise<{ often: string; seldom: string }> {
  const [often, seldom] = await write(db, async (tx) => [
    await createCategory(tx, "blog", { name: "Engineering" }),
    await createCategory(tx, "blog", { name: "Printing" }),
  ]);
  const ids = { often: often?.id ?? "", seldom: seldom?.id ?? "" };
  for (let from = 0; from < size; from += 500)
    await write(db, (tx) => insertPosts(tx, ids, from, Math.min(from + 500, size)));
  return ids;
}

async function insertPosts(
  tx: Writing,
  ids: { often: string; seldom: string },
  from: number,
  to: number,
): Promise<void> {
  const posts = Array.from({ length: to - from }, (_, n) => aPost(from + n, ids));
  await tx.query
    .insertInto("entries")
    .values(posts.map(({ row }) => row))
    .execute();
  await tx.query
    .insertInto("entry_versions")
    .values(posts.map(({ version }) => version))
    .execute();
  await tx.query
    .insertInto("entry_links")
    .values(posts.map(({ link }) => link))
    .execute();
  await tx.query
    .insertInto("entry_title_words")
    .values(posts.flatMap(({ words }) => words))
    .execute();
}

const nouns = [
  "ledger",
  "river",
  "ferry",
  "loom",
  "thread",
  "office",
  "invoice",
  "paper",
  "bridge",
  "harbour",
  "নদী",
  "clinic",
  "queue",
  "ঘাট",
  "engine",
];

function aPost(n: number, { often, seldom }: { often: string; seldom: string }) {
  const id = `0190${n.toString(16).padStart(4, "0").slice(-4)}-${n.toString(16).padStart(8, "0")}-bench`;
  const pick = (k: number) => nouns[(n * 7 + k * 5) % nouns.length] ?? "";
  const title = `${pick(0)} ${pick(1)} and the ${n === 4321 ? "needle" : pick(2)} ${n}`;
  const at = new Date(Date.UTC(2015, 0, 1) + ((n * 7919) % 100_000) * 3_000_000).toISOString();
  const state = states[n % 100 === 0 ? 1 : n % 3 === 0 ? 0 : 2] ?? "draft";
  const isLive = state === "published";
  const category = n % 1000 === 7 ? seldom : often;
  const data = { title, summary: title, cover: null, categories: [category], tags: [], author: "The studio" };
  const row = {
    id,
    kind: "blog",
    slug: `post-${n}`,
    slug_key: `post-${n}`,
    next_slug_key: null,
    title,
    state,
    position: n * 1024,
    live_version: isLive ? 1 : null,
    latest_version: 1,
    publish_at: null,
    unpublish_at: null,
    published_at: isLive ? at : null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    title_key: titleKeyOf(title),
    author_id: n % 500 === 3 ? "author-seldom" : "author-often",
    sort_key: sortKeyOf(blog, { ...data, publishedOn: at.slice(0, 10) } as never, 0, at), // the only field it reads
  };
  const version = {
    entry_id: id,
    number: 1,
    data: JSON.stringify(data),
    card: JSON.stringify(data),
    words: 100,
    author_id: row.author_id,
    note: "",
    is_autosave: 0,
    created_at: at,
  };
  const link = {
    from_entry: id,
    field: "categories",
    to_type: "category",
    to_id: category,
    is_live: 1,
  } as const;
  const words = [...new Set(wordsOf(title))].map((word) => ({ entry_id: id, kind: "blog", word }));
  return { row, version, link, words };
}
