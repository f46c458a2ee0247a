import { redirect } from "react-router";
import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { renderHtml } from "#app/domain/content/published/render.ts";
import type { Campaign } from "#app/domain/newsletter/campaign.ts";
import { archivePath, findArchived, listArchive } from "#app/domain/newsletter/campaigns.ts";
import { type PageContext, readWithFallback } from "#app/domain/routing/page-context.ts";
import type { Block } from "#app/lib/rich-text/schema/document.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { writeDay } from "#app/lib/text/days.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/** The latest public newsletter in full and the list of earlier ones; a sample before the first is sent. */
export async function readArchive(site: PageContext) {
  const { db, requestContext, publicUrl } = site;
  const settings = await readSettings(db);
  const { heading, text } = settings.company.newsletter;
  const timeZone = timeZoneOf(settings);
  const [first, ...earlier] = await listArchive(db);
  const { campaign, isSample } = await findNewest(db, settings, first?.slug);
  requestContext.cacheTags(cacheTags.settings, cacheTags.newsletters, cacheTags.files);
  return {
    heading,
    lead: text,
    isSample,
    letter: campaign && (await presentArchived(site, campaign, timeZone)),
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

const cachedOpenings = "how the latest letter begins";

/** The start of the latest newsletter, for possible subscribers; cached until newsletters or settings change. */
export function cacheOpening(db: Database) {
  return cachedQuery(db, cachedOpenings, [cacheTags.settings, cacheTags.newsletters], async () => {
    const [first] = await listArchive(db, 1);
    const { campaign, isSample } = await findNewest(db, await readSettings(db), first?.slug);
    return campaign && presentOpening(campaign, isSample);
  });
}

/** Like `cacheOpening`, also while the database is unavailable. Null without a newsletter and a sample. */
export function readOpening(context: PageContext): Promise<CampaignOpening | null> {
  return readWithFallback(context, cachedOpenings, () => cacheOpening(context.db));
}

function presentOpening({ subject, body, slug }: Written, isSample: boolean) {
  return {
    isSample,
    subject,
    lang: langAttribute(toText(body)),
    path: isSample ? "/newsletter/archive" : archivePath(slug),
    blocks: body.content
      .flatMap(presentBlock)
      .slice(0, openingBlocks)
      .map((block, id) => ({ ...block, id })),
  };
}

export type CampaignOpening = ReturnType<typeof presentOpening>;

/** More blocks than the sheet shows before it fades out. */
const openingBlocks = 5;

function presentBlock(block: Block) {
  const isHeading = block.type === "heading";
  const text = toText({ type: "doc", content: [block] });
  return text !== "" && (isHeading || block.type === "paragraph") ? [{ isHeading, text }] : [];
}

type Written = Pick<Campaign, "subject" | "preview" | "slug" | "body" | "startedAt">;

/** @param slug of the latest public newsletter, if any */
async function findNewest(
  db: Database,
  { company }: Settings,
  slug: string | undefined,
): Promise<{ campaign: Written | null; isSample: boolean }> {
  const latest = slug === undefined ? null : await findArchived(db, slug);
  if (latest) return { campaign: latest, isSample: false };
  const { subject, body } = company.newsletter.sample;
  const hasSample = subject !== "" && !isEmptyDoc(body);
  return {
    campaign: hasSample ? { subject, preview: "", slug: "", body, startedAt: null } : null,
    isSample: true,
  };
}

async function presentArchived(
  site: PageContext,
  { subject, preview, slug, body, startedAt }: Written,
  timeZone: string,
) {
  const lang = langAttribute(toText(body));
  return {
    subject,
    preview,
    lang,
    path: archivePath(slug),
    html: await renderHtml(site.db, body, lang),
    ...sentOn(startedAt, timeZone, lang),
  };
}

/** One newsletter; another spelling of its address redirects to the right one. */
export async function readArchived(site: PageContext, slug: string) {
  const { db, requestContext, publicUrl } = site;
  const campaign = await findArchived(db, slug);
  if (!campaign) return notFound();
  if (campaign.slug !== slug) throw redirect(archivePath(campaign.slug), 308);
  const settings = await readSettings(db);
  requestContext.cacheTags(cacheTags.settings, cacheTags.newsletters, cacheTags.files);
  const { newsletter } = settings.company;
  return {
    ...(await presentArchived(site, campaign, timeZoneOf(settings))),
    description: campaign.preview || cutText(toText(campaign.body), 300),
    signUp: { heading: newsletter.heading, text: newsletter.text },
    site: siteFacts(settings, publicUrl),
  };
}

function sentOn(at: string | null, timeZone: string, lang?: string) {
  const day = at === null ? "" : dayOf(at, timeZone);
  return { day, dayInWords: writeDay(day, lang) };
}
