import type { Logger } from "#app/platform/log.ts";
import type { AddressRules } from "../cache/address-rules.ts";
import type { PageCache } from "../cache/page-cache.ts";
import type { PageViews } from "../cache/page-views.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { Assets } from "../responses/assets.ts";
import type { RequestContext } from "./request-context.ts";

/** Everything behind the listener: answers a request, whatever it asks for. */
export type Application = (request: Request, requestContext: RequestContext) => Promise<Response>;

export interface ListenerOptions {
  application: Application;
  cache: PageCache;
  addresses: AddressRules;
  /** Null when something else serves them, as Vite does in development. */
  assets: Assets | null;
  publicUrl: URL;
  /** Addresses and networks of proxies whose word about the visitor counts. */
  trustProxy: readonly string[];
  /** Where an address that no page has leads by now, as a path of ours; null when it leads nowhere. */
  findMoved?(address: string): Promise<string | null>;
  /** Where an address leads whose last slash was removed; null for the address itself. */
  findSlashless?(address: string): Promise<string | null>;
  /** Hears of each address that was asked for and leads nowhere; must not wait for anything. */
  onNotFound?: ((path: string, referrer: string | undefined) => void) | undefined;
  log: Logger;
  metrics: Metrics;
  pageViews: PageViews;
  /** Whether the site can serve: asked once a second at most. */
  ready(): Promise<boolean>;
  /** How the site does, in lines for whoever runs it. */
  explain?(): Promise<readonly string[]>;
  /** Whether the header of a request proves that its sender knows the site's secret and looks how requests arrive. */
  isProbe?(authorization: string | undefined): boolean;
  isDevelopment?: boolean;
  isDraining?(): boolean;
}
