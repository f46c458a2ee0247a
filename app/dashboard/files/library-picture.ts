import type { PictureChoice } from "#app/fields/form-context.ts";
import { pictureAddress, widthsOf } from "#app/files/pictures/picture.ts";

/** A picture of the library, as the parts of the dashboard that choose one pass it around. */
export type LibraryPicture = PictureChoice;

/** A file as the API writes it; only what is read here. */
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

/** A picture of the library by its id; null where there is none, or it can't be asked for. */
export async function fetchPicture(id: string): Promise<LibraryPicture | null> {
  try {
    const answer = await fetch(`/api/files/${encodeURIComponent(id)}`);
    if (!answer.ok) return null;
    // As /api/openapi.json says.
    const file = (await answer.json()) as FileAnswer;
    return file.kind === "picture" ? pictureOf(file) : null;
  } catch {
    return null;
  }
}

/** Saves the alternative text of a file of the library; false if that failed. */
export async function saveAltText(id: string, alt: string): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ alt });
  const answer = await fetch(`/api/files/${id}`, { method: "PATCH", headers, body }).catch(() => null);
  return answer?.ok ?? false;
}

/** Where the smallest file of a picture stands, and all of them. */
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
