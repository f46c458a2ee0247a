import type { ChunkAlias } from "./chunk-aliases.ts";

const start = "window.__reactRouterManifest=";

interface Manifest {
  entry: { imports?: string[] };
  routes: Record<string, { imports?: string[] }>;
}

/**
 * React Router's list of all pages, without those of the dashboard: the site never goes there but by loading another
 * document, so its visitors need not fetch what stands there. What every page has fetched at its start, and what a page
 * does not have, is not repeated for each.
 */
export function keepSiteRoutes(script: string): string {
  if (!script.startsWith(start)) throw new Error("React Router writes its list of pages in another way now.");
  // React Router's own JSON, and a semicolon.
  const manifest = JSON.parse(script.slice(start.length).replace(/;\s*$/, "")) as Manifest;
  const fetched = manifest.entry.imports ?? [];
  const routes = Object.entries(manifest.routes)
    .filter(([id]) => !id.startsWith("dashboard/"))
    .map(([id, { imports, ...route }]) => {
      const said = Object.entries(route).filter(([, value]) => value !== false);
      const own = imports?.filter((path) => !fetched.includes(path));
      return [id, { ...Object.fromEntries(said), ...(own && { imports: own }) }];
    });
  return `${start}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
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
  findSignpost: (address: string) => ChunkAlias | null,
): (address: string) => ChunkAlias | null {
  return (address) =>
    isManifest(address) ? { to: siteManifest(address), names: {} } : findSignpost(address);
}
