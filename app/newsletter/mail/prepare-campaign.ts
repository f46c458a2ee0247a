import { readSettings } from "#app/company/settings.ts";
import { picturesIn } from "#app/content/links/links.ts";
import type { Database } from "#app/database/database.ts";
import { findPictures } from "#app/files/pictures/picture.ts";
import { readMailCompany } from "#app/mail/company.ts";
import type { RenderCampaignMail, RenderWords } from "#app/mail/templates/render-queued.ts";
import { unsubscribeLink } from "#app/mail/templates/texts/newsletter.ts";
import { newLinkKey } from "#app/platform/id.ts";
import { type Campaign, testSubject } from "../campaign.ts";
import { archivePath, readCampaign } from "../campaigns.ts";
import type { CampaignPageProps } from "./render-campaign.tsx";

/** Stands in the words until each reader's own link is put there. */
const placeholderUnsubscribeLink = `https://leave.invalid/${newLinkKey()}`;

/**
 * Sets the newsletter for one reader: null when they have left meanwhile or it was cancelled. The words are the same for all,
 * so they are set once and kept for a moment; only the link by which its reader leaves differs.
 */
export function createCampaignRenderer(db: Database, publicUrl: URL): RenderCampaignMail {
  const kept = new Map<string, { words: Promise<RenderWords>; until: number }>();
  const setOnce = (campaign: Campaign) => {
    const key = `${campaign.id} ${campaign.version} ${campaign.slug}`;
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.words;
    const words = setWords(db, publicUrl, campaign);
    kept.clear();
    kept.set(key, { words, until: Date.now() + keptMs });
    return words;
  };
  return async ({ issue: id, reader }) => {
    const campaign = await readCampaign(db, id);
    if (reader === null) return testOf(withLink(await setOnce(campaign), aWayOut(publicUrl)));
    const key = campaign.state === "cancelled" ? null : await findUnsubscribeToken(db, reader);
    if (key === null) return null;
    const link = unsubscribeLink(publicUrl, key, id);
    return { ...withLink(await setOnce(campaign), link), list: { unsubscribe: link } };
  };
}

const keptMs = 30_000;

/** Sets it as it stands, with a link by which nobody leaves, to be looked at. */
export async function previewCampaign(
  db: Database,
  publicUrl: URL,
  campaign: Campaign,
): Promise<RenderWords> {
  return withLink(await setWords(db, publicUrl, campaign), aWayOut(publicUrl));
}

function testOf(words: RenderWords): RenderWords {
  return { ...words, subject: testSubject(words.subject) };
}

/** What stands where a reader's own link would. */
function aWayOut(publicUrl: URL): string {
  return new URL("/newsletter", publicUrl).href;
}

async function setWords(db: Database, publicUrl: URL, campaign: Campaign): Promise<RenderWords> {
  const props = await propsOf(db, publicUrl, campaign);
  // Loaded with the first one, so that the start is not slower for it.
  const { renderCampaign } = await import("./render-campaign.tsx");
  const replyTo = props.company.email || null;
  return { subject: campaign.subject, ...renderCampaign(props), replyTo, earlier: [], isPersonal: false };
}

async function propsOf(db: Database, publicUrl: URL, campaign: Campaign): Promise<CampaignPageProps> {
  const { offices } = await readSettings(db);
  const [office] = offices;
  const place = office ? [office.address, office.postcode, office.city, office.country] : [];
  const { subject, preview, body, isPublic, slug } = campaign;
  return {
    subject,
    preview,
    body,
    leaveLink: placeholderUnsubscribeLink,
    site: publicUrl,
    company: await readMailCompany(db, publicUrl),
    address: place
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

function withLink({ html, text, ...words }: RenderWords, link: string): RenderWords {
  const escaped = link.replaceAll("&", "&amp;");
  return {
    ...words,
    html: html.replaceAll(placeholderUnsubscribeLink, escaped),
    text: text.replaceAll(placeholderUnsubscribeLink, link),
  };
}
