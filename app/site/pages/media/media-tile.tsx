import type { Look } from "#app/lib/weave/looks.ts";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { MediaMeta } from "./media-meta.tsx";
import type { MediaRow } from "./media-page.ts";

interface MediaTileProps {
  item: MediaRow;
  look: Look | undefined;
  /** Columns of its picture, of twelve on a wide page; see `media.css` and `media-item.css`. */
  columns: keyof typeof widths;
  /** For items above the fold. */
  eager?: boolean;
}

/** Width of a picture by its columns, in rem. */
const widths = { 4: 21, 5: 26.5, 6: 32, 7: 37 };

/** An item of a list: picture, type, title and summary. */
export function MediaTile({ item, look, columns, eager = false }: MediaTileProps) {
  return (
    <li>
      <a href={item.path}>
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
      </a>
    </li>
  );
}
