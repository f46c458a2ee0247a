import type { Logger } from "#app/platform/runtime/log.ts";
import type { AddressRules } from "../cache/address-rules.ts";
import type { PageCache } from "../cache/page-cache.ts";
import type { PageViews } from "../cache/page-views.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Assets } from "../responses/assets.ts";
import type { RequestContext } from "./request-context.ts";

/** Handles every request that the listener does not serve itself. */
export type Application = (request: Request, requestContext: RequestContext) => Promise<Response>;

export interface ListenerOptions {
  application: Application;
  cache: PageCache;
  addresses: AddressRules;
  /** Build files; null if something else serves them, as Vite does in development. */
  assets: Assets | null;
  publicUrl: URL;
  /** Addresses and networks of trusted proxies. */
  trustProxy: readonly string[];
  /** Redirects a missing address to its new place; null if it has none. */
  redirectMoved?(address: string): Promise<Response | null>;
  /** Redirects an address without its trailing slash; null for the address itself. */
  redirectSlashless?(address: string): Promise<Response | null>;
  /** Called for each missing address; must not block. */
  onNotFound?: ((path: string, referrer: string | undefined) => void) | undefined;
  log: Logger;
  metrics: Metrics;
  pageViews: PageViews;
  /** Whether the site can serve; called at most once a second. */
  ready(): Promise<boolean>;
  /** Status lines for operators. */
  explain?(): Promise<readonly string[]>;
  /** Whether the Authorization header holds a valid probe token. */
  isProbe?(authorization: string | undefined): boolean;
  isDevelopment?: boolean;
  isDraining?(): boolean;
}
