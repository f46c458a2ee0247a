import { serveFile } from "../domain/files/serve.ts";
import type { FileStore } from "../domain/files/store/store.ts";
import type { Database } from "../platform/database/database.ts";
import { redirectTo } from "../platform/http/responses/refusals.ts";

/** The permanent address of a file, which redirects to its current version. */
const permanentFile = /^\/files\/[^/?#]+$/;

/**
 * Redirects a former address. A file is answered as at its permanent address, so that browsers
 * follow one redirect, cached no longer than that.
 */
export async function redirectMoved(
  { files, db }: { files: FileStore; db: Database },
  place: string,
): Promise<Response> {
  return permanentFile.test(place) ? serveFile(files, db, place) : redirectTo(place);
}
