import { mostExportBytes, mostUploadsBytes } from "#app/imports/imports.ts";
import { kinds, taxonomies } from "./content/kinds.ts";
import { type ListedRoute, listRoutes } from "./declare-routes.ts";
import { type AddressTable, type CacheRule, createAddressRules } from "./http/cache/address-rules.ts";
import routes from "./routes.ts";
import { scriptPath } from "./text/page-key.ts";

const kilobyte = 1_000;
const megabyte = 1_000_000;

const plurals = [...kinds, ...taxonomies].map(({ plural }) => plural).join("|");

const listed = listRoutes(routes);

/** What the listener knows of the product's addresses: which answers may be cached, and how large a body they take. */
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
  // Former sites name pages by the query of a script, such as `/blog/index.php?id=12`.
  uncachedWithQuery: scriptPath,
  // Bounds for whoever may send there at all: nothing is read before that is known, and each form and answer has a bound of
  // its own within.
  bodies: [
    // One file of ten megabytes, or twenty of them, a photo, a long list of addresses.
    [/^\/api\/files$|^\/dashboard\/files(\.data)?$/, 201 * megabyte],
    [/^\/api\/files\/[^/]+\/replace$|^\/dashboard\/files\/[^/]+$/, 11 * megabyte],
    [/^\/myprofile\/photo(\.data)?$/, 11 * megabyte],
    [/^\/dashboard\/call\/import(\.data)?$/, 3 * megabyte],
    // An export and its pictures, with some room for what the form adds.
    [/^\/dashboard\/settings\/import\/file$/, mostExportBytes + mostUploadsBytes + megabyte],
    [/^\/dashboard(\/|$)/, megabyte],
    [/^\/api\/(contact|calls|subscribers|jwt|auth\/.*)$/, 100 * kilobyte],
    [/^\/api\//, megabyte],
  ],
};

/** By patterns of paths. */
function cacheRules(some: readonly ListedRoute[]): Record<string, CacheRule> {
  return Object.fromEntries(
    some.flatMap(({ path, rules }) => (rules.cache ? [[path.replace(/:\w+/g, "*"), rules.cache]] : [])),
  );
}

export const addressRules = createAddressRules(addressTable);
