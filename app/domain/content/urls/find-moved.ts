import type { Database } from "#app/platform/database/database.ts";
import { namesOldPage } from "./redirect-keys.ts";
import { findRedirect, findUrlOwner } from "./resolve-urls.ts";

/** Sections of the product, in which former addresses are never looked up. */
const ownFolders = /^\/(?:api|assets|auth|dashboard|files|preview|weave)(?:\/|$)/i;

/**
 * Redirect target of an address: its page in canonical spelling, or the end of its redirects. Null for a canonical
 * address and for one without a target. @param address path and query of this site, without a trailing slash
 */
export async function findMoved(db: Database, address: string): Promise<string | null> {
  const url = URL.parse(`http://site.example${address}`);
  if (!url || ownFolders.test(url.pathname)) return null;
  const place = namesOldPage(url) ? await findRedirect(db, address) : null;
  if (place !== null || url.pathname === "/") return place;
  const owner = await findUrlOwner(db, url.pathname);
  if (!owner?.isPublic) return findRedirect(db, address);
  return owner.path === url.pathname ? null : `${owner.path}${url.search}`;
}
