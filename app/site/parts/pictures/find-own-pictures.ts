import { findPictures, type Picture } from "#app/domain/files/pictures/picture.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Records with the picture that each names in place of its id; null where it names none or one that is gone. */
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

/** The same record with a picture of the library where its id was. */
export type WithPicture<Row extends { picture: string | null }> = Omit<Row, "picture"> & {
  picture: Picture | null;
};
