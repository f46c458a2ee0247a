import type { Entry } from "#app/content/entry.ts";
import { coverIdOf, type Kind } from "#app/content/kind.ts";
import type { Database } from "#app/database/database.ts";
import { findPictures, largestAddress } from "#app/files/pictures/picture.ts";
import { shareImage } from "./head.ts";

/** How the page of any entry begins, and what it says of itself to search engines. */
export async function readEntryMeta(db: Database, kind: Kind, { title, slug, path, data }: Entry) {
  const { seo, summary } = data;
  const coverId = coverIdOf(kind, data);
  const pictures = await findPictures(
    db,
    [coverId, seo.image].flatMap((id) => id ?? []),
  );
  const shared = pictures.get(seo.image ?? "");
  return {
    title,
    path,
    summary,
    cover: pictures.get(coverId ?? "") ?? null,
    search: {
      title: seo.title || title,
      description: seo.description || summary,
      path,
      image: shared ? largestAddress(shared) : shareImage(kind, slug),
    },
  };
}
