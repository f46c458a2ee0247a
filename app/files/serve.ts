import type { Database } from "#app/database/database.ts";
import type { FileStore } from "./store.ts";

/** `/files/{id}/{width}.{avif|webp}`: a picture of the library, for ever the same; anything else is not there. */
export async function servePicture(store: FileStore, db: Database, pathname: string): Promise<Response> {
  const [, id, file, format] = address.exec(pathname) ?? [];
  if (!id || !format) return notThere();
  const bytes = (await isInLibrary(db, id)) ? await store.read(`${id}/${file}.${format}`) : null;
  if (!bytes) return notThere();
  return new Response(bytes, {
    headers: {
      ...guards,
      "content-type": `image/${format}`,
      "content-length": String(bytes.byteLength),
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${id}-${file}-${format}"`,
    },
  });
}

const address = /^\/files\/([a-z0-9][a-z0-9-]{7,63})\/([1-9]\d{0,4})\.(avif|webp)$/;

/** Opened on its own, a picture can do nothing at all. */
const guards = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** Files of an import that is still running, or of a picture that was removed, are not shown. */
async function isInLibrary(db: Database, id: string): Promise<boolean> {
  const row = await db.query.selectFrom("files").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

function notThere(): Response {
  return new Response("There is no such picture.\n", {
    status: 404,
    headers: { ...guards, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
