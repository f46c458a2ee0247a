import { acceptDocument, isPdf } from "./accept-document.ts";
import { acceptPicture } from "./accept-picture.ts";
import type { AcceptedFile } from "./accepted-file.ts";

/** Reads a picture or a PDF, whatever its name says. Throws a Refusal in words for anything else. */
export function acceptFile(bytes: Uint8Array): Promise<AcceptedFile> {
  return isPdf(bytes) ? acceptDocument(bytes) : acceptPicture(bytes);
}
