import { type DragEvent, useState } from "react";
import type { useFetcher } from "react-router";
import type { ListRow } from "./read-list.ts";
import type { Drag } from "./row.tsx";

interface Over {
  id: string;
  side: "before" | "after";
}

/** Moves lines by the pointer and by keys; a line stands in its new place at once, while the server is told. */
export function useOrder(rows: ListRow[], fetcher: ReturnType<typeof useFetcher>) {
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
