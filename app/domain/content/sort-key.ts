import { publicDay, readTimeZone } from "#app/domain/company/company-time.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { DataOf, Kind } from "./kind.ts";

/** Sort key of a kind's list: the padded position, or the date with the time of first publication. */
export async function readSortKey(
  db: Database,
  kind: Kind,
  data: DataOf<Kind>,
  { position, publishedAt }: { position: number; publishedAt: string },
): Promise<string> {
  if (kind.order === "position") return positionKey(position);
  const given: unknown = Reflect.get(data, kind.order.newest);
  const day = typeof given === "string" ? given : "";
  const timeZone = day === "" ? await readTimeZone(db) : "";
  return `${publicDay({ day, publishedAt }, timeZone)} ${publishedAt}`;
}

/** Sort key of a manually ordered list. */
export function positionKey(position: number): string {
  return String(Math.max(position, 0)).padStart(10, "0");
}
