export type RowVerb = "remove" | "up" | "down" | "show" | "hide";

/** Moves an item by one place, or takes it out. */
export function changePlace<Item>(items: readonly Item[], at: number, verb: RowVerb): Item[] {
  const item = items[at];
  if (item === undefined) return [...items];
  const others = items.filter((_, place) => place !== at);
  if (verb === "remove") return others;
  const to = verb === "up" ? at - 1 : verb === "down" ? at + 1 : at;
  if (to < 0 || to >= items.length) return [...items];
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** The same of names in an order; one that is shown again stands last. */
export function changeOrder(names: readonly string[], name: string, verb: RowVerb): string[] {
  const at = names.indexOf(name);
  if (verb === "show") return at === -1 ? [...names, name] : [...names];
  return changePlace(names, at, verb === "hide" ? "remove" : verb);
}
