import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import { Form, Link, useSubmit } from "react-router";
import { Tabs } from "../parts/list-screen.tsx";
import {
  type FileFilter,
  fileFilterLabels,
  type LibrarySort,
  type LibraryView,
  libraryAddress,
  libraryPath,
  sortLabels,
} from "./library-address.ts";

interface LibraryFiltersProps {
  view: LibraryView;
  tags: readonly { tag: string; count: number }[];
}

/** Filters and display options of the library, stored in its address. */
export function LibraryFilters({ view, tags }: LibraryFiltersProps) {
  const submit = useSubmit();
  const tabs = Object.entries(fileFilterLabels).map(([show, name]) => ({
    name,
    // The keys of the record are all possible values.
    to: libraryAddress({ ...view, show: show as FileFilter }),
    isCurrent: view.show === show,
  }));
  return (
    <div className="filter-bar">
      <Tabs label="Which files" tabs={tabs} />
      <Form
        className="row end"
        role="search"
        action={libraryPath}
        key={`${view.tag} ${view.sort}`}
        onChange={(event) =>
          event.target instanceof HTMLSelectElement &&
          submit(event.currentTarget, { preventScrollReset: true })
        }
      >
        {view.show !== "all" && <input type="hidden" name="show" value={view.show} />}
        {view.view !== "grid" && <input type="hidden" name="view" value={view.view} />}
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={view.q}
          key={view.q}
          aria-label="Search files"
          placeholder="Name, alt text or tag"
        />
        {tags.length > 0 && <TagSelect tag={view.tag} tags={tags} />}
        <SortSelect sort={view.sort} />
        <button className="btn quiet" type="submit">
          Search
        </button>
        <ViewSwitch view={view} />
      </Form>
    </div>
  );
}

function TagSelect({ tag, tags }: { tag: string; tags: LibraryFiltersProps["tags"] }) {
  return (
    <select className="input" name="tag" defaultValue={tag} aria-label="Tag">
      <option value="">All tags</option>
      {tags.map((one) => (
        <option key={one.tag} value={one.tag}>
          {one.tag} ({one.count})
        </option>
      ))}
    </select>
  );
}

function SortSelect({ sort }: { sort: LibrarySort }) {
  return (
    <select className="input" name="sort" defaultValue={sort} aria-label="Order">
      {Object.entries(sortLabels).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function ViewSwitch({ view }: { view: LibraryView }) {
  const isGrid = view.view === "grid";
  return (
    <Link
      className="btn quiet icon-only"
      to={libraryAddress({ ...view, view: isGrid ? "list" : "grid" })}
      preventScrollReset
      title={isGrid ? "Show as a list" : "Show as a grid"}
    >
      {isGrid ? <List className="icon" aria-hidden /> : <LayoutGrid className="icon" aria-hidden />}
      <span className="visually-hidden">{isGrid ? "Show as a list" : "Show as a grid"}</span>
    </Link>
  );
}
