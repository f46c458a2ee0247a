import { GripVertical } from "lucide-react";
import type { DragEvent } from "react";
import { Link } from "react-router";
import { Cloth } from "../../parts/cloth.tsx";
import { Moment } from "../../parts/moment.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import type { Column } from "./asked.ts";
import type { PostForm } from "./bulk-bar.tsx";
import type { ListRow, ListScreen } from "./read-list.ts";
import { RowMenu } from "./row-menu.tsx";

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
  canOrder: boolean;
  Form: PostForm;
  drag: Drag | null;
}

export function Row({ row, list, canOrder, Form, drag }: RowProps) {
  const { kind, asked } = list;
  return (
    <tr
      data-row={row.id}
      data-over={drag?.over ?? undefined}
      onDragOver={drag?.onDragOver}
      onDrop={drag?.onDrop}
    >
      <td className="tick">
        <input type="checkbox" name="id" value={row.id} form="bulk" aria-label={`Select ${row.title}`} />
      </td>
      {kind.isOrdered && (
        <td className="drag-cell hide">
          {drag ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the same is in the menu of the line, and on Alt with the arrow keys
            <span draggable onDragStart={drag.onDragStart} onDragEnd={drag.onDragEnd} title="Drag to reorder">
              <GripVertical className="i" aria-hidden />
            </span>
          ) : (
            <span className="mute num">·</span>
          )}
        </td>
      )}
      <td className="main">
        <div className="ti">
          {row.thumb ? (
            <img src={row.thumb} alt="" width={88} height={66} loading="lazy" decoding="async" />
          ) : (
            <Cloth seed={row.title} width={88} height={66} {...(row.icon && { icon: row.icon })} />
          )}
          <Link className="open" to={`${kind.edit}/${row.id}`} lang={row.lang}>
            {row.title}
          </Link>
        </div>
      </td>
      {asked.columns.map((column) => (
        <Cell key={column} column={column} row={row} />
      ))}
      <td className="act">
        <RowMenu row={row} kind={kind} canOrder={canOrder} Form={Form} />
      </td>
    </tr>
  );
}

function Cell({ column, row }: { column: Column; row: ListRow }) {
  if (column === "category") return <td className="hide">{row.categories.join(", ")}</td>;
  if (column === "author") return <td className="opt hide mute nw">{row.author}</td>;
  if (column === "state")
    return (
      <td className="sta nw">
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
  return <td className="hide num mute nw">{at ? <Moment at={at} /> : "–"}</td>;
}
