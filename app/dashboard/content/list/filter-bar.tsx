import Bookmark from "lucide-react/icons/bookmark";
import CalendarDays from "lucide-react/icons/calendar-days";
import Columns3 from "lucide-react/icons/columns-3";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { Form, Link, useFetcher, useNavigate } from "react-router";
import { stateLabels } from "#app/dashboard/parts/badge.tsx";
import { Tabs, useFieldsOfAddress } from "#app/dashboard/parts/list-screen.tsx";
import { useFlash } from "#app/dashboard/parts/toasts.tsx";
import { states } from "#app/domain/content/staff-list/staff-filter.ts";
import { Popover } from "#app/lib/ui/kit/popover.tsx";
import type { ListScreen } from "./entry-list.ts";
import {
  addressOf,
  availableColumns,
  columnLabels,
  hasFilters,
  type ListParams,
  parseListParams,
  queryOf,
} from "./list-params.ts";

/** Filters of the list, all stored in its address. */
export function FilterBar({ list }: { list: ListScreen }) {
  const { kind, params, capabilities, counts } = list;
  const navigate = useNavigate();
  const { q, category, byline, editor, from, to } = params;
  const narrowed = useFieldsOfAddress({ q, category, byline, author: editor, from, to });
  // Submits like the form, with a shorter address.
  const show = (form: HTMLFormElement) => {
    const sent = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const wanted = parseListParams(new URLSearchParams(sent), capabilities);
    navigate(addressOf(kind.list, wanted, {}, capabilities), { preventScrollReset: true });
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tab = (state: ListParams["state"], name: string, count: number) => ({
    name,
    count,
    isCurrent: params.state === state,
    to: addressOf(kind.list, params, { state }, capabilities),
  });
  return (
    <div className="filter-bar">
      <Tabs
        label="State"
        tabs={[
          tab("", "All", total),
          ...states.map((state) => tab(state, stateLabels[state], counts[state])),
        ]}
      />
      <Form
        className="narrow"
        ref={narrowed}
        onChange={({ currentTarget, target }) => {
          if (target instanceof HTMLInputElement && target.type === "search") return;
          show(currentTarget);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          show(event.currentTarget);
        }}
      >
        {params.state && <input type="hidden" name="state" value={params.state} />}
        <SortField list={list} />
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={params.q}
          placeholder={`Search ${kind.many.toLowerCase()}`}
          aria-label="Search by title"
          maxLength={200}
        />
        <Choices list={list} />
        <Changes list={list} />
        <ColumnMenu list={list} />
        <button className="btn quiet icon-only" type="submit">
          <Search className="icon" aria-hidden />
          <span className="visually-hidden">Search</span>
        </button>
        {hasFilters(params) && (
          <Link
            className="link"
            to={addressOf(kind.list, params, noFilters, capabilities)}
            preventScrollReset
          >
            Clear filters
          </Link>
        )}
      </Form>
      <Views list={list} />
    </div>
  );
}

const noFilters: Partial<ListParams> = {
  q: "",
  state: "",
  category: "",
  byline: "",
  editor: "",
  from: "",
  to: "",
  after: "",
  before: "",
};

function SortField({ list: { params } }: { list: ListScreen }) {
  const sort = params.direction === "desc" ? `-${params.sort}` : params.sort;
  return <input type="hidden" name="sort" value={sort} />;
}

function Choices({ list: { params, categories, bylines, capabilities } }: { list: ListScreen }) {
  return (
    <>
      {capabilities.hasCategories && (
        <select className="input" name="category" defaultValue={params.category} aria-label="Category">
          <option value="">All categories</option>
          {categories.map(({ id, name, slug }) => (
            <option key={id} value={slug}>
              {name}
            </option>
          ))}
        </select>
      )}
      {capabilities.hasByline && (
        <select className="input" name="byline" defaultValue={params.byline} aria-label="Author">
          <option value="">Any author</option>
          {bylines.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** Filter by the time and author of the last change. */
function Changes({ list: { params, editors } }: { list: ListScreen }) {
  const { from, to, editor } = params;
  const isOn = from !== "" || to !== "" || editor !== "";
  return (
    <Popover
      label="Modified"
      className={isOn ? "btn quiet on" : "btn quiet"}
      button={
        <>
          <CalendarDays className="icon" aria-hidden /> Modified
        </>
      }
    >
      <div className="field">
        <label htmlFor="from">From</label>
        <input className="input" type="date" id="from" name="from" defaultValue={from} />
      </div>
      <div className="field">
        <label htmlFor="to">Until</label>
        <input className="input" type="date" id="to" name="to" defaultValue={to} />
      </div>
      <div className="field">
        <label htmlFor="author">Last edited by</label>
        <select className="input" id="author" name="author" defaultValue={editor}>
          <option value="">Anyone</option>
          {editors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </Popover>
  );
}

function ColumnMenu({ list: { params, capabilities } }: { list: ListScreen }) {
  const offered = availableColumns(capabilities);
  return (
    <Popover
      label="Columns"
      button={
        <>
          <Columns3 className="icon" aria-hidden /> Columns
        </>
      }
    >
      {offered.map((name) => (
        <label className="check" key={name}>
          <input type="checkbox" name="columns" value={name} defaultChecked={params.columns.includes(name)} />
          {columnLabels[name]}
        </label>
      ))}
    </Popover>
  );
}

/** The current user's saved views; each is an address that can be shared. */
function Views({ list: { views, params, capabilities, kind } }: { list: ListScreen }) {
  const { Form, data } = useFetcher();
  useFlash(data);
  const query = queryOf({ ...params, after: "", before: "" }, capabilities);
  return (
    <Popover
      label="Saved views"
      button={
        <>
          <Bookmark className="icon" aria-hidden /> Saved views
        </>
      }
    >
      {views.map((view) => (
        <div className="view" key={view.id}>
          <Link
            to={view.query === "" ? kind.list : `${kind.list}?${view.query}`}
            aria-current={view.query === query ? "page" : undefined}
          >
            {view.name}
          </Link>
          <Form method="post">
            <input type="hidden" name="view" value={view.id} />
            <button className="btn icon-only compact quiet" type="submit" name="intent" value="remove-view">
              <X className="icon" aria-hidden />
              <span className="visually-hidden">Delete the view {view.name}</span>
            </button>
          </Form>
        </div>
      ))}
      {views.length > 0 && <hr />}
      <Form method="post" className="keep">
        <input type="hidden" name="query" value={query} />
        <div className="field">
          <label htmlFor="view-name">Save the current view as</label>
          <input className="input" id="view-name" name="name" required maxLength={60} />
        </div>
        <button className="btn quiet" type="submit" name="intent" value="save-view">
          Save view
        </button>
      </Form>
    </Popover>
  );
}
