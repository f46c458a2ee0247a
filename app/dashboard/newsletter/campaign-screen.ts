import { basedOnOf } from "#app/dashboard/content/form/read-entry-form.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { picturesIn } from "#app/domain/content/links/links.ts";
import { prepareHtmlElsewhere } from "#app/domain/content/published/render.ts";
import { type Campaign, campaignFields, maxSubjectLength } from "#app/domain/newsletter/campaign.ts";
import {
  archivePath,
  deleteCampaign,
  duplicateCampaign,
  type NewerCampaign,
  readCampaign,
  saveCampaign,
} from "#app/domain/newsletter/campaigns.ts";
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  sendCampaignTest,
  unscheduleCampaign,
} from "#app/domain/newsletter/send.ts";
import { countSubscribers } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { describeFields } from "#app/lib/fields/field.ts";
import { pairsOf, readFields } from "#app/lib/fields/read-form.ts";
import { markdownOf } from "#app/lib/fields/types/rich-text.ts";
import { momentOf } from "#app/lib/text/moments.ts";
import { notSent } from "#app/ops/resources/mail/labels.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { readPictureChoices } from "../content/form/read-choices.ts";
import type { ActionOk } from "../parts/action-result.ts";
import { type FormInput, redirectWithFlash } from "../parts/handle-action.ts";
import { orNotFound, type Staff } from "../parts/require-screen.ts";
import { withConflictAuthor } from "../parts/with-conflict-author.ts";
import { headOf, valuesOf } from "./campaign-values.ts";

export type DraftScreen = Awaited<ReturnType<typeof readDraft>>;
export type CampaignScreen = Awaited<ReturnType<typeof readSentCampaign>>;

/** Reads the screen of one newsletter: an editable draft, or a read-only view of any other. */
export async function readCampaignScreen(staff: Staff, id: string) {
  const campaign = await orNotFound(() => readCampaign(staff.db, id));
  return campaign.state === "draft"
    ? { draft: await readDraft(staff, campaign), campaign: null }
    : { draft: null, campaign: await readSentCampaign(staff, campaign) };
}

async function readDraft({ db }: Staff, campaign: Campaign) {
  const toHtml = await prepareHtmlElsewhere(db, [campaign.body]);
  return {
    head: headOf(campaign),
    values: valuesOf(campaign),
    fields: describeFields(campaignFields),
    maxSubjectLength,
    texts: { body: { markdown: markdownOf(campaign.body), html: toHtml(campaign.body) } },
    pictures: await readPictureChoices(db, picturesIn(campaign.body)),
    readers: (await countSubscribers(db)).confirmed,
  };
}

async function readSentCampaign({ db, actionContext, mail }: Staff, { body: _, ...campaign }: Campaign) {
  const settings = await readSettings(db);
  return {
    ...campaign,
    readers: (await countSubscribers(db)).confirmed,
    archive: campaign.isPublic && campaign.startedAt !== null ? archivePath(campaign.slug) : null,
    perMinute: settings.mail.newslettersPerMinute,
    /** Whether it is due, but its recipients are not queued yet. */
    isBeginning: campaign.state === "scheduled" && (campaign.sendAt ?? "") <= actionContext.now.toISOString(),
    /** False without a mail server; mail is then stored in the data folder. */
    isSending: mail.isSending,
  };
}

type CampaignAction = (sent: FormInput, staff: Staff) => Promise<ActionOk | Response>;

/** Actions of a newsletter, by intent. */
export function campaignActions(id: string): Record<string, CampaignAction> {
  const path = `/dashboard/newsletter/${id}`;
  const steps = stepsOf(id);
  return {
    ...steps,
    save: saving(id, async () => ({ done: "Saved." })),
    preview: saving(id, async () => redirectWithFlash(`${path}/preview`)),
    ready: saving(id, async () => redirectWithFlash(`${path}/send`)),
    test: saving(id, async (tx, staff) => {
      await sendCampaignTest(tx, id, staff.person.email, staff.actionContext);
      return { done: staff.mail.isSending ? `Test sent to ${staff.person.email}.` : notSent };
    }),
    duplicate: saving(id, async (tx, { actionContext }) => {
      const copy = await duplicateCampaign(tx, id, actionContext);
      return redirectWithFlash(`/dashboard/newsletter/${copy}`, { done: "Duplicated. This is the copy." });
    }),
    delete: async (_, { db, actionContext }) => {
      const { subject } = await write(db, async (tx) => {
        const campaign = await readCampaign(tx, id);
        await deleteCampaign(tx, id, actionContext);
        return campaign;
      });
      return redirectWithFlash("/dashboard/newsletter", { done: `“${subject}” deleted.` });
    },
  };
}

/** Saves the form first, in the same transaction; a button outside the form sends no fields. */
function saving(
  id: string,
  work: (tx: Writing, staff: Staff) => Promise<ActionOk | Response>,
): CampaignAction {
  return (sent, staff) =>
    write(staff.db, async (tx) => {
      if (sent.form.has("basedOn")) await saveSubmitted(tx, id, sent.form, staff);
      return work(tx, staff);
    });
}

function stepsOf(id: string): Record<string, CampaignAction> {
  const step =
    (work: typeof resumeCampaign, done: string, back?: string): CampaignAction =>
    async (_, { db, actionContext }) => {
      await write(db, (tx) => work(tx, id, actionContext));
      const undo = back && { intent: back, values: {}, action: `/dashboard/newsletter/${id}` };
      return undo ? { done, undo } : { done };
    };
  return {
    callBack: step(unscheduleCampaign, "Schedule cancelled. It is a draft again."),
    pause: step(pauseCampaign, "Paused. E-mails already at the mail server still arrive.", "resume"),
    resume: step(resumeCampaign, "Resumed.", "pause"),
    cancel: step(cancelCampaign, "The rest was cancelled."),
  };
}

/** Saves the submitted fields of a newsletter; a missing body stays unchanged. */
export async function saveSubmitted(
  tx: Writing,
  id: string,
  form: FormData,
  { actionContext }: Pick<Staff, "actionContext">,
): Promise<void> {
  const { body } = await readCampaign(tx, id);
  const input = { body, ...readFields(describeFields(campaignFields), pairsOf(form)) };
  await withConflictAuthor(
    tx,
    ({ savedBy }: NewerCampaign) => savedBy,
    () => saveCampaign(tx, id, input, { ...actionContext, basedOn: basedOnOf(form) }),
  );
}

/** Parses a day and time typed in the site's time zone. */
export function readMoment({ text }: FormInput, name: string, timeZone: string): Date {
  const moment = momentOf(text(name), timeZone);
  if (moment === null)
    throw new DomainError("invalid", "Please check these fields.", {
      fields: { [name]: "Enter a date and time" },
    });
  return new Date(moment);
}
