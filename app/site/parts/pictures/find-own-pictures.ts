import { findPictures, type Picture } from "#app/domain/files/pictures/picture.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Replaces the picture id of each record by the picture; null if it has none or the picture was deleted. */
export async function findOwnPictures<Row extends { picture: string | null }>(
  db: Database,
  rows: readonly Row[],
): Promise<WithPicture<Row>[]> {
  const pictures = await findPictures(
    db,
    rows.flatMap(({ picture }) => picture ?? []),
  );
  return rows.map((row) => ({ ...row, picture: pictures.get(row.picture ?? "") ?? null }));
}

/** Record with a library picture in place of its id. */
export type WithPicture<Row extends { picture: string | null }> = Omit<Row, "picture"> & {
  picture: Picture | null;
};
