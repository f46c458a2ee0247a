import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Access } from "../domain/routing/guard.ts";
import type { CacheRule } from "../platform/http/cache/address-rules.ts";

/** Access and caching rules of a route. */
export interface RouteRules extends Access {
  /** Without it, answers are never cached. */
  cache?: CacheRule;
  /** Counts page views. */
  isCounted?: true;
}

/** A route for React Router, which ignores the extra properties. */
export interface ProductRoute extends RouteConfigEntry {
  id: string;
  rules: RouteRules;
  children?: ProductRoute[];
}

type Options = RouteRules & {
  /** Needed if several routes share a file; defaults to the file's path without extension. */
  id?: string;
};

export function route(path: string, file: string, options: Options, children?: ProductRoute[]): ProductRoute {
  return { ...layout(file, options, children), path };
}

export function index(file: string, options: Options): ProductRoute {
  return { ...layout(file, options), index: true };
}

export function layout(file: string, { id, ...rules }: Options, children?: ProductRoute[]): ProductRoute {
  return { file, id: id ?? file.replace(/\.tsx?$/, ""), rules, ...(children && { children }) };
}

export interface ListedRoute {
  id: string;
  /** Full path, such as "/blog/:slug". */
  path: string;
  /** Segments of the path, including the empty one before the first slash. */
  segments: readonly string[];
  rules: RouteRules;
  hasChildren: boolean;
}

/** Lists all routes, including parents. */
export function listRoutes(routes: readonly ProductRoute[], above = ""): ListedRoute[] {
  return routes.flatMap(({ id, path, rules, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [
      {
        id,
        path: whole || "/",
        segments: (whole || "/").split("/"),
        rules,
        hasChildren: children.length > 0,
      },
      ...listRoutes(children, whole),
    ];
  });
}

/**
 * Corrects the case of fixed path segments, for example `/Services/Web` to `/services/Web`. Returns
 * null if it is correct already, or if only a catch-all route matches.
 */
export function correctRouteCase(routes: readonly ListedRoute[], path: string): string | null {
  if (!/[A-Z]/.test(path)) return null;
  const segments = path.split("/");
  let best: { corrected: string; parameters: number } | null = null;
  for (const route of routes) {
    if (route.hasChildren || route.segments.length !== segments.length) continue;
    const matched = route.segments.map((fixed, at) => matchSegment(fixed, segments[at] ?? ""));
    if (matched.includes(null)) continue;
    const parameters = route.segments.filter((segment) => segment.startsWith(":")).length;
    // Fixed segments before parameters, as in the router.
    if (!best || parameters < best.parameters) best = { corrected: matched.join("/"), parameters };
  }
  return best && best.corrected !== path ? best.corrected : null;
}

function matchSegment(fixed: string, segment: string): string | null {
  if (fixed.startsWith(":")) return segment;
  return fixed.toLowerCase() === segment.toLowerCase() ? fixed : null;
}
