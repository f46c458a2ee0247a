import { Plus } from "lucide-react";
import { type DragEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { Empty } from "#app/dashboard/parts/empty.tsx";
import { Pager } from "#app/dashboard/parts/pager.tsx";
import { useFlash } from "#app/dashboard/parts/toasts.tsx";
import { type Shortcut, useShortcuts } from "#app/dashboard/shell/shortcuts.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import { useRowSelection } from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/list.ts";
import { kindOfScreen } from "./kind-of-screen.ts";
import { actionsOf } from "./list/actions.ts";
import { BulkBar } from "./list/bulk-bar.tsx";
import { FilterBar } from "./list/filter-bar.tsx";
import { hasFilters } from "./list/list-params.ts";
import { type ListRow, type ListScreen, readEntryList } from "./list/read-list.ts";
import { type Drag, EntryTableRow } from "./list/row.tsx";
import { TableHead } from "./list/table-head.tsx";

export async function loader(args: Route.LoaderArgs) {
  return readEntryList(await requireScreen(args), kindOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, actionsOf(kindOfScreen(args.request)));
}

/** The entries of a kind, drafts and all; one screen for every kind. */
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

/** The lines of the list and what can be done with those that are ticked. */
function Rows({ list }: { list: ListScreen }) {
  const table = useRef<HTMLTableElement>(null);
  const fetcher = useFetcher();
  useFlash(fetcher.data);
  const canOrder = list.kind.isOrdered && list.asked.sort === "position" && list.asked.direction === "asc";
  const order = useOrder(list.rows, fetcher);
  const selection = useRowSelection(
    order.rows.map(({ id }) => id),
    fetcher.data,
  );
  useRowKeys(table, selection.toggle, canOrder ? order.moveByKey : null);
  if (list.rows.length === 0) return <NoRows list={list} />;
  return (
    <>
      <BulkBar list={list} Form={fetcher.Form} count={selection.selected.size} onClear={selection.clear} />
      <table className="table entries" ref={table}>
        <caption className="visually-hidden">
          {list.kind.many}
          {hasFilters(list.asked) ? ", filtered" : ""}
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
              drag={canOrder ? order.dragOf(row.id) : null}
            />
          ))}
        </tbody>
      </table>
      <Pager previous={list.previous} next={list.next}>
        {rangeOf(list)}
        <span className="optional mute keys-hint">Keys: J and K move, X selects, E or Enter opens</span>
      </Pager>
    </>
  );
}

function rangeOf({ first, rows, found }: ListScreen): string {
  const last = first + rows.length - 1;
  const range = first === last ? `${first}` : `${first} to ${last}`;
  return `${range} of ${found === null ? "more than 200" : found.toLocaleString("en")}`;
}

/** Nothing was ever written, or nothing is like this: two different things to do. */
function NoRows({ list: { kind, asked } }: { list: ListScreen }) {
  const many = kind.many.toLowerCase();
  if (hasFilters(asked))
    return (
      <Empty title={asked.q ? `Nothing with “${asked.q}” in its title` : "No matches"}>
        <p className="mute">
          {asked.q
            ? "The search looks for words that begin as you typed them, in titles."
            : "Try fewer filters."}
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
        Add {kind.one.toLowerCase()}
      </Link>
    </Empty>
  );
}

/** Walks the lines by keys: the focus goes from title to title, so that Enter opens. */
function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  toggle: (id: string) => void,
  move: ((id: string, way: "up" | "down") => void) | null,
): void {
  const now = useRef({ toggle, move });
  useEffect(() => {
    now.current = { toggle, move };
  });
  const keys = useMemo<Shortcut[]>(() => {
    const rows = () => [...(table.current?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
    const current = () => document.activeElement?.closest<HTMLElement>("tr[data-row]") ?? null;
    const go = (by: 1 | -1) => {
      const row = current();
      const at = row ? rows().indexOf(row) + by : by === 1 ? 0 : rows().length - 1;
      rows()[at]?.querySelector<HTMLElement>("a.open")?.focus();
    };
    const selectOne = () => {
      const id = current()?.dataset.row;
      if (id) now.current.toggle(id);
    };
    const moveOne = (way: "up" | "down") => {
      const id = current()?.dataset.row;
      if (id) now.current.move?.(id, way);
    };
    const press = (selector: string) =>
      (table.current?.ownerDocument.querySelector<HTMLElement>(selector) ?? null)?.click();
    return [
      { keys: "j", does: "Next line", run: () => go(1) },
      { keys: "k", does: "Line before", run: () => go(-1) },
      { keys: "x", does: "Select the row", run: selectOne },
      {
        keys: "e",
        does: "Open the line",
        run: () => current()?.querySelector<HTMLElement>("a.open")?.click(),
      },
      { keys: "n", does: "Write a new one", run: () => press(".head a.btn:not(.quiet)") },
      { keys: "Escape", does: "Clear the ticks", run: () => press("#bulk .clear") },
      { keys: "Alt+ArrowUp", does: "Move the line up, where the order is by hand", run: () => moveOne("up") },
      { keys: "Alt+ArrowDown", does: "Move the line down", run: () => moveOne("down") },
    ];
  }, [table]);
  useShortcuts(keys);
}

interface Over {
  id: string;
  side: "before" | "after";
}

/** Moves lines by the pointer and by keys; a line stands in its new place at once, while the server is told. */
function useOrder(rows: ListRow[], fetcher: ReturnType<typeof useFetcher>) {
  const [held, setHeld] = useState<string | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const end = () => {
    setHeld(null);
    setOver(null);
  };
  const move = (id: string, { id: other, side }: Over) => {
    if (id !== other) fetcher.submit({ intent: "move", id, [side]: other }, { method: "post" });
  };
  const moveByKey = (id: string, way: "up" | "down") => {
    const neighbour = rows[rows.findIndex((row) => row.id === id) + (way === "up" ? -1 : 1)];
    if (neighbour) move(id, { id: neighbour.id, side: way === "up" ? "before" : "after" });
    else fetcher.submit({ intent: `move-${way}`, id }, { method: "post" });
  };
  const dragOf = (id: string): Drag => ({
    over: over?.id === id && held !== id ? over.side : null,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", id);
      setHeld(id);
    },
    onDragOver(event: DragEvent) {
      if (held === null) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const side = event.clientY < top + height / 2 ? "before" : "after";
      if (over?.id !== id || over.side !== side) setOver({ id, side });
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      if (held !== null && over) move(held, over);
      end();
    },
    onDragEnd: end,
  });
  return { rows: asAsked(rows, fetcher.formData), moveByKey, dragOf };
}

/** The lines as they will be once a move under way is done. */
function asAsked(rows: ListRow[], sent: FormData | undefined): ListRow[] {
  if (sent?.get("intent") !== "move") return rows;
  const moved = rows.find(({ id }) => id === sent.get("id"));
  const rest = rows.filter((row) => row !== moved);
  const [side, other] = sent.has("before") ? ["before", sent.get("before")] : ["after", sent.get("after")];
  const at = rest.findIndex(({ id }) => id === other);
  return moved && at >= 0 ? rest.toSpliced(side === "before" ? at : at + 1, 0, moved) : rows;
}
