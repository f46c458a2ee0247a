import { createContext } from "react-router";
import { lastCachedSettings, readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { lastCached } from "#app/platform/database/cache-tags.ts";
import type { RequestContext } from "#app/platform/http/listener/request-context.ts";
import type { SiteServices } from "./site-services.ts";

/** Services and request that loaders and actions of a page read. */
export interface PageContext extends Omit<SiteServices, "leadFeed"> {
  requestContext: RequestContext;
}

export const pageContext = createContext<PageContext>();

/** The company's settings; the last cached ones, however old, when the answer is made from memory. */
export function readPageSettings({
  db,
  requestContext,
}: Pick<PageContext, "db" | "requestContext">): Promise<Settings> {
  const known = requestContext.isFromMemory ? lastCachedSettings(db) : null;
  return known === null ? readSettings(db) : Promise.resolve(known);
}

/**
 * Returns the cached value of this name. In an answer made from memory, since the database is unavailable, the value
 * may be of any age; `read` runs only without one.
 */
export function readOrStale<Value>(
  { db, requestContext }: Pick<PageContext, "db" | "requestContext">,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = requestContext.isFromMemory ? lastCached<Value>(db, name) : undefined;
  return known === undefined ? read() : Promise.resolve(known);
}
