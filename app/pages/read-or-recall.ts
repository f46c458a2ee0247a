import { lastCached } from "#app/database/cache-tags.ts";
import type { PageContext } from "./page-context.ts";

/**
 * What `read` remembers by this name. In an answer that is made from memory, since the database is away, it is what was read
 * last, however old; it is only read where nothing was before.
 */
export function readOrRecall<Value>(
  { db, requestContext }: Pick<PageContext, "db" | "requestContext">,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = requestContext.isFromMemory ? lastCached<Value>(db, name) : undefined;
  return known === undefined ? read() : Promise.resolve(known);
}
