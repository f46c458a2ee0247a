import { ArrowDown } from "lucide-react";
import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import { FileFigure } from "./file-figure.tsx";
import { saySize, sayUses } from "./format-file.ts";
import { filePath, type LibrarySort, type LibraryView, libraryAddress } from "./library-address.ts";
import type { Library, LibraryItem } from "./read-library.ts";

/** The library as a table. */
export function FileList({ library: { view, items } }: { library: Library }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Select</span>
          </th>
          <SortHead view={view} sort="name" name="Name" />
          <SortHead view={view} sort="largest" name="Size" />
          <th scope="col" className="optional">
            Tags
          </th>
          <th scope="col">Used</th>
          <SortHead view={view} sort="newest" name="Added" />
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} view={view} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, view }: { item: LibraryItem; view: LibraryView }) {
  const { id, kind, name, alt, tags, uses, createdAt } = item;
  return (
    <tr>
      <td>
        <input type="checkbox" name="id" value={id} form="bulk" aria-label={`Select ${name}`} />
      </td>
      <td className="main">
        <div className="title-cell">
          <FileFigure item={item} />
          <span>
            <Link to={filePath(id)}>{name}</Link>
            {kind === "picture" && alt === "" ? (
              <small className="slow">Alt text missing</small>
            ) : (
              <small>{alt}</small>
            )}
          </span>
        </div>
      </td>
      <td className="nowrap hide num">{saySize(item)}</td>
      <td className="optional">
        {tags.map((tag) => (
          <Link key={tag} className="tag" to={libraryAddress({ ...view, tag })}>
            {tag}
          </Link>
        ))}
      </td>
      <td className="nowrap hide">{sayUses(uses)}</td>
      <td className="nowrap hide">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}

function SortHead({ view, sort, name }: { view: LibraryView; sort: LibrarySort; name: string }) {
  const isCurrent = view.sort === sort;
  return (
    <th scope="col" aria-sort={isCurrent ? (sort === "name" ? "ascending" : "descending") : undefined}>
      <Link
        className="sortd"
        to={libraryAddress({ ...view, sort })}
        aria-current={isCurrent ? "true" : undefined}
        preventScrollReset
      >
        {name} {isCurrent && <ArrowDown className="icon" aria-hidden />}
      </Link>
    </th>
  );
}
