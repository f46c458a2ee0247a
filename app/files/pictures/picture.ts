import { cachedById, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { revisedName } from "../library/file-address.ts";

/** A picture of the library as pages need it; its files stand at `pictureAddress`. */
export interface Picture {
  id: string;
  /** Grows when other bytes are put in its place. */
  revision: number;
  alt: string;
  width: number;
  height: number;
  /** Where the subject is, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  /** A tiny blurred version as a data address. */
  placeholder: string;
  /** Whether parts of it are transparent. */
  isSeeThrough?: true;
}

const sizes = [320, 640, 960, 1280, 1920] as const;

/** Widths in which a picture is kept: those below its own, and the next one down to its own. */
export function widthsOf(width: number): number[] {
  const smaller = sizes.filter((size) => size < width);
  return [...smaller, Math.min(width, 1920)];
}

/** Where a picture's file of one width stands; what stands there never changes, so it may be cached for ever. */
export function pictureAddress(
  { id, revision }: Pick<Picture, "id" | "revision">,
  width: number,
  format: "avif" | "webp",
): string {
  return `/files/${id}/${revisedName(revision, `${width}.${format}`)}`;
}

/** Its largest file, for programs that take no choice of sizes. */
export function largestAddress(picture: Pick<Picture, "id" | "revision" | "width">): string {
  return pictureAddress(picture, widthsOf(picture.width).at(-1) ?? picture.width, "webp");
}

/** Widest file for e-mails, in pixels: twice their width on the screen. */
export const mailWidth = 1024;

/** Its file for e-mails, since Outlook for Windows shows neither WebP nor AVIF: a PNG where parts of it are transparent, else a JPEG. */
export function mailPictureName(isTransparent: boolean): string {
  return isTransparent ? "mail.png" : "mail.jpg";
}

export function mailPictureAddress({
  id,
  revision,
  placeholder,
}: Pick<Picture, "id" | "revision" | "placeholder">): string {
  return `/files/${id}/${revisedName(revision, mailPictureName(isSeeThrough(placeholder)))}`;
}

/** For a place that shows no glimpse: its bytes would only make the page heavier. */
export function withoutGlimpse(picture: Picture | null | undefined): Picture | null {
  return picture ? { ...picture, placeholder: "" } : null;
}

/** Nine places of a subject, three by three; the style sheet knows them, so that no style stands in the page. */
export function focalClass([x, y]: Picture["focal"]): string {
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  return `focal-${third(y) * 3 + third(x) + 1}`;
}

/**
 * Pictures by their ids; what is no picture, or lies in the trash, is not found. An empty id stands for none, and is not asked for.
 * They are remembered until a file is shown otherwise.
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
    ...(isSeeThrough(row.placeholder) && { isSeeThrough: true }),
  }));
}

/** `sizes` with every width, in `rem` or `vw`, limited to the picture's own, so that a small one is not blown up where it is as large as `sizes` says. */
export function limitSizes(sizes: string, { width }: Pick<Picture, "width">): string {
  return width >= 1280
    ? sizes
    : sizes.replace(/[\d.]+(?:rem|vw)(?=,|$)/g, (one) => `min(${one}, ${width}px)`);
}

export interface PictureHtmlOptions {
  /** How wide it is shown, as in the `sizes` of HTML. */
  sizes: string;
  /** True unless it stands above the fold. */
  lazy?: boolean;
  /** The largest thing above the fold. */
  priority?: boolean;
  className?: string;
  /** Of its alt text, where that is not the page's. */
  lang?: string | undefined;
}

/**
 * The HTML of a picture in both formats. Its placeholder is left to pages that lay one behind it:
 * inside a text the size kept free is enough, and no style may stand in the page.
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
/** Letters of base64 that hold the 21 bytes which are looked at. */
const headLength = 28;

/** Whether parts of a picture are transparent, which its placeholder says in the head of its file (WebP: an extended file with the flag of an alpha channel). */
export function isSeeThrough(placeholder: string): boolean {
  if (!placeholder.startsWith(webp)) return false;
  const head = Buffer.from(placeholder.slice(webp.length, webp.length + headLength), "base64");
  return head.toString("latin1", 12, 16) === "VP8X" && ((head[20] ?? 0) & 0x10) !== 0;
}
