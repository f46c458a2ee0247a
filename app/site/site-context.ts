import { createContext } from "react-router";
import type { Accounts } from "#app/accounts/accounts.ts";
import type { Database } from "#app/database/database.ts";
import type { Visit } from "#app/http/visit.ts";
import type { Clock } from "#app/platform/clock.ts";

/** What a page's loader or action works with. */
export interface SiteContext {
  db: Database;
  visit: Visit;
  publicUrl: URL;
  clock: Clock;
  accounts: Accounts;
  /** Where the product is installed. */
  folder: string;
}

export const siteContext = createContext<SiteContext>();
