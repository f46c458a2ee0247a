export type RowVerb = "remove" | "up" | "down" | "show" | "hide";

/** Moves an item by one place, or takes it out. */
export function changePlace<Item>(items: readonly Item[], at: number, verb: RowVerb): Item[] {
  if (items[at] === undefined) return [...items];
  if (verb === "remove") return items.filter((_, place) => place !== at);
  return withMoved(items, at, verb === "up" ? at - 1 : verb === "down" ? at + 1 : at);
}

/** The same of names in an order; one that is shown again stands last. */
export function changeOrder(names: readonly string[], name: string, verb: RowVerb): string[] {
  const at = names.indexOf(name);
  if (verb === "show") return at === -1 ? [...names, name] : [...names];
  return changePlace(names, at, verb === "hide" ? "remove" : verb);
}

/** A copy with what stands at one place moved to another. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  const [moved] = copy.splice(from, 1);
  if (moved === undefined || to < 0 || to > copy.length) return [...list];
  copy.splice(to, 0, moved);
  return copy;
}
