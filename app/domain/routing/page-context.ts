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

/** Reads the company's settings; while the database is unavailable, the last cached ones of any age. */
export function readPageSettings({
  db,
  requestContext,
}: Pick<PageContext, "db" | "requestContext">): Promise<Settings> {
  const known = requestContext.isFromMemory ? lastCachedSettings(db) : null;
  return known === null ? readSettings(db) : Promise.resolve(known);
}

/**
 * Calls `read`. While the database is unavailable, returns the last cached value of this name instead, of any age;
 * `read` then runs only if nothing is cached.
 */
export function readWithFallback<Value>(
  { db, requestContext }: Pick<PageContext, "db" | "requestContext">,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = requestContext.isFromMemory ? lastCached<Value>(db, name) : undefined;
  return known === undefined ? read() : Promise.resolve(known);
}
