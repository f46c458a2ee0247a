import { maxExportBytes, maxUploadsBytes } from "#app/ops/transfer/jobs/imports.ts";
import { anonymousBodyBytes } from "#app/platform/http/bodies/read-form.ts";
import { kinds, taxonomies } from "../domain/content/kinds.ts";
import { scriptPath } from "../lib/text/page-key.ts";
import {
  type AddressTable,
  type CacheRule,
  createAddressRules,
} from "../platform/http/cache/address-rules.ts";
import routes from "../routes.ts";
import { type ListedRoute, listRoutes } from "./declare-routes.ts";

const megabyte = 1_000_000;

const plurals = [...kinds, ...taxonomies].map(({ plural }) => plural).join("|");

const listed = listRoutes(routes);

/** Caching rules and body limits by address, for the listener. */
export const addressTable: AddressTable = {
  pages: cacheRules(listed.filter(({ rules }) => rules.isCounted)),
  uncachedPages: listed.flatMap(({ path, rules }) => (rules.isCounted && !rules.cache ? [path] : [])),
  files: {
    ...cacheRules(listed.filter(({ rules }) => !rules.isCounted)),
    [`/api/(${plurals})`]: {
      query: ["category", "cursor", "industry", "limit", "tag", "type"],
      isStrict: true,
    },
    [`/api/(${plurals})/*`]: { isStrict: true },
    "/weave/**": {},
  },
  // Former sites select pages by a script's query, such as `/blog/index.php?id=12`.
  uncachedWithQuery: scriptPath,
  // Outer limits, checked before access control; each form and API endpoint has its own lower
  // limit.
  bodies: [
    // Files of 10 MB, up to 20 at once; a photo; a list of addresses.
    [/^\/api\/files$|^\/dashboard\/files(\.data)?$/, 201 * megabyte],
    [/^\/api\/files\/[^/]+\/replace$|^\/dashboard\/files\/[^/]+$/, 11 * megabyte],
    [/^\/myprofile\/photo(\.data)?$/, 11 * megabyte],
    [/^\/dashboard\/call\/import(\.data)?$/, 3 * megabyte],
    // An export and its pictures, plus 1 MB for the form.
    [/^\/dashboard\/settings\/import\/file$/, maxExportBytes + maxUploadsBytes + megabyte],
    [/^\/dashboard(\/|$)/, megabyte],
    [/^\/api\/(contact|calls|subscribers|jwt|auth\/.*)$/, anonymousBodyBytes],
    [/^\/api\//, megabyte],
  ],
};

/** Cache rules by path pattern. */
function cacheRules(some: readonly ListedRoute[]): Record<string, CacheRule> {
  return Object.fromEntries(
    some.flatMap(({ path, rules }) => (rules.cache ? [[path.replace(/:\w+/g, "*"), rules.cache]] : [])),
  );
}

export const addressRules = createAddressRules(addressTable);
