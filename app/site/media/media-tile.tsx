import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Look } from "#app/weave/looks.ts";
import { MediaMeta } from "./media-meta.tsx";
import type { MediaRow } from "./media-page.ts";

interface MediaTileProps {
  item: MediaRow;
  look: Look | undefined;
  /** Of the twelve columns of a wide page, how many its picture takes, as `media.css` and `media-item.css` lay it out. */
  columns: keyof typeof widths;
  /** For what stands above the fold. */
  eager?: boolean;
}

/** How wide a picture in so many columns is shown on its cloth, in rem. */
const widths = { 4: 21, 5: 26.5, 6: 32, 7: 37 };

/** One item among others: its picture, what kind it is, title and summary. */
export function MediaTile({ item, look, columns, eager = false }: MediaTileProps) {
  return (
    <li>
      <PageLink to={item.path} viewTransition>
        <Cover
          picture={item.cover}
          seed={item.title}
          look={look}
          width={640}
          height={480}
          sizes={`(min-width: 64rem) ${widths[columns]}rem, (min-width: 40rem) 39vw, 87vw`}
          eager={eager}
        />
        <div className="tile-text">
          <MediaMeta item={item} />
          <h3 lang={item.lang}>{item.title}</h3>
          {item.summary && <p lang={item.lang}>{item.summary}</p>}
        </div>
      </PageLink>
    </li>
  );
}
