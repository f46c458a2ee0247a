import { readSettings } from "#app/domain/company/settings.ts";
import { picturesIn } from "#app/domain/content/links/links.ts";
import { findPictures } from "#app/domain/files/pictures/picture.ts";
import { readMailCompany } from "#app/domain/mail/company.ts";
import type { RenderCampaignMail, RenderedContent } from "#app/domain/mail/templates/render-queued.ts";
import { unsubscribeLink } from "#app/domain/mail/templates/texts/newsletter.ts";
import type { Database } from "#app/platform/database/database.ts";
import { newLinkKey } from "#app/platform/runtime/id.ts";
import { type Campaign, testSubject } from "../campaign.ts";
import { archivePath, readCampaign } from "../campaigns.ts";
import type { CampaignPageProps } from "./render-campaign.tsx";

/** Placeholder, replaced by each reader's own link. */
const placeholderUnsubscribeLink = `https://leave.invalid/${newLinkKey()}`;

/**
 * Creates a function that renders a newsletter for one reader; it returns null for an unsubscribed reader or a cancelled
 * newsletter. The content is cached briefly: readers differ only in the unsubscribe link.
 */
export function createCampaignRenderer(db: Database, publicUrl: URL): RenderCampaignMail {
  const cache = new Map<string, { content: Promise<RenderedContent>; expiresAt: number }>();
  const renderCached = (campaign: Campaign) => {
    const key = `${campaign.id} ${campaign.version} ${campaign.slug}`;
    const cached = cache.get(key);
    if (cached && cached.expiresAt > Date.now()) return cached.content;
    const content = renderContent(db, publicUrl, campaign);
    cache.clear();
    cache.set(key, { content, expiresAt: Date.now() + cacheMs });
    return content;
  };
  return async ({ issue: id, reader }) => {
    const campaign = await readCampaign(db, id);
    if (reader === null) return asTestCopy(withLink(await renderCached(campaign), previewLink(publicUrl)));
    const key = campaign.state === "cancelled" ? null : await findUnsubscribeToken(db, reader);
    if (key === null) return null;
    const link = unsubscribeLink(publicUrl, key, id);
    return { ...withLink(await renderCached(campaign), link), list: { unsubscribe: link } };
  };
}

const cacheMs = 30_000;

/** Renders a preview of a newsletter without a working unsubscribe link. */
export async function previewCampaign(
  db: Database,
  publicUrl: URL,
  campaign: Campaign,
): Promise<RenderedContent> {
  return withLink(await renderContent(db, publicUrl, campaign), previewLink(publicUrl));
}

function asTestCopy(words: RenderedContent): RenderedContent {
  return { ...words, subject: testSubject(words.subject) };
}

/** Link in previews and test copies, in place of a reader's own. */
function previewLink(publicUrl: URL): string {
  return new URL("/newsletter", publicUrl).href;
}

async function renderContent(db: Database, publicUrl: URL, campaign: Campaign): Promise<RenderedContent> {
  const props = await readProps(db, publicUrl, campaign);
  // Loaded on first use, which keeps the start fast.
  const { renderCampaign } = await import("./render-campaign.tsx");
  const replyTo = props.company.email || null;
  return { subject: campaign.subject, ...renderCampaign(props), replyTo, earlier: [], isPersonal: false };
}

async function readProps(db: Database, publicUrl: URL, campaign: Campaign): Promise<CampaignPageProps> {
  const { offices } = await readSettings(db);
  const [office] = offices;
  const addressParts = office ? [office.address, office.postcode, office.city, office.country] : [];
  const { subject, preview, body, isPublic, slug } = campaign;
  return {
    subject,
    preview,
    body,
    leaveLink: placeholderUnsubscribeLink,
    site: publicUrl,
    company: await readMailCompany(db, publicUrl),
    address: addressParts
      .filter(Boolean)
      .join(", ")
      .replace(/\s*\n\s*/g, ", "),
    webLink: isPublic && slug ? new URL(archivePath(slug), publicUrl).href : null,
    pictures: await findPictures(db, picturesIn(body)),
  };
}

async function findUnsubscribeToken({ query }: Database, reader: string): Promise<string | null> {
  const row = await query
    .selectFrom("subscribers")
    .select("unsubscribe_token")
    .where("id", "=", reader)
    .where("status", "=", "confirmed")
    .executeTakeFirst();
  return row?.unsubscribe_token ?? null;
}

function withLink({ html, text, ...words }: RenderedContent, link: string): RenderedContent {
  const escaped = link.replaceAll("&", "&amp;");
  return {
    ...words,
    html: html.replaceAll(placeholderUnsubscribeLink, escaped),
    text: text.replaceAll(placeholderUnsubscribeLink, link),
  };
}
