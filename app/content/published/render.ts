import type { Database } from "#app/database/database.ts";
import { findPictures, largestAddress, pictureHtml } from "#app/files/pictures/picture.ts";
import { toHtml } from "#app/rich-text/html/html.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { picturesIn } from "../links/links.ts";

/** How wide a picture of a text is shown, and one of a gallery in it, as in the `sizes` of HTML. */
const textWidth = "(min-width: 64rem) 40rem, 100vw";
const galleryWidth = "(min-width: 64rem) 20rem, (min-width: 30rem) 50vw, 100vw";

/** Looks up every picture of some rich texts at once and answers what writes their HTML. `lang` is the page's language. */
export async function prepareHtml(
  db: Database,
  docs: readonly RichText[],
  lang?: string,
): Promise<(doc: RichText) => string> {
  const pictures = await findPictures(db, docs.flatMap(picturesIn));
  const picture = (id: string, alt?: string, place?: "gallery") => {
    const found = pictures.get(id);
    if (!found) return null;
    const described = { ...found, alt: alt ?? found.alt };
    return pictureHtml(described, { sizes: place === "gallery" ? galleryWidth : textWidth });
  };
  const large = (id: string) => {
    const found = pictures.get(id);
    return found ? { address: largestAddress(found), alt: found.alt } : null;
  };
  return (doc) => toHtml(doc, { picture, large, lang });
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
