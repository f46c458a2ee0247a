import { lastingAddress } from "#app/domain/files/library/file-address.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { WxrSite } from "./read-wxr.ts";
import { folderOf } from "./site-paths.ts";

/** An address on this site that another former site used. */
export interface TakenAddress {
  /** The other site, by host and folder. */
  site: string;
  /** Its target: a path of this site or the id of an entry. */
  target: string;
}

/** Results of earlier imports that an import of one former site needs. */
export interface EarlierImports {
  /** File ids by the keys of their addresses on the same site, except those in the trash. */
  fileIds: ReadonlyMap<string, string>;
  /** Addresses of other former sites, by redirect key. */
  taken: ReadonlyMap<string, TakenAddress>;
  /** Ids of the entries that came only from other former sites. */
  entriesOfOthers: ReadonlySet<string>;
}

/**
 * Normalized host and folder of a former site, such as `a.example/blog`. Null if the export does not
 * identify the site.
 */
export function siteAddress(wxr: Pick<WxrSite, "urls" | "installation">): string | null {
  const host = URL.parse(wxr.urls.at(-1) ?? "")?.host.replace(/^www\./, "") ?? "";
  if (host === "" || wxr.installation === "") return null;
  return `${host}${folderOf(wxr)}${wxr.installation === null ? "" : `/${wxr.installation}`}`;
}

/** Name of a site that its export does not identify, so that it has no files of earlier imports. */
export const unknownSite = "unknown";

export async function readEarlierImports(db: Database, wxr: WxrSite): Promise<EarlierImports> {
  const site = siteAddress(wxr);
  const files = await db.query.selectFrom("files").select("id").where("deleted_at", "is", null).execute();
  const byAddress = new Map(files.map(({ id }) => [lastingAddress({ id }), id]));
  const redirects = await db.query
    .selectFrom("redirects")
    .select(["from_key", "from_site", "to_path", "to_entry", "to_url"])
    .where("from_site", "is not", null)
    .execute();
  const fileIds = new Map<string, string>();
  const taken = new Map<string, TakenAddress>();
  const own = new Set<string>();
  const others = new Set<string>();
  for (const { from_key, from_site, to_path, to_entry, to_url } of redirects) {
    const isOwn = from_site === site;
    if (to_entry !== null) (isOwn ? own : others).add(to_entry);
    const file = byAddress.get(to_path ?? "");
    if (isOwn && file !== undefined) fileIds.set(from_key, file);
    if (!isOwn) taken.set(from_key, { site: from_site ?? "", target: to_path ?? to_entry ?? to_url ?? "" });
  }
  return { fileIds, taken, entriesOfOthers: new Set([...others].filter((id) => !own.has(id))) };
}
