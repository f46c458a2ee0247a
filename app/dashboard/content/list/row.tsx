import { Ellipsis, GripVertical } from "lucide-react";
import type { DragEvent } from "react";
import { Link } from "react-router";
import { ClothThumbnail } from "#app/dashboard/parts/cloth.tsx";
import { Menu } from "#app/dashboard/parts/menu.tsx";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { StateBadge } from "#app/dashboard/parts/state-badge.tsx";
import { type RowSelection, SelectRow } from "../../parts/row-selection.tsx";
import type { KindOfScreen } from "../kind-of-screen.ts";
import type { PostForm } from "./bulk-bar.tsx";
import type { Column } from "./list-params.ts";
import type { ListRow, ListScreen } from "./read-list.ts";

/** What makes a line movable by the pointer. */
export interface Drag {
  over: "before" | "after" | null;
  onDragStart(event: DragEvent): void;
  onDragOver(event: DragEvent): void;
  onDrop(event: DragEvent): void;
  onDragEnd(): void;
}

interface RowProps {
  row: ListRow;
  list: ListScreen;
  selection: RowSelection;
  canOrder: boolean;
  Form: PostForm;
  drag: Drag | null;
}

export function EntryTableRow({ row, list, selection, canOrder, Form, drag }: RowProps) {
  const { kind, asked } = list;
  return (
    <tr
      data-row={row.id}
      data-over={drag?.over ?? undefined}
      onDragOver={drag?.onDragOver}
      onDrop={drag?.onDrop}
    >
      <td className="tick">
        <SelectRow id={row.id} name={row.title} selection={selection} />
      </td>
      {kind.isOrdered && (
        <td className="drag-cell hide">
          {drag ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the same is in the menu of the line, and on Alt with the arrow keys
            <span draggable onDragStart={drag.onDragStart} onDragEnd={drag.onDragEnd} title="Drag to reorder">
              <GripVertical className="icon" aria-hidden />
            </span>
          ) : (
            <span className="mute num">·</span>
          )}
        </td>
      )}
      <td className="main">
        <div className="title-cell">
          {row.thumb ? (
            <img src={row.thumb} alt="" width={88} height={66} loading="lazy" decoding="async" />
          ) : (
            <ClothThumbnail seed={row.title} width={88} height={66} {...(row.icon && { icon: row.icon })} />
          )}
          <Link className="open" to={`${kind.edit}/${row.id}`} lang={row.lang}>
            {row.title}
          </Link>
        </div>
      </td>
      {asked.columns.map((column) => (
        <Cell key={column} column={column} row={row} />
      ))}
      <td className="actions-cell">
        <RowMenu row={row} kind={kind} canOrder={canOrder} Form={Form} />
      </td>
    </tr>
  );
}

function Cell({ column, row }: { column: Column; row: ListRow }) {
  if (column === "category") return <td className="hide">{row.categories.join(", ")}</td>;
  if (column === "author") return <td className="optional hide mute nowrap">{row.author}</td>;
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
            ends <Moment at={row.unpublishAt} />
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

/** What can be done with one line, by a form of its own. */
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
  return (
    <Menu
      className="btn icon-only quiet compact bare"
      button={
        <>
          <Ellipsis className="icon" aria-hidden />
          <span className="visually-hidden">More for {row.title}</span>
        </>
      }
    >
      <Link to={`${kind.edit}/${row.id}`}>Edit</Link>
      <Link to={`${kind.edit}/${row.id}/history`}>History</Link>
      {isLive && (
        <a href={row.path} target="_blank" rel="noreferrer">
          View
        </a>
      )}
      <hr />
      <Form
        method="post"
        onSubmit={({ currentTarget }) => {
          const menu = currentTarget.closest("details");
          menu?.removeAttribute("open");
          menu?.querySelector("summary")?.focus();
        }}
      >
        <input type="hidden" name="id" value={row.id} />
        {actions
          .filter(([, , isOffered]) => isOffered)
          .map(([intent, name]) => (
            <button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              className={intent === "trash" ? "bad" : ""}
            >
              {name}
            </button>
          ))}
      </Form>
    </Menu>
  );
}
