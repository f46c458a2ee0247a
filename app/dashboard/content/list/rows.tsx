import { useRef } from "react";
import { useFetcher } from "react-router";
import { Pager } from "../../parts/pager.tsx";
import { useSaid } from "../../parts/toasts.tsx";
import { isNarrowed } from "./asked.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { NoRows } from "./no-rows.tsx";
import type { ListScreen } from "./read-list.ts";
import { Row } from "./row.tsx";
import { TableHead } from "./table-head.tsx";
import { useOrder } from "./use-order.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useTicks } from "./use-ticks.ts";

/** The lines of the list and what can be done with those that are ticked. */
export function Rows({ list }: { list: ListScreen }) {
  const table = useRef<HTMLTableElement>(null);
  const fetcher = useFetcher();
  useSaid(fetcher.data);
  const ticks = useTicks(table, fetcher.data);
  const canOrder = list.kind.isOrdered && list.asked.sort === "position" && list.asked.direction === "asc";
  const order = useOrder(list.rows, fetcher);
  useRowKeys(table, ticks.toggle, canOrder ? order.moveByKey : null);
  if (list.rows.length === 0) return <NoRows list={list} />;
  return (
    <>
      <BulkBar list={list} Form={fetcher.Form} count={ticks.count} onClear={ticks.clear} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space on a box is a click as well */}
      <table className="tb entries" ref={table} onClick={ticks.hearClick}>
        <caption className="vh">
          {list.kind.many}
          {isNarrowed(list.asked) ? ", filtered" : ""}
        </caption>
        <TableHead list={list} isAll={ticks.isAll} onAll={ticks.toggleAll} />
        <tbody>
          {order.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              list={list}
              canOrder={canOrder}
              Form={fetcher.Form}
              drag={canOrder ? order.dragOf(row.id) : null}
            />
          ))}
        </tbody>
      </table>
      <Pager previous={list.previous} next={list.next}>
        {rangeOf(list)}
        <span className="opt mute keys-hint">Keys: J and K move, X selects, E or Enter opens</span>
      </Pager>
    </>
  );
}

function rangeOf({ first, rows, found }: ListScreen): string {
  const last = first + rows.length - 1;
  const range = first === last ? `${first}` : `${first} to ${last}`;
  return `${range} of ${found === null ? "more than 200" : found.toLocaleString("en")}`;
}
