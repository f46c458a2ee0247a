import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { CacheRule } from "./http/cache/address-rules.ts";
import type { Access } from "./pages/guard.ts";

/** What `routes.ts` says of an address. */
export interface RouteRules extends Access {
  /** Without it, the answer is never cached. */
  cache?: CacheRule;
  /** A page whose visits are counted. What React Router fetches for it as data is cached like the page itself. */
  isCounted?: true;
}

/** A route as React Router's build reads it, which looks over what it does not know. */
export interface ProductRoute extends RouteConfigEntry {
  id: string;
  rules: RouteRules;
  children?: ProductRoute[];
}

type Options = RouteRules & {
  /** Where several routes share a file; otherwise the file's path without its ending. */
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
  /** Such as "/blog/:slug". */
  path: string;
  /** The path's, the empty one before the first slash included. */
  steps: readonly string[];
  rules: RouteRules;
  hasChildren: boolean;
}

/** Every route, those around others included. */
export function listRoutes(routes: readonly ProductRoute[], above = ""): ListedRoute[] {
  return routes.flatMap(({ id, path, rules, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [
      { id, path: whole || "/", steps: (whole || "/").split("/"), rules, hasChildren: children.length > 0 },
      ...listRoutes(children, whole),
    ];
  });
}

/**
 * The path with the steps that its route fixes written as the route writes them: browsers are led from `/Services/Web` to
 * `/services/Web`. Null for a path that is written so already, and for one that no route but a catch-all answers.
 */
export function correctRouteCase(routes: readonly ListedRoute[], path: string): string | null {
  if (!/[A-Z]/.test(path)) return null;
  const steps = path.split("/");
  let best: { corrected: string; parameters: number } | null = null;
  for (const route of routes) {
    if (route.hasChildren || route.steps.length !== steps.length) continue;
    const spelled = route.steps.map((fixed, at) => stepAsWritten(fixed, steps[at] ?? ""));
    if (spelled.includes(null)) continue;
    const parameters = route.steps.filter((step) => step.startsWith(":")).length;
    // As the router chooses: fixed steps before parameters.
    if (!best || parameters < best.parameters) best = { corrected: spelled.join("/"), parameters };
  }
  return best && best.corrected !== path ? best.corrected : null;
}

function stepAsWritten(fixed: string, step: string): string | null {
  if (fixed.startsWith(":")) return step;
  return fixed.toLowerCase() === step.toLowerCase() ? fixed : null;
}
