import type { Database } from "#app/platform/database/database.ts";
import { documentAddress, documentName, readRevision, revisedName } from "./library/file-address.ts";
import { type FileRow, pdfType } from "./library/library.ts";
import { largestAddress, mailPictureAddress, pictureAddress, widthsOf } from "./pictures/picture.ts";
import { type FileStore, StoreUnavailable } from "./store/store.ts";

/**
 * Serves `/files/{id}/{width}.{avif|webp}`, `/files/{id}/mail.{jpg|png}` and
 * `/files/{id}/document.pdf`, which never expire because new bytes get new addresses. `/files/{id}`
 * and addresses of replaced bytes redirect to the current file.
 */
export async function serveFile(store: FileStore, db: Database, pathname: string): Promise<Response> {
  const [, id, stored] = address.exec(pathname) ?? [];
  const row = id ? await findRow(db, id) : undefined;
  if (!row) return notFound();
  if (!stored) return redirectTo(row.type === pdfType ? documentAddress(row) : largestAddress(row));
  const requested = readRevision(stored);
  if (requested.revision !== row.revision) return redirectToCurrent(row, requested);
  if (!isServed(row, requested.name)) return notFound();
  try {
    const bytes = await store.read(`${row.id}/${stored}`);
    return bytes ? answerFile(row, requested.name, bytes) : notFound();
  } catch (error) {
    if (error instanceof StoreUnavailable) return unavailable();
    throw error;
  }
}

const address = /^\/files\/([a-z0-9][a-z0-9-]{7,63})(?:\/((?:\d{1,6}-)?[a-z0-9]{1,10}\.[a-z]{3,4}))?$/;

type ServedRow = Pick<
  FileRow,
  "id" | "name" | "type" | "revision" | "last_revision" | "width" | "placeholder"
>;

/** Excludes trashed files and those of a running import. */
function findRow(db: Database, id: string): Promise<ServedRow | undefined> {
  return db.query
    .selectFrom("files")
    .select(["id", "name", "type", "revision", "last_revision", "width", "placeholder"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Whether a stored file is public; of a picture only its sizes are. */
function isServed({ type }: ServedRow, name: string): boolean {
  return type === pdfType
    ? name === documentName
    : /^(?:[1-9]\d{0,4}\.(?:avif|webp)|mail\.(?:jpg|png))$/.test(name);
}

function answerFile(row: ServedRow, name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  const isDocument = row.type === pdfType;
  return new Response(bytes, {
    headers: {
      ...securityHeaders,
      "content-type": isDocument ? pdfType : `image/${(name.split(".")[1] ?? "").replace("jpg", "jpeg")}`,
      "content-length": String(bytes.byteLength),
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${row.id}-${revisedName(row.revision, name).replace(".", "-")}"`,
      ...(isDocument && { "content-disposition": attachmentNamed(row.name) }),
    },
  });
}

/** Headers that prevent a directly opened file from running scripts. */
const securityHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** RFC 6266: characters outside ASCII go into the extended name, which current browsers prefer. */
function attachmentNamed(name: string): string {
  const withExtension = /\.pdf$/i.test(name) ? name : `${name}.pdf`;
  const plain = withExtension.replace(/[^\w. -]/g, "_");
  const extended = encodeURIComponent(withExtension.toWellFormed()).replace(/['()*]/g, percent);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Redirects to the current bytes in the nearest size. */
function redirectToCurrent(row: ServedRow, requested: { revision: number; name: string }): Response {
  if (requested.revision > row.last_revision || !isServed(row, requested.name)) return notFound();
  if (row.type === pdfType) return redirectTo(documentAddress(row));
  // Sent mails contain the former address.
  if (requested.name.startsWith("mail.")) return redirectTo(mailPictureAddress(row));
  const widths = widthsOf(row.width);
  const width =
    widths.find((one) => one >= Number.parseInt(requested.name, 10)) ?? widths.at(-1) ?? row.width;
  return redirectTo(pictureAddress(row, width, requested.name.endsWith("avif") ? "avif" : "webp"));
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { ...securityHeaders, location, "cache-control": "no-cache" },
  });
}

function notFound(): Response {
  return respond("There is no such file.", 404);
}

function unavailable(): Response {
  return respond("This file isn't available right now. Try again soon.", 503, { "retry-after": "30" });
}

function respond(message: string, status: 404 | 503, headers: Record<string, string> = {}): Response {
  const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(`${message}\n`, { status, headers: { ...securityHeaders, ...plain, ...headers } });
}
