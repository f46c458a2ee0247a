import { data, type HeadersArgs } from "react-router";
import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Entry } from "#app/domain/content/entry.ts";
import { type Kind, richTextsOf } from "#app/domain/content/kind.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { prepareHtml } from "#app/domain/content/published/render.ts";
import { cardOf, readPreview } from "#app/domain/content/versions/preview.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { readAuthorPage } from "#app/site/pages/authors/authors.ts";
import { readPostPage } from "#app/site/pages/blog/posts.ts";
import { readClientsPage } from "#app/site/pages/clients/clients-page.ts";
import { readMediaItem } from "#app/site/pages/media/media-page.ts";
import { readCaseStudy } from "#app/site/pages/portfolio/case-study.ts";
import { readServicePage } from "#app/site/pages/services/service-page.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";

export type PreviewData = Awaited<ReturnType<typeof readAll>>;

/** Loader response of a preview: not cached or indexed, and framed only by this site. */
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

/** Ends a loader without a preview: 404 if missing, 410 if expired. */
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
    /** Anchor in the list, for an entry without a page of its own. */
    place: kind.hasPage ? "" : entry.slug,
    until,
    timeZone: timeZoneOf(settings),
    shown: await readShown(page, kind, entry),
    site: siteFacts(settings, page.publicUrl),
  };
}

function refuse(error: unknown): never {
  if (error instanceof DomainError && error.code === "missing") endPreview(404);
  throw error;
}

export type ShownVersion = Awaited<ReturnType<typeof readShown>>;

/** Data of an entry's public page; for a client, the wall of clients. */
async function readShown(page: PageContext, kind: Kind, entry: Entry) {
  // The entry was read by its kind, so the casts are safe.
  switch (kind) {
    case service:
      return { as: "service", page: await readServicePage(page, entry as Entry<typeof service>) } as const;
    case media:
      return { as: "media", page: await readMediaItem(page, entry as Entry<typeof media>) } as const;
    case portfolio:
      return { as: "portfolio", page: await readCaseStudy(page, entry as Entry<typeof portfolio>) } as const;
    case blog:
      return { as: "blog", page: await readPostPage(page, entry as Entry<typeof blog>) } as const;
    case author: {
      const of = entry as Entry<typeof author>;
      return { as: "author", page: await readAuthorPage(page, of, new URLSearchParams()) } as const;
    }
    case client: {
      const card = cardOf(client, entry as Entry<typeof client>);
      return { as: "client", page: await readClientsPage(page, new URLSearchParams(), card) } as const;
    }
    default:
      return { as: "plain", page: await readPlainPage(page, kind, entry) } as const;
  }
}

/** Head and texts of an entry of a kind without a custom page. */
async function readPlainPage(site: PageContext, kind: Kind, entry: Entry) {
  const texts = richTextsOf(kind, entry.data).filter(({ doc }) => !isEmptyDoc(doc));
  const write = await prepareHtml(
    site.db,
    texts.map(({ doc }) => doc),
  );
  const head = await readEntryMeta(site.db, kind, entry);
  return { ...head, texts: texts.map(({ label, doc }) => ({ label, html: write(doc) })) };
}
