import {
  findPictures,
  focalClass,
  largestAddress,
  limitSizes,
  type Picture,
  pictureHtml,
} from "#app/domain/files/pictures/picture.ts";
import { type GalleryPlace, toHtml } from "#app/lib/rich-text/html/html.ts";
import { otherLanguage } from "#app/lib/rich-text/schema/language.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { picturesIn } from "../links/links.ts";

/**
 * Display width of a picture in a text and of one of two in a gallery row, as in the HTML `sizes` attribute, rounded
 * up.
 */
const textWidth = "(min-width: 64rem) 44rem, 92vw";
const halfWidth = "(min-width: 64rem) 22rem, (min-width: 30rem) 48vw, 92vw";

/** Loads all pictures of some rich texts at once; returns a function that renders their HTML for a page in `lang`. */
export async function prepareHtml(
  db: Database,
  docs: readonly RichText[],
  lang?: string,
): Promise<(doc: RichText) => string> {
  const pictures = await findPictures(db, docs.flatMap(picturesIn));
  const large = (id: string) => {
    const found = pictures.get(id);
    return found ? { address: largestAddress(found), alt: found.alt } : null;
  };
  return (doc) => toHtml(doc, { picture: pictureWriter(pictures, lang), large, lang, isOnSite: true });
}

/** `prepareHtml` for feeds, the API and forms, which have no picture viewer. */
export async function prepareHtmlElsewhere(
  db: Database,
  docs: readonly RichText[],
): Promise<(doc: RichText) => string> {
  const picture = pictureWriter(await findPictures(db, docs.flatMap(picturesIn)), undefined);
  return (doc) => toHtml(doc, { picture });
}

function pictureWriter(pictures: ReadonlyMap<string, Picture>, lang: string | undefined) {
  return (id: string, ownAlt?: string, place?: GalleryPlace): string | null => {
    const found = pictures.get(id);
    if (!found) return null;
    const alt = ownAlt ?? found.alt;
    const widths = place === "half" ? halfWidth : textWidth;
    return pictureHtml(
      { ...found, alt },
      {
        sizes: place ? limitSizes(widths, found) : widths,
        className: classOf(found, place),
        lang: otherLanguage(alt, lang),
      },
    );
  };
}

/** Aspect ratio of the boxes of adjacent pictures. */
const boxShape = 16 / 10;
/** Maximum share cropped to fill a box, and minimum width in pixels. */
const maxCut = 0.17;
const leastWidth = 960;

/** CSS classes of a picture: whether it fills its box or row, and whether it is transparent. */
function classOf(picture: Picture, place: GalleryPlace | undefined): string {
  const shape = picture.width / picture.height;
  const cut = 1 - Math.min(shape / boxShape, boxShape / shape);
  const classes = [
    place === "half" && picture.width >= leastWidth && cut <= maxCut && `fill ${focalClass(picture.focal)}`,
    place === "row" && shape >= 1 && "whole",
    picture.hasTransparency === true && "see-through",
  ];
  return classes.filter(Boolean).join(" ");
}

/** HTML of one rich text. */
export async function renderHtml(db: Database, doc: RichText, lang?: string): Promise<string> {
  const write = await prepareHtml(db, [doc], lang);
  return write(doc);
}

/** Replaces paths of this site by full URLs, for feeds and mails. */
export function withFullAddresses(html: string, site: URL): string {
  return html
    .replace(/(<(?:a|img|source)\b[^>]*?\s(?:href|src)=")\/(?!\/)/g, `$1${site.origin}/`)
    .replace(
      /(\ssrcset=")([^"]*)/g,
      (_, before: string, list: string) => before + list.replace(/(^|,\s*)\//g, `$1${site.origin}/`),
    );
}
