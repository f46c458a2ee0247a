import type { ChunkAlias } from "./compose-page.ts";

const start = "window.__reactRouterManifest=";

interface Manifest {
  entry: { imports?: string[] };
  routes: Record<string, ListedRoute>;
}

interface ListedRoute {
  imports?: string[];
  hasDefaultExport?: boolean;
  hasAction?: boolean;
}

/**
 * React Router's list of all pages, without those of the dashboard: the site never goes there but by loading another
 * document, so its visitors need not fetch what stands there; nor what only answers as a document of its own, such as the
 * feed and the sitemap. What every page has fetched at its start, and what a page does not have, is not repeated for each.
 */
export function keepSiteRoutes(script: string): string {
  if (!script.startsWith(start)) throw new Error("React Router writes its list of pages in another way now.");
  // React Router's own JSON, and a semicolon.
  const manifest = JSON.parse(script.slice(start.length).replace(/;\s*$/, "")) as Manifest;
  const fetched = manifest.entry.imports ?? [];
  const routes = Object.entries(manifest.routes)
    .filter(([id, route]) => !id.startsWith("dashboard/") && (route.hasDefaultExport || route.hasAction))
    .map(([id, route]) => {
      const imports = route.imports?.filter((path) => !fetched.includes(path)) ?? [];
      const said = Object.entries({ ...route, imports }).filter(([, value]) => !isNothing(value));
      return [id, Object.fromEntries(said)];
    });
  return `${start}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
}

function isNothing(value: unknown): boolean {
  return value === false || (Array.isArray(value) && value.length === 0);
}

/** Whether this is the name or address of the whole list; a page may be called manifest as well. */
export function isManifest(name: string): boolean {
  return /(^|\/)manifest-[0-9a-f]{8}\.js$/.test(name);
}

/** Name or address of the shorter list, from that of the whole one. */
export function siteManifest(name: string): string {
  return name.replace(/\.js$/, "-site.js");
}

/** Leads pages of the site to the shorter list. */
export function withSiteManifest(
  findChunkAlias: (address: string) => ChunkAlias | null,
): (address: string) => ChunkAlias | null {
  return (address) =>
    isManifest(address) ? { to: siteManifest(address), names: {} } : findChunkAlias(address);
}
