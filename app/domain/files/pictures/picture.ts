import { cachedById, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { revisedName } from "../library/file-address.ts";

/** A library picture for pages; its files are at `pictureAddress`. */
export interface Picture {
  id: string;
  /** Increases when the bytes are replaced. */
  revision: number;
  alt: string;
  width: number;
  height: number;
  /** Position of the subject, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  /** A tiny blurred version as a data URL. */
  placeholder: string;
  /** Whether parts are transparent. */
  hasTransparency?: true;
}

const sizes = [320, 640, 960, 1280, 1920] as const;

/** Widths of the stored files: all below the picture's own, and its own up to 1,920. */
export function widthsOf(width: number): number[] {
  const smaller = sizes.filter((size) => size < width);
  return [...smaller, Math.min(width, 1920)];
}

/** The address of a picture file of one width, which may be cached forever. */
export function pictureAddress(
  { id, revision }: Pick<Picture, "id" | "revision">,
  width: number,
  format: "avif" | "webp",
): string {
  return `/files/${id}/${revisedName(revision, `${width}.${format}`)}`;
}

/** Address of the largest file, for clients without `srcset`. */
export function largestAddress(picture: Pick<Picture, "id" | "revision" | "width">): string {
  return pictureAddress(picture, widthsOf(picture.width).at(-1) ?? picture.width, "webp");
}

/** Width of the file for e-mails in pixels, twice its displayed width. */
export const mailWidth = 1024;

/**
 * Name of the file for e-mails: PNG if transparent, else JPEG, because Outlook for Windows shows
 * neither WebP nor AVIF.
 */
export function mailPictureName(isTransparent: boolean): string {
  return isTransparent ? "mail.png" : "mail.jpg";
}

export function mailPictureAddress({
  id,
  revision,
  placeholder,
}: Pick<Picture, "id" | "revision" | "placeholder">): string {
  return `/files/${id}/${revisedName(revision, mailPictureName(hasTransparency(placeholder)))}`;
}

/** Removes the placeholder, for places that do not show it. */
export function withoutPlaceholder(picture: Picture | null | undefined): Picture | null {
  return picture ? { ...picture, placeholder: "" } : null;
}

/** CSS class for one of nine focal areas, in place of an inline style. */
export function focalClass([x, y]: Picture["focal"]): string {
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  return `focal-${third(y) * 3 + third(x) + 1}`;
}

/**
 * Finds pictures by id, ignoring empty ids, documents and trashed files. Cached until a public
 * change of a file.
 */
export function findPictures(db: Database, ids: Iterable<string>): Promise<ReadonlyMap<string, Picture>> {
  const wanted = [...ids].filter((id) => id !== "");
  return cachedById(db, "pictures", [cacheTags.files], wanted, (missing) => readPictures(db, missing));
}

async function readPictures(db: Database, ids: readonly string[]): Promise<Picture[]> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "revision", "alt", "width", "height", "focal_x", "focal_y", "placeholder"])
    .where("id", "in", ids)
    .where("type", "like", "image/%")
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ focal_x, focal_y, ...row }) => ({
    ...row,
    focal: [focal_x, focal_y],
    ...(hasTransparency(row.placeholder) && { hasTransparency: true }),
  }));
}

/**
 * Limits each width in `sizes`, in `rem` or `vw`, to the picture's own, so that small pictures are
 * not enlarged.
 */
export function limitSizes(sizes: string, { width }: Pick<Picture, "width">): string {
  return width >= 1280
    ? sizes
    : sizes.replace(/[\d.]+(?:rem|vw)(?=,|$)/g, (one) => `min(${one}, ${width}px)`);
}

export interface PictureHtmlOptions {
  /** Displayed width, as in the HTML attribute `sizes`. */
  sizes: string;
  /** False for pictures above the fold. */
  lazy?: boolean;
  /** Whether it is the largest element above the fold. */
  priority?: boolean;
  className?: string;
  /** Language of the alt text, if not the page's. */
  lang?: string | undefined;
}

/**
 * The HTML of a picture in both formats, without a placeholder: in a text, the reserved size is
 * enough, and pages allow no inline styles.
 */
export function pictureHtml(
  picture: Picture,
  { sizes, lazy = true, priority = false, className = "", lang }: PictureHtmlOptions,
): string {
  const { alt, width, height } = picture;
  const image = {
    ...(className === "" ? {} : { class: className }),
    ...(lang === undefined ? {} : { lang }),
    src: largestAddress(picture),
    srcset: sourcesOf(picture, "webp"),
    sizes,
    alt,
    width,
    height,
    loading: lazy && !priority ? "lazy" : "eager",
    decoding: "async",
    ...(priority ? { fetchpriority: "high" } : {}),
  };
  const avif = { type: "image/avif", srcset: sourcesOf(picture, "avif"), sizes };
  return `<picture><source${attributes(avif)}><img${attributes(image)}></picture>`;
}

function sourcesOf(picture: Picture, format: "avif" | "webp"): string {
  return widthsOf(picture.width)
    .map((size) => `${pictureAddress(picture, size, format)} ${size}w`)
    .join(", ");
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const webp = "data:image/webp;base64,";
/** Base64 characters that hold the first 21 bytes. */
const headLength = 28;

/** Whether a picture is transparent, from its placeholder: an extended WebP with the alpha flag. */
export function hasTransparency(placeholder: string): boolean {
  if (!placeholder.startsWith(webp)) return false;
  const head = Buffer.from(placeholder.slice(webp.length, webp.length + headLength), "base64");
  return head.toString("latin1", 12, 16) === "VP8X" && ((head[20] ?? 0) & 0x10) !== 0;
}
