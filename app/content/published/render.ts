import type { Database } from "#app/database/database.ts";
import {
  findPictures,
  focalClass,
  largestAddress,
  limitSizes,
  type Picture,
  pictureHtml,
} from "#app/files/pictures/picture.ts";
import { type GalleryPlace, toHtml } from "#app/rich-text/html/html.ts";
import { otherLanguage } from "#app/rich-text/schema/language.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { picturesIn } from "../links/links.ts";

/** How wide a picture of a text is shown, and one of two side by side in a gallery, as in the `sizes` of HTML; a little more rather than less. */
const textWidth = "(min-width: 64rem) 44rem, 92vw";
const halfWidth = "(min-width: 64rem) 22rem, (min-width: 30rem) 48vw, 92vw";

/** Looks up every picture of some rich texts at once and answers what writes their HTML for a page in `lang`. */
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

/** The same for feeds, the API and forms, where nothing opens a picture of a gallery. */
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

/** Width by height of the boxes of pictures side by side. */
const boxShape = 16 / 10;
/** Share of a picture that may be cut off so that it fills its box, and pixels it must be wide. */
const mostCut = 0.17;
const leastWidth = 960;

/** What the style sheet needs to know of a picture: whether it fills its box or row, and whether it is transparent. */
function classOf(picture: Picture, place: GalleryPlace | undefined): string {
  const shape = picture.width / picture.height;
  const cut = 1 - Math.min(shape / boxShape, boxShape / shape);
  const classes = [
    place === "half" && picture.width >= leastWidth && cut <= mostCut && `fill ${focalClass(picture.focal)}`,
    place === "row" && shape >= 1 && "whole",
    picture.isSeeThrough === true && "see-through",
  ];
  return classes.filter(Boolean).join(" ");
}

/** The HTML of one rich text. */
export async function renderHtml(db: Database, doc: RichText, lang?: string): Promise<string> {
  const write = await prepareHtml(db, [doc], lang);
  return write(doc);
}

/** The same HTML with this site's own addresses in full, for feeds and mails. */
export function withFullAddresses(html: string, site: URL): string {
  return html
    .replace(/(<(?:a|img|source)\b[^>]*?\s(?:href|src)=")\/(?!\/)/g, `$1${site.origin}/`)
    .replace(
      /(\ssrcset=")([^"]*)/g,
      (_, before: string, list: string) => before + list.replace(/(^|,\s*)\//g, `$1${site.origin}/`),
    );
}
