import { largestAddress, type Picture, pictureAddress, widthsOf } from "./picture.ts";

export interface PictureHtmlOptions {
  /** How wide it is shown, as in the `sizes` of HTML. */
  sizes: string;
  /** True unless it stands above the fold. */
  lazy?: boolean;
  /** The largest thing above the fold. */
  priority?: boolean;
}

/**
 * The HTML of a picture in both formats. Its placeholder is left to pages that lay one behind it:
 * inside a text the size kept free is enough, and no style may stand in the page.
 */
export function pictureHtml(
  picture: Picture,
  { sizes, lazy = true, priority = false }: PictureHtmlOptions,
): string {
  const { alt, width, height } = picture;
  const image = {
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
