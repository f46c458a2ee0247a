/** What a button beside the rows of a list asks for: `features add`, `features.2 remove`, `features.2 up` or `down`. */
export type RowChange = `${string} ${"add" | "remove" | "up" | "down"}`;

/** The values of a form after a change to the rows of one of its lists; an order that fits nothing changes nothing. */
export function changeFormRows(values: Record<string, unknown>, order: string): Record<string, unknown> {
  const [, path = "", at, what] = /^(\w+)(?:\.(\d+))? (add|remove|up|down)$/.exec(order) ?? [];
  const rows = Reflect.get(values, path);
  if (!Array.isArray(rows)) return values;
  const changed = at === undefined ? addRow(rows, what) : moveRow(rows, Number(at), what);
  return { ...values, [path]: changed };
}

/** A copy with what stands at one place moved to another. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  const [moved] = copy.splice(from, 1);
  if (moved === undefined || to < 0 || to > copy.length) return [...list];
  copy.splice(to, 0, moved);
  return copy;
}

function addRow(rows: unknown[], what: string | undefined): unknown[] {
  return what === "add" ? [...rows, {}] : rows;
}

function moveRow(rows: unknown[], at: number, what: string | undefined): unknown[] {
  if (what === "remove") return rows.filter((_, index) => index !== at);
  return withMoved(rows, at, what === "up" ? at - 1 : at + 1);
}
