import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import { firstDirectionOf, type SortName } from "#app/content/staff-list/staff-filter.ts";
import { type RowSelection, SelectAll } from "#app/dashboard/parts/row-selection.tsx";
import { addressOf, columnWords } from "./list-params.ts";
import type { ListScreen } from "./read-list.ts";

interface TableHeadProps {
  list: ListScreen;
  selection: RowSelection;
}

/** Names of the columns; a press orders by one, a second press the other way round. */
export function TableHead({ list, selection }: TableHeadProps) {
  return (
    <thead>
      <tr>
        <SelectAll selection={selection} />
        {list.kind.isOrdered && <SortHead list={list} sort="position" name="Order" />}
        <SortHead list={list} sort="title" name="Title" />
        {list.asked.columns.map((column) =>
          column === "category" || column === "author" ? (
            <th key={column} scope="col" className={column === "author" ? "optional" : ""}>
              {columnWords[column]}
            </th>
          ) : (
            <SortHead key={column} list={list} sort={column} name={columnWords[column]} />
          ),
        )}
        <th scope="col">
          <span className="visually-hidden">More</span>
        </th>
      </tr>
    </thead>
  );
}

function SortHead({ list, sort, name }: { list: ListScreen; sort: SortName; name: string }) {
  const { asked, possible, kind } = list;
  const isCurrent = asked.sort === sort;
  const direction = isCurrent ? (asked.direction === "asc" ? "desc" : "asc") : firstDirectionOf(sort);
  const Sign = asked.direction === "asc" ? ArrowUp : ArrowDown;
  const words = { asc: "ascending", desc: "descending" } as const;
  return (
    <th scope="col" aria-sort={isCurrent ? words[asked.direction] : undefined}>
      <Link
        className="sortd"
        to={addressOf(kind.list, asked, { sort, direction }, possible)}
        preventScrollReset
      >
        {name} {isCurrent && <Sign className="icon" aria-hidden />}
      </Link>
    </th>
  );
}
