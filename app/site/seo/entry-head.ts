import type { Entry } from "#app/domain/content/entry.ts";
import { coverIdOf, type Kind } from "#app/domain/content/kind.ts";
import { findPictures, largestAddress } from "#app/domain/files/pictures/picture.ts";
import type { Database } from "#app/platform/database/database.ts";
import { shareImage } from "./head.ts";

/** Reads the title, cover and search metadata of an entry's page. */
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
