import ListFilter from "lucide-react/icons/list-filter";
import Star from "lucide-react/icons/star";
import X from "lucide-react/icons/x";
import { Form, Link, useSubmit } from "react-router";
import {
  type Folder,
  folders,
  isFiltered,
  type LeadFilter,
  writeFilter,
} from "#app/domain/leads/inbox/filter.ts";
import { Popover } from "#app/lib/ui/kit/popover.tsx";
import { Tabs, useFieldsOfAddress } from "../parts/list-screen.tsx";
import { leadLists } from "./labels.ts";
import type { LeadListPage } from "./lead-screen.ts";

const folderNames: Record<Folder, string> = {
  new: "New",
  open: "Open",
  waiting: "Waiting",
  snoozed: "Snoozed",
  closed: "Closed",
  spam: "Spam",
  all: "All",
};

/** Folders, search and other filters of a list, stored in its address. */
export function ListFilters({ page }: { page: LeadListPage }) {
  const { kind, filter, counts } = page;
  const { path, many } = leadLists[kind];
  const submit = useSubmit();
  const { q, assignee, service, source, from, to, sort } = filter;
  const searched = useFieldsOfAddress({ q });
  const narrowed = useFieldsOfAddress({ assignee, service, source, from, to, sort });
  const tabs = folders.map((folder) => ({
    name: folderNames[folder],
    count: counts[folder],
    isCurrent: filter.folder === folder,
    to: `${path}?${writeFilter({ ...filter, folder })}`,
  }));
  return (
    <div className="filter-bar">
      <Tabs label="Folders" tabs={tabs} />
      <Form ref={searched} action={path} className="search" role="search">
        <HiddenFilters filter={filter} but={["q", "folder"]} />
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={filter.q}
          aria-label={`Search ${many}`}
          placeholder={`Search ${many}`}
        />
      </Form>
      <Popover
        label="Filter"
        button={
          <>
            <ListFilter className="icon" aria-hidden /> Filter
            {isFiltered({ ...filter, q: "" }) ? " (on)" : ""}
          </>
        }
      >
        <Form
          ref={narrowed}
          action={path}
          className="filters"
          onChange={(event) => void submit(event.currentTarget)}
        >
          <HiddenFilters filter={filter} but={["assignee", "service", "source", "from", "to", "sort"]} />
          <Selects page={page} />
          <button className="btn quiet compact" type="submit">
            Filter
          </button>
        </Form>
      </Popover>
      <Views page={page} />
      {isFiltered(filter) && (
        <Link
          className="link small"
          to={`${path}?${writeFilter({ folder: filter.q ? "new" : filter.folder })}`}
        >
          Clear filters
        </Link>
      )}
    </div>
  );
}

/** Hidden fields that preserve the other form's filters. */
function HiddenFilters({ filter, but }: { filter: LeadFilter; but: readonly (keyof LeadFilter)[] }) {
  const names = (["folder", "sort", "q", "assignee", "service", "source", "from", "to"] as const).filter(
    (name) => !but.includes(name) && filter[name] !== "" && !(name === "folder" && filter.folder === "new"),
  );
  return names.map((name) => <input key={name} type="hidden" name={name} value={filter[name]} />);
}

function Selects({ page: { filter, staff, services, sources, me } }: { page: LeadListPage }) {
  return (
    <>
      <Labelled label="Assignee" name="assignee" value={filter.assignee}>
        <option value="">Anyone</option>
        <option value="me">Me</option>
        <option value="nobody">Unassigned</option>
        <Colleagues staff={staff} me={me} />
      </Labelled>
      {services.length > 0 && (
        <Labelled label="Service" name="service" value={filter.service}>
          <option value="">All services</option>
          {services.map((service) => (
            <option key={service}>{service}</option>
          ))}
        </Labelled>
      )}
      {sources.length > 1 && (
        <Labelled label="Page" name="source" value={filter.source}>
          <option value="">All pages</option>
          {sources.map((source) => (
            <option key={source}>{source}</option>
          ))}
        </Labelled>
      )}
      <div className="field">
        <label htmlFor="f-from">From</label>
        <input className="input" id="f-from" type="date" name="from" defaultValue={filter.from} />
      </div>
      <div className="field">
        <label htmlFor="f-to">To</label>
        <input className="input" id="f-to" type="date" name="to" defaultValue={filter.to} />
      </div>
      <Labelled label="Sort by" name="sort" value={filter.sort}>
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </Labelled>
    </>
  );
}

interface LabelledProps {
  label: string;
  name: string;
  value: string;
  children: React.ReactNode;
}

function Labelled({ label, name, value, children }: LabelledProps) {
  return (
    <div className="field">
      <label htmlFor={`f-${name}`}>{label}</label>
      <select className="input" id={`f-${name}`} name={name} defaultValue={value}>
        {children}
      </select>
    </div>
  );
}

/** Saved views of the current user. */
function Views({ page: { kind, views, query } }: { page: LeadListPage }) {
  const { path } = leadLists[kind];
  return (
    <Popover
      label="Saved views"
      button={
        <>
          <Star className="icon" aria-hidden /> Saved views
        </>
      }
    >
      {views.map(({ id, name, query: savedQuery }) => (
        <div className="view" key={id}>
          <Link to={`${path}?${savedQuery}`}>{name}</Link>
          <Form method="post">
            <input type="hidden" name="view" value={id} />
            <button className="btn quiet compact icon-only" type="submit" name="intent" value="remove-view">
              <X className="icon" aria-hidden />
              <span className="visually-hidden">Delete the view {name}</span>
            </button>
          </Form>
        </div>
      ))}
      <Form method="post" className="filters">
        <input type="hidden" name="query" value={query} />
        <div className="field">
          <label htmlFor="f-view">Name of the view</label>
          <input className="input" id="f-view" name="name" required maxLength={60} />
        </div>
        <button className="btn quiet compact" type="submit" name="intent" value="save-view">
          Save view
        </button>
      </Form>
    </Popover>
  );
}

/** Options for the staff without the current user. */
export function Colleagues({ staff, me }: Pick<LeadListPage, "staff" | "me">) {
  const others = staff.filter(({ id }) => id !== me);
  return others.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
