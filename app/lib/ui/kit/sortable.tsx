import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type ReactNode, useId, useRef } from "react";

interface SortableProps {
  /** Ordered; each has a `SortableItem`. */
  ids: readonly string[];
  /** Name of an item in announcements. */
  nameOf(id: string): string;
  /** Positions from 0. */
  onMove(from: number, to: number): void;
  layout?: "list" | "grid";
  children: ReactNode;
}

/** List sortable by handles, with mouse, touch, and Space with arrow keys. */
export function Sortable({ ids, nameOf, onMove, layout = "list", children }: SortableProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const hasMoved = useRef(false);
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announce(ids, nameOf, hasMoved),
        screenReaderInstructions: {
          draggable:
            "Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.",
        },
      }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
        if (from !== to && from >= 0 && to >= 0) onMove(from, to);
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={layout === "grid" ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  );
}

function announce(
  ids: readonly string[],
  nameOf: (id: string) => string,
  hasMoved: { current: boolean },
): Announcements {
  const name = (id: string | number) => nameOf(String(id));
  const place = (id: string | number) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return `Picked up ${name(active.id)}, ${place(active.id)}.`;
    },
    onDragOver({ active, over }) {
      // The start position was already announced.
      if (over === null || (over.id === active.id && !hasMoved.current)) return undefined;
      hasMoved.current = true;
      return `${name(active.id)} is at ${place(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at ${place(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${place(active.id)}.`,
  };
}

interface SortableItemProps {
  id: string;
  name: string;
  as?: "li" | "tr" | "div";
  className?: string;
  /** @param handle drag handle of the item */
  children(handle: ReactNode): ReactNode;
}

export function SortableItem({ id, name, as: Item = "li", className, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const handle = (
    <button
      className="drag-handle"
      type="button"
      title="Drag to reorder"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
    >
      <GripVertical className="icon" aria-hidden />
      <span className="visually-hidden">Reorder {name}</span>
    </button>
  );
  return (
    <Item
      className={className}
      ref={setNodeRef}
      data-row={id}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </Item>
  );
}
