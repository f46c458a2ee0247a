import { createContext } from "react-router";
import type { Accounts } from "#app/accounts/accounts.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import type { RequestContext } from "#app/http/listener/request-context.ts";
import type { MailService } from "#app/mail/outbox/mail-service.ts";
import type { Clock } from "#app/platform/clock.ts";

/** What a page's loader or action works with. */
export interface PageContext {
  db: Database;
  files: FileStore;
  requestContext: RequestContext;
  publicUrl: URL;
  clock: Clock;
  accounts: Accounts;
  mail: MailService;
  /** Who sends a form is a person: judged where the deployer has set a check. */
  /** Where the product is installed. */
  folder: string;
}

export const pageContext = createContext<PageContext>();
