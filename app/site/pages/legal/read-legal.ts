import { readSettings } from "#app/domain/company/settings.ts";
import { renderHtml } from "#app/domain/content/published/render.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { headingsOf } from "#app/lib/rich-text/headings.ts";
import { isEmptyDoc, type RichText } from "#app/lib/rich-text/schema/schema.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/** Data of a legal page; responds with 404 while its text is empty. */
export async function readLegal(site: PageContext, name: "terms" | "privacy") {
  const { db, requestContext, publicUrl } = site;
  const settings = await readSettings(db);
  const doc = settings.legal[name];
  if (isEmptyDoc(doc)) return notFound();
  requestContext.cacheTags(cacheTags.settings, cacheTags.files);
  return {
    description: openingOf(doc),
    html: await renderHtml(db, doc),
    headings: headingsOf(doc).filter(({ level }) => level === 2),
    site: siteFacts(settings, publicUrl),
  };
}

/** Returns the first sentences that fit into 160 characters, the length of a search result. */
function openingOf(doc: RichText): string {
  const content = doc.content.filter(({ type }) => type !== "heading");
  const text = toText({ ...doc, content }).replace(/\s+/g, " ");
  return /^.{1,159}[.!?।](?=\s|$)/u.exec(text)?.[0] ?? text;
}
