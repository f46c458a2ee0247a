import { data, type HeadersArgs } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import type { Kind } from "#app/content/kind.ts";
import { readPreview } from "#app/content/versions/preview.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { siteFacts } from "../seo/site-facts.ts";
import { readShown } from "./read-shown.ts";

export type PreviewData = Awaited<ReturnType<typeof readAll>>;

/** A preview as its route answers it: for one pair of eyes, in no cache and no search engine, and in a frame of ours if need be. */
export async function readPreviewPage(
  page: PageContext,
  kind: Kind,
  id: string,
  options: { version?: number; until?: string } = {},
) {
  page.requestContext.noStore();
  const read = await readAll(page, kind, id, options).catch(refuse);
  return data(read, { headers: { ...secret, "x-frame-options": "SAMEORIGIN" } });
}

const secret = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Ends a loader: there is nothing to preview here, or no longer. */
export function endPreview(status: 404 | 410): never {
  throw data(null, { status, headers: secret });
}

export function previewHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...(errorHeaders ?? [])]);
}

async function readAll(
  page: PageContext,
  kind: Kind,
  id: string,
  { version, until = "" }: { version?: number; until?: string },
) {
  const { entry, ...about } = await readPreview(page.db, kind, id, version);
  const settings = await readSettings(page.db);
  return {
    ...about,
    title: entry.title,
    /** Where the list shows an entry that has no page of its own. */
    place: kind.hasPage ? "" : entry.slug,
    until,
    timeZone: settings.company.timeZone || "UTC",
    shown: await readShown(page, kind, entry),
    site: siteFacts(settings, page.publicUrl),
  };
}

function refuse(error: unknown): never {
  if (error instanceof DomainError && error.code === "missing") endPreview(404);
  throw error;
}
