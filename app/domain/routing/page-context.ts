import { createContext } from "react-router";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { lastCachedSettings, readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import type { MailService } from "#app/domain/mail/outbox/mail-service.ts";
import type { NetworkAccess } from "#app/domain/webhooks/post.ts";
import { lastCached } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { RequestContext } from "#app/platform/http/listener/request-context.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";

/** Dependencies of a page's loaders and actions. */
export interface PageContext {
  db: Database;
  files: FileStore;
  requestContext: RequestContext;
  publicUrl: URL;
  clock: Clock;
  accounts: AccountContext;
  mail: MailService;
  /** The network, as webhooks reach it. */
  outside: NetworkAccess;
  /** Folder in which the product is installed. */
  folder: string;
  /** Environment variables of the deployer, for child processes. */
  variables: Record<string, string | undefined>;
  /** Folder with the instance's data. */
  dataDir: string;
  /** The deployer's backup settings. */
  backup: BackupEnv;
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
