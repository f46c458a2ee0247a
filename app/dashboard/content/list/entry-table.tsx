import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Ellipsis from "lucide-react/icons/ellipsis";
import { Link } from "react-router";
import { StateBadge } from "#app/dashboard/parts/badge.tsx";
import { ClothThumbnail } from "#app/dashboard/parts/cloth.tsx";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { firstDirectionOf, type SortName } from "#app/domain/content/staff-list/staff-filter.ts";
import { Menu, MenuLine, MenuLink, MenuSubmit } from "#app/lib/ui/kit/menu.tsx";
import { SortableItem } from "#app/lib/ui/kit/sortable.tsx";
import type { PostForm } from "../../parts/action-button.tsx";
import { type RowSelection, SelectAll, SelectCell } from "../../parts/row-selection.tsx";
import type { KindOfScreen } from "../kind-of-screen.ts";
import type { ListRow, ListScreen } from "./entry-list.ts";
import { addressOf, type Column, columnLabels } from "./list-params.ts";

interface RowProps {
  row: ListRow;
  list: ListScreen;
  selection: RowSelection;
  canOrder: boolean;
  Form: PostForm;
}

export function EntryTableRow({ row, list, selection, canOrder, Form }: RowProps) {
  const { kind, params } = list;
  return (
    <SortableItem as="tr" id={row.id} name={row.title}>
      {(handle) => (
        <>
          <SelectCell id={row.id} name={row.title} selection={selection} />
          {kind.isOrdered && (
            <td className={canOrder ? "drag-cell" : "drag-cell hide"}>
              {canOrder ? handle : <span className="mute num">·</span>}
            </td>
          )}
          <td className="main">
            <div className="title-cell">
              {row.thumb ? (
                <img src={row.thumb} alt="" width={88} height={66} loading="lazy" decoding="async" />
              ) : (
                <ClothThumbnail
                  seed={row.title}
                  width={88}
                  height={66}
                  {...(row.icon && { icon: row.icon })}
                />
              )}
              <Link className="open" to={`${kind.edit}/${row.id}`} lang={row.lang}>
                {row.title}
              </Link>
            </div>
          </td>
          {params.columns.map((column) => (
            <Cell key={column} column={column} row={row} />
          ))}
          <td className="actions-cell">
            <RowMenu row={row} kind={kind} canOrder={canOrder} Form={Form} />
          </td>
        </>
      )}
    </SortableItem>
  );
}

function Cell({ column, row }: { column: Column; row: ListRow }) {
  if (column === "category") return <td className="hide">{row.categories.join(", ")}</td>;
  if (column === "author" || column === "editor")
    return <td className="optional hide mute nowrap">{row[column]}</td>;
  if (column === "state")
    return (
      <td className="state-cell nowrap">
        <StateBadge state={row.state} />
        {row.state === "scheduled" && row.publishAt && (
          <small>
            <Moment at={row.publishAt} />
          </small>
        )}
        {row.unpublishAt && (
          <small>
            archives <Moment at={row.unpublishAt} inSentence />
          </small>
        )}
      </td>
    );
  const at = column === "updated" ? row.updatedAt : row.publishedAt;
  return <td className="hide num mute nowrap">{at ? <Moment at={at} /> : "–"}</td>;
}

interface RowMenuProps {
  row: ListRow;
  kind: KindOfScreen;
  canOrder: boolean;
  Form: PostForm;
}

/** Actions for one row. */
function RowMenu({ row, kind, canOrder, Form }: RowMenuProps) {
  const isLive = row.state === "published" || row.state === "changed";
  const actions: [string, string, boolean][] = [
    ["publish", row.state === "changed" ? "Publish changes" : "Publish", row.state !== "published"],
    ["unpublish", "Unpublish", isLive || row.state === "scheduled"],
    ["archive", "Archive", row.state !== "archived"],
    ["duplicate", "Duplicate", true],
    ["move-up", "Move up", canOrder],
    ["move-down", "Move down", canOrder],
    ["trash", "Move to trash", true],
  ];
  const form = `row-${row.id}`;
  return (
    <>
      <Menu
        className="btn icon-only quiet compact bare"
        button={
          <>
            <Ellipsis className="icon" aria-hidden />
            <span className="visually-hidden">More for {row.title}</span>
          </>
        }
      >
        <MenuLink to={`${kind.edit}/${row.id}`}>Edit</MenuLink>
        <MenuLink to={`${kind.edit}/${row.id}/history`}>History</MenuLink>
        {isLive && (
          <MenuLink to={row.path} isDocument isInNewTab>
            View
          </MenuLink>
        )}
        <MenuLine />
        {actions
          .filter(([, , isOffered]) => isOffered)
          .map(([intent, name]) => (
            <MenuSubmit key={intent} form={form} intent={intent} isDangerous={intent === "trash"}>
              {name}
            </MenuSubmit>
          ))}
      </Menu>
      <Form method="post" id={form} hidden>
        <input type="hidden" name="id" value={row.id} />
      </Form>
    </>
  );
}

interface TableHeadProps {
  list: ListScreen;
  selection: RowSelection;
}

/** Column headings; a click sorts by the column, a second click reverses the order. */
export function TableHead({ list, selection }: TableHeadProps) {
  return (
    <thead>
      <tr>
        <SelectAll selection={selection} />
        {list.kind.isOrdered && <SortHead list={list} sort="position" name="Order" />}
        <SortHead list={list} sort="title" name={list.kind.titleLabel} />
        {list.params.columns.map((column) =>
          column === "category" || column === "author" || column === "editor" ? (
            <th key={column} scope="col" className={column === "category" ? "" : "optional"}>
              {columnLabels[column]}
            </th>
          ) : (
            <SortHead key={column} list={list} sort={column} name={columnLabels[column]} />
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
  const { params, capabilities, kind } = list;
  const isCurrent = params.sort === sort;
  const direction = isCurrent ? (params.direction === "asc" ? "desc" : "asc") : firstDirectionOf(sort);
  const Icon = params.direction === "asc" ? ArrowUp : ArrowDown;
  const words = { asc: "ascending", desc: "descending" } as const;
  return (
    <th scope="col" aria-sort={isCurrent ? words[params.direction] : undefined}>
      <Link
        className="sortd"
        to={addressOf(kind.list, params, { sort, direction }, capabilities)}
        preventScrollReset
      >
        {name} {isCurrent && <Icon className="icon" aria-hidden />}
      </Link>
    </th>
  );
}
