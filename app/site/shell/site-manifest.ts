import type { ChunkAlias } from "./compose-page.ts";

const start = "window.__reactRouterManifest=";

interface Manifest {
  entry: { module: string; imports?: string[] };
  routes: Record<string, ListedRoute>;
}

interface ListedRoute {
  imports?: string[];
  hasDefaultExport?: boolean;
  hasAction?: boolean;
}

/**
 * The file that starts a page of the site: the list of its pages, then the entry, which reads it; one request instead of two.
 * @param list React Router's list of all pages, as it writes it
 * @param entry the script at the address the list names as its entry
 */
export function writeSiteStart(list: string, entry: (address: string) => string): string {
  return `${keepSiteRoutes(list)}\n${entry(parseManifest(list).entry.module)}`;
}

/**
 * React Router's list of all pages, without those of the dashboard: the site never goes there but by loading another
 * document, so its visitors need not fetch what stands there; nor what only answers as a document of its own, such as the
 * feed and the sitemap; nor what a page does not have, and what only its links for prefetching or the server ask for.
 */
export function keepSiteRoutes(script: string): string {
  const manifest = parseManifest(script);
  const routes = Object.entries(manifest.routes)
    .filter(([id, route]) => !id.startsWith("dashboard/") && (route.hasDefaultExport || route.hasAction))
    .map(([id, route]) => {
      const said = Object.entries(route).filter(
        ([name, value]) => !unusedFields.has(name) && !isNothing(value),
      );
      return [id, Object.fromEntries(said)];
    });
  const { module } = manifest.entry;
  const kept = JSON.stringify({ ...manifest, entry: { module }, routes: Object.fromEntries(routes) });
  return `${start}${kept};${giveIds}`;
}

/** What React Router asks of a page in no browser of the site; and its id, under which it is listed. */
const unusedFields: ReadonlySet<string> = new Set(["imports", "hasDefaultExport", "id"]);
const giveIds = "for(const [id,route] of Object.entries(window.__reactRouterManifest.routes))route.id=id;";

function parseManifest(script: string): Manifest {
  if (!script.startsWith(start)) throw new Error("React Router writes its list of pages in another way now.");
  // React Router's own JSON, and a semicolon.
  return JSON.parse(script.slice(start.length).replace(/;\s*$/, "")) as Manifest;
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

/** Leads pages of the site to the shorter list, which holds the entry as well. */
export function withSiteManifest(
  { url, entry }: { url: string; entry: { module: string } },
  findChunkAlias: (address: string) => ChunkAlias | null,
): (address: string) => ChunkAlias | null {
  return (address) =>
    address === url || address === entry.module
      ? { to: siteManifest(url), names: {} }
      : findChunkAlias(address);
}
