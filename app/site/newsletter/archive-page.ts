import { redirect } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { renderHtml } from "#app/content/published/render.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { archivePath, findArchived, listArchive } from "#app/newsletter/archive.ts";
import type { Campaign } from "#app/newsletter/campaign.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { isEmptyDoc } from "#app/rich-text/schema/schema.ts";
import { toText } from "#app/rich-text/text.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { writeDay } from "#app/text/days.ts";
import { dayOf } from "#app/text/moments.ts";

/** The latest newsletter that everybody may read, in full, and those before it; a sample while none has gone out. */
export async function readArchive({ db, requestContext, publicUrl }: PageContext) {
  const settings = await readSettings(db);
  const { heading, text, sample } = settings.company.newsletter;
  const { timeZone } = settings.company;
  const [first, ...earlier] = await listArchive(db);
  const latest = first ? await findArchived(db, first.slug) : null;
  requestContext.cacheTags(cacheTags.settings, cacheTags.newsletters, cacheTags.files);
  return {
    heading,
    lead: text,
    isSample: latest === null,
    letter: latest ? await presentLetter(db, latest, timeZone) : await presentSample(db, sample),
    earlier: earlier.map(({ subject, preview, slug, startedAt }) => ({
      subject,
      preview,
      path: archivePath(slug),
      lang: langAttribute(subject),
      ...sentOn(startedAt, timeZone),
    })),
    site: siteFacts(settings, publicUrl),
  };
}

type Letter = Awaited<ReturnType<typeof presentLetter>>;

/** Null when the company has written none. */
async function presentSample(
  db: Database,
  { subject, body }: { subject: string; body: RichText },
): Promise<Letter | null> {
  if (subject === "" || isEmptyDoc(body)) return null;
  return presentLetter(db, { subject, preview: "", slug: "", body, startedAt: null }, "");
}

async function presentLetter(
  db: Database,
  {
    subject,
    preview,
    slug,
    body,
    startedAt,
  }: Pick<Campaign, "subject" | "preview" | "slug" | "body" | "startedAt">,
  timeZone: string,
) {
  const lang = langAttribute(toText(body));
  return {
    subject,
    preview,
    lang,
    path: archivePath(slug),
    html: await renderHtml(db, body, lang),
    ...sentOn(startedAt, timeZone, lang),
  };
}

/** One of them; another way of writing its address leads on to the right one. */
export async function readArchived({ db, requestContext, publicUrl }: PageContext, slug: string) {
  const campaign = await findArchived(db, slug);
  if (!campaign) return notFound();
  if (campaign.slug !== slug) throw redirect(archivePath(campaign.slug), 308);
  const settings = await readSettings(db);
  requestContext.cacheTags(cacheTags.settings, cacheTags.newsletters, cacheTags.files);
  const { newsletter, timeZone } = settings.company;
  return {
    ...(await presentLetter(db, campaign, timeZone)),
    description: campaign.preview || toText(campaign.body).slice(0, 300),
    signUp: { heading: newsletter.heading, text: newsletter.text },
    site: siteFacts(settings, publicUrl),
  };
}

function sentOn(at: string | null, timeZone: string, lang?: string) {
  const day = at === null ? "" : dayOf(at, timeZone || "UTC");
  return { day, dayInWords: writeDay(day, lang) };
}
