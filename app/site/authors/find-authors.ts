import { author } from "#app/content/kinds/author.ts";
import { listByIds } from "#app/content/published/entries.ts";
import type { Database } from "#app/database/database.ts";
import type { Picture } from "#app/files/pictures/picture.ts";

/** An author as posts and lists show them. */
export interface AuthorFacts {
  name: string;
  role: string;
  bio: string;
  path: string;
  picture: Picture | null;
}

/** Public authors by id. */
export async function findAuthors(
  db: Database,
  ids: readonly (string | null)[],
): Promise<Map<string, AuthorFacts>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const cards = await listByIds(db, author, wanted);
  return new Map(
    cards.map(({ id, title, path, cover, data }) => [
      id,
      { name: title, role: data.role, bio: data.summary, path, picture: cover },
    ]),
  );
}
