import Plus from "lucide-react/icons/plus";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { Empty, Pager } from "#app/dashboard/parts/list-screen.tsx";
import { type Shortcut, useShortcuts } from "#app/dashboard/shell/shortcuts.tsx";
import { Sortable } from "#app/lib/ui/kit/sortable.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import { BulkBar, BulkButton, useRowSelection } from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/list.ts";
import { kindOfScreen } from "./kind-of-screen.ts";
import { actionsOf, type ListRow, type ListScreen, readEntryList } from "./list/entry-list.ts";
import { EntryTableRow, TableHead } from "./list/entry-table.tsx";
import { FilterBar } from "./list/filter-bar.tsx";
import { hasFilters } from "./list/list-params.ts";

export async function loader(args: Route.LoaderArgs) {
  return readEntryList(await requireScreen(args), kindOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, actionsOf(kindOfScreen(args.request)));
}

/** List of the entries of any kind, drafts included. */
export default function ContentList({ loaderData: list, actionData }: Route.ComponentProps) {
  const { kind, counts } = list;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Screen
      title={kind.many}
      count={total}
      answer={actionData}
      actions={
        <Link className="btn" to={kind.add}>
          <Plus className="icon" aria-hidden /> New {kind.one.toLowerCase()}
        </Link>
      }
    >
      <FilterBar list={list} />
      <Rows key={kind.name} list={list} />
    </Screen>
  );
}

/** Rows of the list, and actions for the selected ones. */
function Rows({ list }: { list: ListScreen }) {
  const table = useRef<HTMLTableElement>(null);
  const fetcher = useFetcher();
  const canOrder = list.kind.isOrdered && list.params.sort === "position" && list.params.direction === "asc";
  const order = useOrder(list.rows, fetcher);
  const selection = useRowSelection(
    order.rows.map(({ id }) => id),
    fetcher,
  );
  useRowKeys(table, canOrder ? order.moveByKey : null);
  if (list.rows.length === 0) return <NoRows list={list} />;
  return (
    <>
      <BulkBar selection={selection}>
        <EntryActions list={list} />
      </BulkBar>
      <Sortable
        ids={order.rows.map(({ id }) => id)}
        nameOf={(id) => order.rows.find((row) => row.id === id)?.title ?? ""}
        onMove={order.move}
      >
        <table className="table entries" ref={table}>
          <caption className="visually-hidden">
            {list.kind.many}
            {hasFilters(list.params) ? ", filtered" : ""}
          </caption>
          <TableHead list={list} selection={selection} />
          <tbody>
            {order.rows.map((row) => (
              <EntryTableRow
                key={row.id}
                row={row}
                list={list}
                selection={selection}
                canOrder={canOrder}
                Form={fetcher.Form}
              />
            ))}
          </tbody>
        </table>
      </Sortable>
      <Pager previous={list.previous} next={list.next}>
        {rangeOf(list)}
        <span className="optional mute keys-hint">Keys: J and K move, X selects, E or Enter opens</span>
      </Pager>
    </>
  );
}

/** Actions for the selected entries. */
function EntryActions({ list: { categories, capabilities } }: { list: ListScreen }) {
  return (
    <>
      <BulkButton intent="publish">Publish</BulkButton>
      <BulkButton intent="unpublish">Unpublish</BulkButton>
      <BulkButton intent="archive">Archive</BulkButton>
      {capabilities.hasCategories && categories.length > 0 && (
        <span className="into">
          <select
            className="input"
            name="into"
            aria-label="Category for the selected entries"
            defaultValue=""
          >
            <option value="">Category…</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <BulkButton intent="add-category">Add category</BulkButton>
          <BulkButton intent="remove-category">Remove category</BulkButton>
        </span>
      )}
      <BulkButton intent="trash" isDangerous>
        Move to trash
      </BulkButton>
    </>
  );
}

function rangeOf({ first, rows, found }: ListScreen): string {
  const last = first + rows.length - 1;
  const range = first === last ? `${first}` : `${first} to ${last}`;
  return `${range} of ${found === null ? "more than 200" : found.toLocaleString("en")}`;
}

/** Distinguishes an empty list from a filter without results. */
function NoRows({ list: { kind, params } }: { list: ListScreen }) {
  const many = kind.many.toLowerCase();
  if (hasFilters(params))
    return (
      <Empty title={params.q ? `Nothing with “${params.q}” in its title` : "No matches"}>
        <p className="mute">
          {params.q ? "Search looks at the beginnings of words in titles." : "Try fewer filters."}
        </p>
        <Link className="btn quiet" to={kind.list}>
          Clear filters
        </Link>
      </Empty>
    );
  return (
    <Empty title={`No ${many} yet`}>
      <p className="mute">New ones stay drafts until you publish them.</p>
      <Link className="btn quiet" to={kind.add}>
        New {kind.one.toLowerCase()}
      </Link>
    </Empty>
  );
}

/** Moves the focus between the titles of the rows by keys, so that Enter opens one. */
function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  move: ((id: string, way: "up" | "down") => void) | null,
): void {
  const now = useRef(move);
  useEffect(() => {
    now.current = move;
  });
  const keys = useMemo<Shortcut[]>(() => {
    const rows = () => [...(table.current?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
    const current = () => document.activeElement?.closest<HTMLElement>("tr[data-row]") ?? null;
    const go = (by: 1 | -1) => {
      const row = current();
      const at = row ? rows().indexOf(row) + by : by === 1 ? 0 : rows().length - 1;
      rows()[at]?.querySelector<HTMLElement>("a.open")?.focus();
    };
    const moveOne = (way: "up" | "down") => {
      const id = current()?.dataset.row;
      if (id) now.current?.(id, way);
    };
    const press = (selector: string) =>
      (table.current?.ownerDocument.querySelector<HTMLElement>(selector) ?? null)?.click();
    return [
      { keys: "j", label: "Next row", run: () => go(1) },
      { keys: "k", label: "Previous row", run: () => go(-1) },
      {
        keys: "e",
        label: "Open the row",
        run: () => current()?.querySelector<HTMLElement>("a.open")?.click(),
      },
      { keys: "n", label: "New entry", run: () => press(".head a.btn:not(.quiet)") },
      { keys: "Alt+ArrowUp", label: "Move the row up, where the order is manual", run: () => moveOne("up") },
      { keys: "Alt+ArrowDown", label: "Move the row down", run: () => moveOne("down") },
    ];
  }, [table]);
  useShortcuts(keys);
}

/** Reorders rows by drag or keys; shows the new order while the request is running. */
function useOrder(rows: ListRow[], fetcher: ReturnType<typeof useFetcher>) {
  const move = (from: number, to: number) => {
    const [row, other] = [rows[from], rows[to]];
    if (row && other && row !== other)
      fetcher.submit(
        { intent: "move", id: row.id, [from < to ? "after" : "before"]: other.id },
        { method: "post" },
      );
  };
  const moveByKey = (id: string, way: "up" | "down") => {
    const from = rows.findIndex((row) => row.id === id);
    const to = from + (way === "up" ? -1 : 1);
    if (rows[to]) move(from, to);
    else fetcher.submit({ intent: `move-${way}`, id }, { method: "post" });
  };
  return { rows: applyMove(rows, fetcher.formData), move, moveByKey };
}

/** Applies a running move to the rows. */
function applyMove(rows: ListRow[], sent: FormData | undefined): ListRow[] {
  if (sent?.get("intent") !== "move") return rows;
  const moved = rows.find(({ id }) => id === sent.get("id"));
  const rest = rows.filter((row) => row !== moved);
  const [side, other] = sent.has("before") ? ["before", sent.get("before")] : ["after", sent.get("after")];
  const at = rest.findIndex(({ id }) => id === other);
  return moved && at >= 0 ? rest.toSpliced(side === "before" ? at : at + 1, 0, moved) : rows;
}
