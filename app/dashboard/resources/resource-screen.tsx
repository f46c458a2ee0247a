import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Form, Link, useFetcher } from "react-router";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import type { EmptyMessage } from "#app/resources/definition.ts";
import type { ChoiceGroup, ListPage, ShownFilter, ShownRow } from "#app/resources/list-page.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { ActionsHeader } from "../parts/actions-header.tsx";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { type RowSelection, SelectAll, SelectRow, useRowSelection } from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useFlash } from "../parts/toasts.tsx";
import { CellView } from "./cell-view.tsx";

interface ResourceScreenProps {
  list: ListPage;
  /** What a form of the screen was answered. */
  answer: unknown;
  /** At the right of the head. */
  headActions?: ReactNode;
  /** Above the tabs. */
  top?: ReactNode;
  /** Between the filters and the rows. */
  children?: ReactNode;
}

/** The screen of any list of records: filters, rows and what can be done with them, pages, export. */
export function ResourceScreen({ list, answer, headActions, top, children }: ResourceScreenProps) {
  const { title, count, tabs, filters, rows, empty, csv, pager, pagerWords } = list;
  return (
    <Screen title={title} count={count} answer={answer} actions={headActions}>
      {top}
      {(tabs.length > 0 || filters?.isSearch) && (
        <div className="filter-bar">
          {tabs.map((row) => (
            <Tabs key={row.label} {...row} />
          ))}
          {filters?.isSearch && <SearchForm filters={filters} />}
        </div>
      )}
      {filters && !filters.isSearch && <FilterForm filters={filters} />}
      {children}
      {rows.length > 0 &&
        (list.bulkActions.length > 0 ? <SelectableRows list={list} /> : <Rows list={list} />)}
      {empty && <EmptyList message={empty} />}
      <Pager {...pager} words={pagerWords}>
        {csv && (
          <FreshLink className="plain" href={csv.href}>
            <Download className="icon" aria-hidden /> {csv.label}
          </FreshLink>
        )}
      </Pager>
    </Screen>
  );
}

type Filters = NonNullable<ListPage["filters"]>;
type SearchField = Extract<ShownFilter, { placeholder: string }>;

function SearchForm({ filters: { fields, hidden } }: { filters: Filters }) {
  const search = fields.find((field): field is SearchField => field.type === "search");
  if (!search) return null;
  return (
    <Search q={search.value} label={search.label} placeholder={search.placeholder}>
      {hidden.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(
        ({ name, value, label, ...field }) =>
          field.type === "select" && (
            <select
              className="input"
              name={name}
              defaultValue={value}
              key={`${name} ${value}`}
              aria-label={label}
            >
              <Options groups={field.groups} />
            </select>
          ),
      )}
    </Search>
  );
}

function FilterForm({ filters: { fields, hidden, clear } }: { filters: Filters }) {
  return (
    <Form className="filter-bar inline-form" role="search">
      {fields.map((field) => (
        <FilterField key={field.name} field={field} />
      ))}
      {hidden.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="btn quiet" type="submit">
        Filter
      </button>
      {clear && (
        <Link className="plain" to={clear}>
          Clear filters
        </Link>
      )}
    </Form>
  );
}

function FilterField({ field }: { field: ShownFilter }) {
  const { name, value, label } = field;
  if (field.type === "select")
    return (
      <label>
        {label}{" "}
        <select className="input" name={name} defaultValue={value} key={value}>
          <Options groups={field.groups} />
        </select>
      </label>
    );
  if (field.type === "day")
    return (
      <label>
        {label} <input className="input day" type="date" name={name} defaultValue={value} key={value} />
      </label>
    );
  return (
    <label>
      {label}{" "}
      <input className="input" name={name} defaultValue={value} key={value} placeholder={field.placeholder} />
    </label>
  );
}

function Options({ groups }: { groups: readonly ChoiceGroup[] }) {
  return groups.map((group) => {
    const options = group.choices.map(({ value, name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ));
    if (group.name === "") return options;
    return (
      <optgroup key={group.name} label={group.name}>
        {options}
      </optgroup>
    );
  });
}

/** Rows that can be selected, and what can be done with those that are. */
function SelectableRows({ list }: { list: ListPage }) {
  const fetcher = useFetcher();
  useFlash(fetcher.data);
  const selection = useRowSelection(
    list.rows.map(({ id }) => id),
    fetcher.data,
  );
  return (
    <>
      <fetcher.Form className="bulk" method="post" id="bulk">
        <b role="status">{`${selection.selected.size} selected`}</b>
        {list.bulkActions.map(({ intent, label, confirm, isDangerous }) => (
          <BulkButton key={intent} confirm={confirm}>
            <button
              className={isDangerous ? "btn quiet compact bad" : "btn quiet compact"}
              type="submit"
              name="intent"
              value={intent}
            >
              {label}
            </button>
          </BulkButton>
        ))}
        <button className="btn quiet compact clear" type="button" onClick={selection.clear}>
          Clear selection
        </button>
      </fetcher.Form>
      <Rows list={list} selection={selection} />
    </>
  );
}

function BulkButton({ confirm, children }: { confirm: string | undefined; children: ReactNode }) {
  return (
    <>
      {confirm && (
        <label className="check">
          <input type="checkbox" name="sure" /> {confirm}
        </label>
      )}
      {children}
    </>
  );
}

function Rows({ list, selection }: { list: ListPage; selection?: RowSelection }) {
  const { title, columns, rows } = list;
  const hasActions = list.hasRowActions;
  return (
    <table className={selection ? "table entries" : "table"}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {selection && <SelectAll selection={selection} />}
          {columns.map(({ name, hidesOn }) => (
            <th key={name} scope="col" className={hidesOn?.includes("tablet") ? "optional" : undefined}>
              {name}
            </th>
          ))}
          {hasActions && <ActionsHeader />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {selection && (
              <td className="tick">
                <SelectRow {...row} selection={selection} />
              </td>
            )}
            {columns.map((column, at) => (
              <CellView key={column.name} column={column} cell={row.cells[at] ?? ""} />
            ))}
            {hasActions && <RowButtons row={row} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowButtons({ row }: { row: ShownRow }) {
  return (
    <td className="actions-cell">
      {row.actions.map(({ intent, label, values, about, isDangerous }) => (
        <ActionButton
          key={intent}
          intent={intent}
          values={values}
          about={about}
          className={isDangerous ? "btn quiet compact bad" : "btn quiet compact"}
        >
          {label}
        </ActionButton>
      ))}
    </td>
  );
}

function EmptyList({ message: { title, text, link } }: { message: EmptyMessage }) {
  return (
    <Empty title={title}>
      {text && <p>{text}</p>}
      {link && (
        <Link className="plain" to={link.to}>
          {link.name}
        </Link>
      )}
    </Empty>
  );
}
