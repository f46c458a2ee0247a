import { type LibraryPicture, pictureOf } from "../library-picture.ts";
import { addFile, NotSent } from "./send-file.ts";

/**
 * Adds a picture to the library from the browser. `onProgress` hears from 0 to 1 how much has left; drawing it in all sizes
 * takes some seconds more. Rejects with an Error whose message is for people.
 */
export async function uploadPicture(
  file: File,
  onProgress?: (part: number) => void,
  alt = "",
): Promise<LibraryPicture> {
  const added = await addFile(file, { texts: { alt }, key: crypto.randomUUID(), onProgress });
  if (added.kind !== "picture") throw new NotSent("This is a PDF, not a picture.", false);
  return pictureOf(added);
}
