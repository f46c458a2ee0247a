import { ArrowDown } from "lucide-react";
import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import { type RowSelection, SelectAll, SelectCell } from "../parts/row-selection.tsx";
import { FileFigure, saySize, sayUses } from "./file-parts.tsx";
import { filePath, type LibrarySort, type LibraryView, libraryAddress } from "./library-address.ts";
import type { Library, LibraryItem } from "./read-library.ts";

/** The library as a table. */
export function FileList({ library, selection }: { library: Library; selection: RowSelection }) {
  const { view, items } = library;
  return (
    <table className="table">
      <thead>
        <tr>
          <SelectAll selection={selection} />
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
          <Row key={item.id} item={item} view={view} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

interface FileRowProps {
  item: LibraryItem;
  view: LibraryView;
  selection: RowSelection;
}

function Row({ item, view, selection }: FileRowProps) {
  const { id, kind, name, alt, tags, uses, createdAt } = item;
  return (
    <tr>
      <SelectCell id={id} name={name} selection={selection} />
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
