import { pictureAddress, widthsOf } from "#app/domain/files/pictures/picture.ts";
import type { PictureChoice } from "#app/lib/fields/form-context.ts";

/** Picture of the library, as passed between the parts of the dashboard that choose one. */
export type LibraryPicture = PictureChoice;

/** File in the API's format, reduced to the properties read here. */
export interface FileAnswer extends Omit<LibraryPicture, "id" | "thumb" | "srcset"> {
  _id: string;
  kind: "picture" | "pdf";
  revision: number;
  version: number;
}

export function pictureOf({ _id: id, revision, ...file }: FileAnswer): LibraryPicture {
  const { name, alt, width, height, focal, placeholder } = file;
  return { id, name, alt, width, height, focal, placeholder, ...addressesOf({ id, revision, width }) };
}

/** Fetches a picture of the library by its id; null when it does not exist or the request fails. */
export async function fetchPicture(id: string): Promise<LibraryPicture | null> {
  try {
    const answer = await fetch(`/api/files/${encodeURIComponent(id)}`);
    if (!answer.ok) return null;
    // Typed as in /api/openapi.json.
    const file = (await answer.json()) as FileAnswer;
    return file.kind === "picture" ? pictureOf(file) : null;
  } catch {
    return null;
  }
}

/** Saves the alternative text of a file; false when that failed. */
export async function saveAltText(id: string, alt: string): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ alt });
  const answer = await fetch(`/api/files/${id}`, { method: "PATCH", headers, body }).catch(() => null);
  return answer?.ok ?? false;
}

/** Address of the smallest size of a picture, and the `srcset` of all sizes. */
export function addressesOf(
  picture: Parameters<typeof pictureAddress>[0] & { width: number },
): Pick<LibraryPicture, "thumb" | "srcset"> {
  const files = widthsOf(picture.width).map((width) => ({
    width,
    address: pictureAddress(picture, width, "webp"),
  }));
  return {
    thumb: files[0]?.address ?? "",
    srcset: files.map(({ address, width }) => `${address} ${width}w`).join(", "),
  };
}
