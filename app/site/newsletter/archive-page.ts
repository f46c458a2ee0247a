import { redirect } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { renderHtml } from "#app/content/published/render.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { archivePath, findArchived, listArchive } from "#app/newsletter/archive.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";
import { toText } from "#app/rich-text/text.ts";
import { langAttribute } from "#app/site/parts/language.ts";
import { notFound } from "#app/site/parts/not-found.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { writeDay } from "#app/text/days.ts";
import { dayOf } from "#app/text/moments.ts";

/** Every newsletter that everybody may read, the latest first. */
export async function readArchive({ db, requestContext, publicUrl }: PageContext) {
  const settings = await readSettings(db);
  const issues = await listArchive(db);
  requestContext.cacheTags(cacheTags.settings, cacheTags.newsletters);
  return {
    lead: settings.company.newsletter.text,
    issues: issues.map(({ subject, preview, slug, startedAt }) => ({
      subject,
      preview,
      path: archivePath(slug),
      lang: langAttribute(subject),
      ...sentOn(startedAt, settings.company.timeZone),
    })),
    site: siteFacts(settings, publicUrl),
  };
}

/** One of them; another way of writing its address leads on to the right one. */
export async function readArchived({ db, requestContext, publicUrl }: PageContext, slug: string) {
  const campaign = await findArchived(db, slug);
  if (!campaign) return notFound();
  if (campaign.slug !== slug) throw redirect(archivePath(campaign.slug), 308);
  const settings = await readSettings(db);
  requestContext.cacheTags(cacheTags.settings, cacheTags.newsletters, cacheTags.files);
  const { subject, preview, body, startedAt } = campaign;
  const lang = isMainlyBangla(toText(body)) ? "bn" : undefined;
  return {
    subject,
    preview,
    lang,
    path: archivePath(campaign.slug),
    html: await renderHtml(db, body, lang),
    ...sentOn(startedAt, settings.company.timeZone, lang),
    description: preview || toText(body).slice(0, 300),
    site: siteFacts(settings, publicUrl),
  };
}

function sentOn(at: string | null, timeZone: string, lang?: string) {
  const day = at === null ? "" : dayOf(at, timeZone || "UTC");
  return { day, dayInWords: writeDay(day, lang) };
}
