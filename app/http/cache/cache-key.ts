import { longestUrl, readTarget } from "../listener/target.ts";

interface Rule {
  /** Query keys that choose what is shown; every other key is dropped. */
  query?: readonly string[];
  /** Query keys that are understood and make the answer one of a kind. */
  unkept?: readonly string[];
  /** Every other or doubled query key is for the application to refuse. */
  isStrict?: boolean;
}

const page: Rule = {};
const apiList: Rule = { query: ["category", "cursor", "industry", "limit", "tag", "type"], isStrict: true };
const apiEntry: Rule = { isStrict: true };

/** Every address whose answer may be kept. `*` is one step of the path, `**` the whole rest. */
const addresses: Record<string, Rule> = {
  // A site that came from WordPress is still asked for pages by these keys.
  "/": { unkept: ["p", "page_id", "attachment_id"] },
  "/services": page,
  "/services/*": page,
  "/media": { query: ["after", "before", "type"] },
  "/media/*": page,
  "/clients": { query: ["after", "before", "industry"] },
  "/portfolio": { query: ["after", "before", "category"] },
  "/portfolio/*": page,
  "/about": page,
  "/contact": { query: ["service"], unkept: ["sent"] },
  "/calltoaction": { query: ["topic"], unkept: ["sent"] },
  "/blog": { query: ["after", "before", "category", "tag"], unkept: ["q"] },
  "/blog/*": page,
  "/newsletter/archive": page,
  "/newsletter/archive/*": page,
  "/terms": page,
  "/privacy": page,
};

/** Addresses without a `.data` twin. */
const plainAddresses: Record<string, Rule> = {
  "/blog/feed.xml": page,
  "/sitemap*.xml": page,
  "/sitemaps/*": page,
  "/robots.txt": page,
  "/site.webmanifest": page,
  "/api/(services|media|clients|portfolio|blogs|categories|portfolio-categories)": apiList,
  "/api/(services|media|clients|portfolio|blogs|categories|portfolio-categories)/*": apiEntry,
  "/share/**.png": page,
  "/weave/**": page,
};

const longestValue = 200;

/**
 * The one name under which an answer is kept: path and known query keys in normal form, itself a valid request target.
 * Null when the answer is never kept: other methods, other addresses, malformed or over-long input.
 */
export function cacheKey(method: string | undefined, rawUrl: string): string | null {
  if ((method !== "GET" && method !== "HEAD") || rawUrl.length > longestUrl) return null;
  const target = readTarget(rawUrl);
  if (typeof target === "string") return null;
  const rule = find(target.path)?.rule;
  if (!rule) return null;
  const query = target.query === "" ? "" : normalQuery(rule, target.query);
  return query === null ? null : target.path + query;
}

/** Whether people read what is there, as long as something is. */
export function isPage(path: string): boolean {
  return find(path)?.isPage ?? false;
}

const compiled = [
  ...Object.entries(plainAddresses).map(([pattern, rule]) => ({
    test: compile(pattern),
    rule,
    isPage: false,
  })),
  ...Object.entries(addresses).map(([pattern, rule]) => ({
    test: compile(twin(pattern)),
    rule: dataRule(rule),
    isPage: false,
  })),
  ...Object.entries(addresses).map(([pattern, rule]) => ({ test: compile(pattern), rule, isPage: true })),
];

function find(path: string) {
  return compiled.find(({ test }) => test.test(path));
}

/** Where React Router fetches what a page is made of, without its HTML. */
function twin(pattern: string): string {
  return pattern === "/" ? "/(_|_root).data" : `${pattern}.data`;
}

function dataRule(rule: Rule): Rule {
  return { ...rule, query: ["_routes", ...(rule.query ?? [])] };
}

function compile(pattern: string): RegExp {
  const source = pattern
    .replaceAll(".", "\\.")
    .replace(/\*\*|\*/g, (star) => (star === "**" ? ".+" : "[^/]*"));
  return new RegExp(`^${source.replace(/\/\[\^\/\]\*/, "/[^/]+")}$`);
}

function normalQuery(rule: Rule, raw: string): string | null {
  const given = new URLSearchParams(raw);
  for (const [, value] of given) if (value.length > longestValue) return null;
  if (rule.unkept?.some((name) => given.get(name))) return null;
  if (rule.isStrict && !holdsOnly(given, rule.query ?? [])) return null;
  const parts = (rule.query ?? []).flatMap((name) => {
    const value = given.getAll(name).find((each) => each !== "");
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function holdsOnly(given: URLSearchParams, names: readonly string[]): boolean {
  return [...given.keys()].every(
    (name) => names.includes(name) && given.getAll(name).length === 1 && given.get(name),
  );
}
