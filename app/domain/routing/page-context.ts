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
  /** Network access of webhooks. */
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
export function readOrStale<Value>(
  { db, requestContext }: Pick<PageContext, "db" | "requestContext">,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = requestContext.isFromMemory ? lastCached<Value>(db, name) : undefined;
  return known === undefined ? read() : Promise.resolve(known);
}
