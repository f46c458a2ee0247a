import type { Picture } from "#app/domain/files/pictures/picture.ts";
import { EnlargedCover } from "./gallery.tsx";
import { Cover } from "./picture.tsx";

interface PageCoverProps {
  picture: Picture | null;
  title: string;
  icon?: string;
  /** The pictures of the viewer, the cover first; the cover alone if not given. */
  among?: readonly Picture[];
  lang?: "bn" | undefined;
}

/**
 * Full-width cover below the head of a page: the entry's picture on a generated background, or the background alone.
 */
export function PageCover({ picture, title, icon = "", among, lang }: PageCoverProps) {
  const cover = coverProps(title, icon, picture);
  return (
    <div className="page-grid page-cover">
      {picture ? (
        <EnlargedCover {...cover} picture={picture} among={among ?? [picture]} lang={lang} />
      ) : (
        <Cover {...cover} picture={null} />
      )}
    </div>
  );
}

/** Cover that does not open the viewer, since a button covers it. */
export function StillCover({ picture, title }: Pick<PageCoverProps, "picture" | "title">) {
  return (
    <div className="page-grid page-cover">
      <Cover {...coverProps(title, "", picture)} picture={picture} />
    </div>
  );
}

function coverProps(title: string, icon: string, picture: Picture | null) {
  return {
    className: "cover full",
    seed: title,
    icon,
    width: 1440,
    height: picture ? 800 : 400,
    sizes: "(min-width: 66rem) 62rem, (min-width: 40rem) 94vw, 100vw",
    eager: true,
  };
}
