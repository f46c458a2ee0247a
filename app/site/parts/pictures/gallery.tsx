import {
  type Picture as LibraryPicture,
  largestAddress,
  limitSizes,
} from "#app/domain/files/pictures/picture.ts";
import { nameEnlarging } from "#app/lib/text/picture-names.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { Cover, type CoverProps, PictureView } from "./picture.tsx";

interface GalleryProps {
  pictures: readonly LibraryPicture[];
  /** All pictures of the viewer, which include these consecutively; by default only these. */
  among?: readonly LibraryPicture[];
  /** Number of pictures in `among` before these. */
  before?: number;
  /** Accessible name of the gallery. */
  label: string;
  /** Language of the label and of the viewer's texts. */
  lang?: "bn" | undefined;
}

/** `sizes` of a picture alone in its row, and of one of two. */
const rowWidth = "(min-width: 88rem) 63rem, (min-width: 64rem) 73vw, (min-width: 40rem) 77vw, 92vw";
const halfWidth = "(min-width: 40rem) 45vw, 92vw";

/** Pictures that open in the viewer; without scripts each links to its largest file. */
export function Gallery({ pictures, among = pictures, before = 0, label, lang }: GalleryProps) {
  if (pictures.length === 0) return null;
  return (
    <section className="shots page-grid" aria-label={label} lang={lang}>
      {pictures.map((picture, index) => {
        const at = before + index;
        const isRow = index === 0 && pictures.length % 2 === 1;
        return (
          <a key={`${at} ${picture.id}`} {...linkTo(picture, { at, count: among.length, lang })}>
            <PictureView
              className={picture.hasTransparency === true ? "see-through" : ""}
              picture={picture}
              needsPlaceholder={needsPlaceholder(picture)}
              sizes={limitSizes(isRow ? rowWidth : halfWidth, picture)}
            />
            <span className="sign">
              <Icon name="maximize-2" />
            </span>
          </a>
        );
      })}
    </section>
  );
}

interface EnlargedCoverProps extends CoverProps {
  picture: LibraryPicture;
  /** The pictures of the page, this one first. */
  among: readonly LibraryPicture[];
  lang?: "bn" | undefined;
}

/** The cover of a page, which opens in the viewer. */
export function EnlargedCover({ picture, among, lang, ...cover }: EnlargedCoverProps) {
  return (
    <a className="cover-link full" {...linkTo(picture, { at: 0, count: among.length, lang })}>
      <Cover {...cover} picture={picture} />
      <span className="sign" lang={lang}>
        <Icon name="maximize-2" /> {lang ? "বড় করে দেখুন" : "Enlarge"}
      </span>
    </a>
  );
}

interface PlaceInGallery {
  /** Index in the viewer, from 0. */
  at: number;
  count: number;
  lang: "bn" | undefined;
}

/** A link that opens the viewer (`page-parts.ts`) with all links of the page that have the same `data-pictures`. */
function linkTo(picture: LibraryPicture, { at, count, lang }: PlaceInGallery) {
  return {
    href: largestAddress(picture),
    "aria-label": nameEnlarging({ at: at + 1, count, alt: picture.alt }, lang),
    lang,
    "data-pictures": count === 1 ? picture.id : "page",
    "data-see-through": picture.hasTransparency === true ? "" : undefined,
  };
}

/** Whether to show a placeholder, which would be visible around a small picture and through a transparent one. */
function needsPlaceholder({ width, hasTransparency }: LibraryPicture): boolean {
  return width >= 1280 && hasTransparency !== true;
}
