import { Link } from "react-router";
import { FileFigure } from "./file-figure.tsx";
import { filePath } from "./library-address.ts";
import { moveByArrows } from "./move-by-arrows.ts";
import type { LibraryItem } from "./read-library.ts";
import { saySize, sayUses } from "./say-file.ts";

/** The library as pictures; arrow keys walk among them. */
export function FileGrid({ items }: { items: readonly LibraryItem[] }) {
  return (
    <ul className="thumbs pad" onKeyDown={moveByArrows}>
      {items.map((item) => (
        <li key={item.id} className="cell">
          <input type="checkbox" name="id" value={item.id} form="bulk" aria-label={`Select ${item.name}`} />
          <Link className="thumb" to={filePath(item.id)}>
            <FileFigure item={item} />
            <span title={item.name}>{item.name}</span>
          </Link>
          <small>
            {saySize(item)}
            <br />
            {item.kind === "picture" && item.alt === "" ? (
              <b className="slow">Text missing</b>
            ) : (
              sayUses(item.uses)
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}
