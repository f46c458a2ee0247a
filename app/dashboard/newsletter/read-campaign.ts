import { readSettings } from "#app/company/settings.ts";
import { picturesIn } from "#app/content/links/links.ts";
import { prepareHtml } from "#app/content/published/render.ts";
import { describeFields } from "#app/fields/field.ts";
import { markdownOf } from "#app/fields/types/rich-text.ts";
import { countSubscribers } from "#app/leads/subscribers/list.ts";
import { archivePath } from "#app/newsletter/archive.ts";
import { type Campaign, campaignFields, longestSubject } from "#app/newsletter/campaign.ts";
import { readCampaign } from "#app/newsletter/campaigns.ts";
import { readPictureChoices } from "../content/form/read-choices.ts";
import { orNotFound, type Staff } from "../parts/require-screen.ts";
import { headOf, valuesOf } from "./campaign-values.ts";

export type DraftScreen = Awaited<ReturnType<typeof readDraft>>;
export type IssueScreen = Awaited<ReturnType<typeof readOnItsWay>>;

/** All that the screen of one newsletter is drawn from: a draft is written, any other is looked at. */
export async function readIssueScreen(staff: Staff, id: string) {
  const campaign = await orNotFound(() => readCampaign(staff.db, id));
  return campaign.state === "draft"
    ? { draft: await readDraft(staff, campaign), issue: null }
    : { draft: null, issue: await readOnItsWay(staff, campaign) };
}

async function readDraft({ db }: Staff, campaign: Campaign) {
  const toHtml = await prepareHtml(db, [campaign.body]);
  return {
    head: headOf(campaign),
    values: valuesOf(campaign),
    fields: describeFields(campaignFields),
    longestSubject,
    texts: { body: { markdown: markdownOf(campaign.body), html: toHtml(campaign.body) } },
    pictures: await readPictureChoices(db, picturesIn(campaign.body)),
    readers: (await countSubscribers(db)).confirmed,
  };
}

async function readOnItsWay({ db, actionContext, mail }: Staff, { body: _, ...campaign }: Campaign) {
  const settings = await readSettings(db);
  return {
    ...campaign,
    readers: (await countSubscribers(db)).confirmed,
    archive: campaign.isPublic && campaign.startedAt !== null ? archivePath(campaign.slug) : null,
    perMinute: settings.mail.newslettersPerMinute,
    /** Its moment has come, and the first readers are being looked up. */
    isBeginning: campaign.state === "scheduled" && (campaign.sendAt ?? "") <= actionContext.now.toISOString(),
    /** False while mail is kept in the data folder, for want of a mail server. */
    isSending: mail.isSending,
  };
}
