import type { DataOf, Kind } from "../kind.ts";

/** Text by which a kind's list is ordered: the padded position, or a day and, within it, the moment of first publication. */
export function sortKeyOf(kind: Kind, data: DataOf<Kind>, position: number, publishedAt: string): string {
  if (kind.order === "position") return String(Math.max(position, 0)).padStart(10, "0");
  const day: unknown = Reflect.get(data, kind.order.newest);
  return typeof day === "string" && day !== ""
    ? `${day} ${publishedAt}`
    : `${publishedAt.slice(0, 10)} ${publishedAt}`;
}
