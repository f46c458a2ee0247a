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
  rules: RouteRules;
  hasChildren: boolean;
}

/** Every route, those around others included. */
export function listRoutes(routes: readonly ProductRoute[], above = ""): ListedRoute[] {
  return routes.flatMap(({ id, path, rules, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [
      { id, path: whole || "/", rules, hasChildren: children.length > 0 },
      ...listRoutes(children, whole),
    ];
  });
}
