import { isPage } from "./cache-key.ts";

/** Pages for everybody that are never kept. */
const madeAnew = ["/search", "/login", "/registration", "/newsletter"];

/**
 * The path under which the reading of a page is counted, whether the page was asked for whole or as the router's data.
 * Null for what is no page for everybody.
 * @param target a request target in normal form
 */
export function pagePath(target: string): string | null {
  const mark = target.indexOf("?");
  const path = withoutTwin(mark === -1 ? target : target.slice(0, mark));
  return isPage(path) || madeAnew.includes(path) ? path : null;
}

function withoutTwin(path: string): string {
  if (path === "/_.data" || path === "/_root.data") return "/";
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}
