import type { Database } from "./database/database.ts";
import type { Clock } from "./runtime/clock.ts";
import type { Logger } from "./runtime/log.ts";

/** Services that almost every part of the site needs. */
export interface CoreServices {
  db: Database;
  clock: Clock;
}

/** Services of a background job. */
export interface JobServices extends CoreServices {
  log: Logger;
}

/** The installed product, to start a subprocess of it. */
export interface Installation {
  /** Folder in which the product is installed. */
  folder: string;
  /** Environment variables of the deployer, unchanged. */
  variables: Record<string, string | undefined>;
}
