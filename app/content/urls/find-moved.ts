import type { Database } from "#app/database/database.ts";
import { namesOldPage } from "./redirect-keys.ts";
import { findRedirect, findUrlOwner } from "./resolve-urls.ts";

/** Paths below which no former address is looked up: all of them are the product's. */
const ownFolders = /^\/(?:api|assets|auth|dashboard|files|preview|weave)(?:\/|$)/i;

/**
 * Where an address leads in one redirect: to the page at this address in its right spelling, else to the target of its
 * redirects. Null for an address that is right as it is, and for one without a target.
 * @param address path and query of this site, without a slash at the end
 */
export async function findMoved(db: Database, address: string): Promise<string | null> {
  const url = URL.parse(`http://site.example${address}`);
  if (!url || ownFolders.test(url.pathname)) return null;
  if (url.pathname === "/") return namesOldPage(url.searchParams) ? findRedirect(db, address) : null;
  const owner = await findUrlOwner(db, url.pathname);
  if (!owner?.isPublic) return findRedirect(db, address);
  return owner.path === url.pathname ? null : `${owner.path}${url.search}`;
}
