import { isReading, longestUrl, readTarget } from "#app/http/listener/incoming.ts";

/** How the answers of an address may be cached. */
export interface CacheRule {
  /** Query keys that choose what is shown; every other key is dropped. */
  query?: readonly string[];
  /** Query keys that are understood and make the answer one of a kind. */
  uncached?: readonly string[];
  /** Every other or doubled query key is for the application to refuse. */
  isStrict?: boolean;
}

/** What the product says of its addresses. `*` is one step of a path, `**` the whole rest. */
export interface AddressTable {
  /** Pages that may be cached, each with the data that React Router fetches for it. */
  pages: Record<string, CacheRule>;
  /** Pages for everybody that are never cached. */
  uncachedPages: readonly string[];
  /** Other addresses whose answers may be cached. */
  files: Record<string, CacheRule>;
  /** Paths whose query reaches the application even where pages are cached. */
  uncachedWithQuery?: RegExp;
  /** Largest body in bytes by address, the first that fits. */
  bodies: readonly (readonly [RegExp, number])[];
}

export interface AddressRules {
  /**
   * The one name under which an answer is cached: path and known query keys in normal form, itself a valid request target.
   * Null when the answer is never cached: other methods, other addresses, malformed or over-long input.
   */
  cacheKey(method: string | undefined, rawUrl: string): string | null;
  /**
   * The path under which the reading of a page is counted, whether the page was asked for whole or as the router's data.
   * Null for what is no page for everybody.
   * @param target a request target in normal form
   */
  pagePath(target: string): string | null;
  /** Largest body in bytes an address takes. */
  bodyLimit(path: string): number;
  /** Whether files are sent there, which may take longer. */
  takesUploads(path: string): boolean;
}

const usualBodyBytes = 100_000;
const largestFormBytes = 1_000_000;
const longestValue = 200;

export function createAddressRules(table: AddressTable): AddressRules {
  const compiled = [
    ...Object.entries(table.files).map(([pattern, rule]) => ({
      test: compile(pattern),
      rule,
      isPage: false,
    })),
    ...Object.entries(table.pages).map(([pattern, rule]) => ({
      test: compile(twin(pattern)),
      rule: dataRule(rule),
      isPage: false,
    })),
    ...Object.entries(table.pages).map(([pattern, rule]) => ({ test: compile(pattern), rule, isPage: true })),
  ];
  const find = (path: string) => compiled.find(({ test }) => test.test(path));
  const bodyLimit = (path: string) => table.bodies.find(([place]) => place.test(path))?.[1] ?? usualBodyBytes;
  return {
    cacheKey(method, rawUrl) {
      if (!isReading(method) || rawUrl.length > longestUrl) return null;
      const target = readTarget(rawUrl);
      if (typeof target === "string") return null;
      const rule = find(target.path)?.rule;
      if (!rule) return null;
      if (target.query !== "" && table.uncachedWithQuery?.test(target.path)) return null;
      const query = target.query === "" ? "" : normalQuery(rule, target.query);
      return query === null ? null : target.path + query;
    },
    pagePath(target) {
      const mark = target.indexOf("?");
      const path = withoutTwin(mark === -1 ? target : target.slice(0, mark));
      return find(path)?.isPage || table.uncachedPages.includes(path) ? path : null;
    },
    bodyLimit,
    takesUploads: (path) => bodyLimit(path) > largestFormBytes,
  };
}

/** Where React Router fetches what a page is made of, without its HTML. */
function twin(pattern: string): string {
  return pattern === "/" ? "/(_|_root).data" : `${pattern}.data`;
}

function dataRule(rule: CacheRule): CacheRule {
  return { ...rule, query: ["_routes", ...(rule.query ?? [])] };
}

function compile(pattern: string): RegExp {
  const source = pattern
    .replaceAll(".", "\\.")
    .replace(/\*\*|\*/g, (star) => (star === "**" ? ".+" : "[^/]*"));
  return new RegExp(`^${source.replace(/\/\[\^\/\]\*/, "/[^/]+")}$`);
}

function normalQuery(rule: CacheRule, raw: string): string | null {
  const given = new URLSearchParams(raw);
  for (const [, value] of given) if (value.length > longestValue) return null;
  if (rule.uncached?.some((name) => given.get(name))) return null;
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

function withoutTwin(path: string): string {
  if (path === "/_.data" || path === "/_root.data") return "/";
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}
