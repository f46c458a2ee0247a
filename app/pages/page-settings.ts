import { readSettings, recallSettings } from "#app/company/settings.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import type { PageContext } from "./page-context.ts";

/** The company's settings as a page shows them; in an answer made from memory, since the database is away, as they were read last. */
export function readPageSettings({
  db,
  requestContext,
}: Pick<PageContext, "db" | "requestContext">): Promise<Settings> {
  const known = requestContext.isFromMemory ? recallSettings(db) : null;
  return known === null ? readSettings(db) : Promise.resolve(known);
}
