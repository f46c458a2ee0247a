import { anonymousBodyBytes } from "#app/platform/http/bodies/read-form.ts";
import { isReading, maxUrlLength, readTarget } from "#app/platform/http/listener/incoming.ts";

/** Caching rule of an address. */
export interface CacheRule {
  /** Query keys that select the content; other keys are ignored. */
  query?: readonly string[];
  /** Query keys that prevent caching. */
  uncached?: readonly string[];
  /** Leaves unknown and repeated query keys to the application, which refuses them. */
  isStrict?: boolean;
}

/** Rules by address pattern: `*` matches one path segment, `**` the rest. */
export interface AddressTable {
  /** Cacheable pages. */
  pages: Record<string, CacheRule>;
  /** Public pages that are never cached. */
  uncachedPages: readonly string[];
  /** Other cacheable addresses. */
  files: Record<string, CacheRule>;
  /** Paths that are never cached with a query. */
  uncachedWithQuery?: RegExp;
  /** Maximum body size in bytes by address; the first match applies. */
  bodies: readonly (readonly [RegExp, number])[];
}

export interface AddressRules {
  /**
   * The normalized cache key, which is a valid request target; null if the response is never cached,
   * such as for other methods and malformed addresses.
   */
  cacheKey(method: string | undefined, rawUrl: string): string | null;
  /**
   * The path for counting a page view, also for the router's data; null for other addresses.
   * `target` must be normalized.
   */
  pagePath(target: string): string | null;
  /** Maximum body size in bytes of an address. */
  bodyLimit(path: string): number;
  /** Whether the address accepts files, which get more time. */
  takesUploads(path: string): boolean;
}

const maxFormBytes = 1_000_000;
const maxValueLength = 200;

export function createAddressRules(table: AddressTable): AddressRules {
  const compiled = [
    ...Object.entries(table.files).map(([pattern, rule]) => ({
      test: compile(pattern),
      rule,
      isPage: false,
    })),
    ...Object.entries(table.pages).map(([pattern, rule]) => ({ test: compile(pattern), rule, isPage: true })),
  ];
  const find = (path: string) => compiled.find(({ test }) => test.test(path));
  const bodyLimit = (path: string) =>
    table.bodies.find(([place]) => place.test(path))?.[1] ?? anonymousBodyBytes;
  return {
    cacheKey(method, rawUrl) {
      if (!isReading(method) || rawUrl.length > maxUrlLength) return null;
      const target = readTarget(rawUrl);
      if (typeof target === "string") return null;
      const rule = find(target.path)?.rule;
      if (!rule) return null;
      if (target.query !== "" && table.uncachedWithQuery?.test(target.path)) return null;
      const query = target.query === "" ? "" : normalQuery(rule, target.query);
      return query === null ? null : target.path + query;
    },
    pagePath(target) {
      const queryStart = target.indexOf("?");
      const path = queryStart === -1 ? target : target.slice(0, queryStart);
      return find(path)?.isPage || table.uncachedPages.includes(path) ? path : null;
    },
    bodyLimit,
    takesUploads: (path) => bodyLimit(path) > maxFormBytes,
  };
}

function compile(pattern: string): RegExp {
  const source = pattern
    .replaceAll(".", "\\.")
    .replace(/\*\*|\*/g, (star) => (star === "**" ? ".+" : "[^/]*"));
  return new RegExp(`^${source.replace(/\/\[\^\/\]\*/, "/[^/]+")}$`);
}

function normalQuery(rule: CacheRule, raw: string): string | null {
  const given = new URLSearchParams(raw);
  for (const [, value] of given) if (value.length > maxValueLength) return null;
  if (rule.uncached?.some((name) => given.get(name))) return null;
  if (rule.isStrict && !hasOnly(given, rule.query ?? [])) return null;
  const parts = (rule.query ?? []).flatMap((name) => {
    const value = given.getAll(name).find((each) => each !== "");
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function hasOnly(given: URLSearchParams, names: readonly string[]): boolean {
  return [...given.keys()].every(
    (name) => names.includes(name) && given.getAll(name).length === 1 && given.get(name),
  );
}
