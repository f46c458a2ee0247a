import { fieldsOf, type Kind } from "#app/content/kind.ts";
import type { PlannedEntry } from "./plan.ts";

/** Entries in such an order that, but for circles, those come first that others name. */
export function byNeed(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const all = new Map(entries.map(({ kind }) => [kind.name, kind]));
  const order: Kind[] = [];
  const seen = new Set<string>();
  const visit = (kind: Kind) => {
    if (seen.has(kind.name)) return;
    seen.add(kind.name);
    for (const name of namedBy(kind)) {
      const needed = all.get(name);
      if (needed) visit(needed);
    }
    order.push(kind);
  };
  for (const kind of all.values()) visit(kind);
  return order.flatMap((kind) => entries.filter((entry) => entry.kind.name === kind.name));
}

function namedBy(kind: Kind): string[] {
  return fieldsOf(kind).flatMap(([, { input }]) =>
    input.type === "entry" || input.type === "entries" ? [input.kind] : [],
  );
}
