import type { MouseEvent } from "react";
import { type Picture as LibraryPicture, largestAddress, limitSizes } from "#app/files/pictures/picture.ts";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { nameEnlarging } from "#app/text/picture-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Cover, type CoverProps, PictureView } from "./picture.tsx";
import { useViewer } from "./use-viewer.ts";

interface GalleryProps {
  pictures: readonly LibraryPicture[];
  /** All that one turns through once one of them is large, of which these are some in a row; these alone if nothing is said. */
  among?: readonly LibraryPicture[];
  /** How many of `among` come before these. */
  before?: number;
  /** What is to be seen, for those who can't see it. */
  label: string;
  /** Of the label, and of the words that the viewer says. */
  lang?: "bn" | undefined;
}

/** How wide one in a row of its own is shown, and one of two, as in the `sizes` of HTML. */
const rowWidth = "(min-width: 88rem) 63rem, (min-width: 64rem) 73vw, (min-width: 40rem) 77vw, 92vw";
const halfWidth = "(min-width: 40rem) 45vw, 92vw";

/** Pictures that open large over the page; without scripts each is a link to its largest file. */
export function Gallery({ pictures, among = pictures, before = 0, label, lang }: GalleryProps) {
  const { viewer, linkTo } = useEnlarging(among, lang);
  if (pictures.length === 0) return null;
  return (
    <section className="shots page-grid" aria-label={label} lang={lang}>
      {pictures.map((picture, index) => {
        const at = before + index;
        const isRow = index === 0 && pictures.length % 2 === 1;
        return (
          <a key={`${at} ${picture.id}`} {...linkTo(picture, at)}>
            <PictureView
              className={picture.isSeeThrough === true ? "see-through" : ""}
              picture={picture}
              hasGlimpse={hasGlimpse(picture)}
              sizes={limitSizes(isRow ? rowWidth : halfWidth, picture)}
            />
            <span className="sign">
              <Icon name="maximize-2" />
            </span>
          </a>
        );
      })}
      {viewer}
    </section>
  );
}

interface EnlargedCoverProps extends CoverProps {
  picture: LibraryPicture;
  /** The pictures of the page, this one first. */
  among: readonly LibraryPicture[];
  lang?: "bn" | undefined;
}

/** The cover of a page, which opens large as a picture of a gallery does. */
export function EnlargedCover({ picture, among, lang, ...cover }: EnlargedCoverProps) {
  const { viewer, linkTo } = useEnlarging(among, lang);
  return (
    <>
      <a className="cover-link full" {...linkTo(picture, 0)}>
        <Cover {...cover} picture={picture} />
        <span className="sign" lang={lang}>
          <Icon name="maximize-2" /> {lang ? "বড় করে দেখুন" : "Enlarge"}
        </span>
      </a>
      {viewer}
    </>
  );
}

/** The viewer of some pictures, and the link that opens it at one of them. */
function useEnlarging(among: readonly LibraryPicture[], lang: "bn" | undefined) {
  const { viewer, open, fetchViewer } = useViewer();
  const linkTo = (picture: LibraryPicture, at: number) => ({
    href: largestAddress(picture),
    "aria-label": nameEnlarging({ at: at + 1, count: among.length, alt: picture.alt }, lang),
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      const link = event.currentTarget;
      open(link, ({ drawLibraryViewer }, close) => drawLibraryViewer({ link, lang, close }, among, at));
    },
    onPointerEnter: fetchViewer,
    onFocus: fetchViewer,
  });
  return { viewer, linkTo };
}

/** What fills the place of a picture until it has come would be seen around a small one, and through a transparent one. */
function hasGlimpse({ width, isSeeThrough }: LibraryPicture): boolean {
  return width >= 1280 && isSeeThrough !== true;
}
