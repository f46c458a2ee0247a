import { kinds, taxonomies } from "./content/kinds.ts";
import { type AddressTable, type CacheRule, createAddressRules } from "./http/cache/address-rules.ts";

const kilobyte = 1_000;
const megabyte = 1_000_000;

const page: CacheRule = {};
const pagedList: CacheRule = { query: ["after", "before"] };

/** Lists of a kind that are chosen from by more, or less, than their pages. */
const lists: Record<string, CacheRule> = {
  service: page,
  media: { query: ["after", "before", "type"] },
  client: { query: ["after", "before", "industry"] },
  portfolio: { query: ["after", "before", "category"] },
  blog: { query: ["after", "before", "category", "tag"], uncached: ["q"] },
};

const contentPages = kinds.flatMap(({ name, path, hasPage }): [string, CacheRule][] => [
  [path, lists[name] ?? pagedList],
  ...(hasPage ? [[`${path}/*`, page] as [string, CacheRule]] : []),
]);

const plurals = [...kinds, ...taxonomies].map(({ plural }) => plural).join("|");

/**
 * What the listener knows of the product's addresses: which answers may be cached, and how large a body they take. Who may
 * use them says `who-may.ts`.
 */
export const addressTable: AddressTable = {
  pages: {
    // A site that came from WordPress is still asked for pages by these keys.
    "/": { uncached: ["p", "page_id", "attachment_id"] },
    ...Object.fromEntries(contentPages),
    "/about": page,
    "/contact": { query: ["service"], uncached: ["sent"] },
    "/calltoaction": { query: ["topic"], uncached: ["sent"] },
    "/newsletter/archive": page,
    "/newsletter/archive/*": page,
    "/terms": page,
    "/privacy": page,
  },
  uncachedPages: ["/search", "/login", "/registration", "/newsletter"],
  files: {
    "/blog/feed.xml": page,
    "/sitemap*.xml": page,
    "/sitemaps/*": page,
    "/robots.txt": page,
    "/site.webmanifest": page,
    [`/api/(${plurals})`]: {
      query: ["category", "cursor", "industry", "limit", "tag", "type"],
      isStrict: true,
    },
    [`/api/(${plurals})/*`]: { isStrict: true },
    "/share/**.png": page,
    "/weave/**": page,
  },
  // Bounds for whoever may send there at all: nothing is read before that is known, and each form and answer has a bound of
  // its own within.
  bodies: [
    // One file of ten megabytes, or twenty of them, a photo, a long list of addresses.
    [/^\/api\/files$|^\/dashboard\/files(\.data)?$/, 201 * megabyte],
    [/^\/api\/files\/[^/]+\/replace$|^\/dashboard\/files\/[^/]+$/, 11 * megabyte],
    [/^\/myprofile\/photo(\.data)?$/, 11 * megabyte],
    [/^\/dashboard\/call\/import(\.data)?$/, 3 * megabyte],
    [/^\/dashboard(\/|$)/, megabyte],
    [/^\/api\/(contact|calls|subscribers|jwt|auth\/.*)$/, 100 * kilobyte],
    [/^\/api\//, megabyte],
  ],
};

export const addressRules = createAddressRules(addressTable);
