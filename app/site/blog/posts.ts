import { listCategories } from "#app/content/categories/categories.ts";
import type { Card } from "#app/content/entry.ts";
import type { blog } from "#app/content/kinds/blog.ts";
import type { Database } from "#app/database/database.ts";
import type { Picture } from "#app/files/pictures/picture.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";

/** A post as lists show it. */
export interface PostRow {
  title: string;
  path: string;
  summary: string;
  day: string;
  minutes: number;
  category: string;
  cover: Picture | null;
  lang: "bn" | undefined;
}

/** Posts with the names of their first categories. */
export async function presentPosts(db: Database, cards: readonly Card<typeof blog>[]): Promise<PostRow[]> {
  const names = new Map((await listCategories(db, "blog")).map(({ id, name }) => [id, name]));
  return cards.map(({ title, path, data, minutes, cover, publishedAt }) => ({
    title,
    path,
    summary: data.summary,
    day: data.publishedOn || (publishedAt ?? "").slice(0, 10),
    minutes,
    category: names.get(data.categories[0] ?? "") ?? "",
    cover,
    lang: isMainlyBangla(title) ? "bn" : undefined,
  }));
}
