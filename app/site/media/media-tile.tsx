import { Link } from "react-router";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import type { Look } from "#app/weave/looks.ts";
import { MediaMeta } from "./media-meta.tsx";
import type { MediaRow } from "./media-page.ts";

interface MediaTileProps {
  item: MediaRow;
  look: Look | undefined;
  /** How wide its picture is shown on a wide page, in rem. */
  width: number;
  /** For what stands above the fold. */
  eager?: boolean;
}

/** One item among others: its picture, what kind it is, title and summary. */
export function MediaTile({ item, look, width, eager = false }: MediaTileProps) {
  return (
    <li>
      <Link to={item.path} viewTransition>
        <Cover
          picture={item.cover}
          seed={item.title}
          look={look}
          width={640}
          height={480}
          sizes={`(min-width: 64rem) ${width}rem, (min-width: 40rem) 39vw, 79vw`}
          eager={eager}
        />
        <div className="tile-text">
          <MediaMeta item={item} />
          <h3 lang={item.lang}>{item.title}</h3>
          {item.summary && <p lang={item.lang}>{item.summary}</p>}
        </div>
      </Link>
    </li>
  );
}
