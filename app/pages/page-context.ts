import { createContext } from "react-router";
import type { AccountContext } from "#app/accounts/account-context.ts";
import { lastCachedSettings, readSettings } from "#app/company/settings.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import { lastCached } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import type { RequestContext } from "#app/http/listener/request-context.ts";
import type { MailService } from "#app/mail/outbox/mail-service.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import type { NetworkAccess } from "#app/webhooks/post.ts";

/** What a page's loader or action works with. */
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
  /** Where the product is installed. */
  folder: string;
  /** The deployer's, for processes of its own. */
  variables: Record<string, string | undefined>;
  /** Where the instance keeps what is its own. */
  dataDir: string;
  /** What the deployer set about backups. */
  backup: BackupEnv;
  /** Rich texts of the document that is being made, as HTML; null where the page is asked for as data. */
  documentTexts: string[] | null;
}

export const pageContext = createContext<PageContext>();

/** The company's settings as a page shows them; in an answer made from memory, since the database is away, as they were read last. */
export function readPageSettings({
  db,
  requestContext,
}: Pick<PageContext, "db" | "requestContext">): Promise<Settings> {
  const known = requestContext.isFromMemory ? lastCachedSettings(db) : null;
  return known === null ? readSettings(db) : Promise.resolve(known);
}

/**
 * What `read` remembers by this name. In an answer that is made from memory, since the database is away, it is what was read
 * last, however old; it is only read where nothing was before.
 */
export function readOrStale<Value>(
  { db, requestContext }: Pick<PageContext, "db" | "requestContext">,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = requestContext.isFromMemory ? lastCached<Value>(db, name) : undefined;
  return known === undefined ? read() : Promise.resolve(known);
}
