import { type Writing, write } from "#app/database/database.ts";
import { deleteCampaign, duplicateCampaign, readCampaign } from "#app/newsletter/campaigns.ts";
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  sendCampaignTest,
  unscheduleCampaign,
} from "#app/newsletter/send.ts";
import { notSent } from "#app/resources/mail/labels.ts";
import type { ActionOk } from "../parts/action-result.ts";
import type { FormInput } from "../parts/handle-action.ts";
import { redirectWithFlash } from "../parts/redirect-with-flash.ts";
import type { Staff } from "../parts/require-screen.ts";
import { saveSent } from "./sent-campaign.ts";

type CampaignAction = (sent: FormInput, staff: Staff) => Promise<ActionOk | Response>;

/** What can be done with a newsletter, by intent. */
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

/** What was typed is saved first, in the same transaction; a button outside of the form sends nothing of it. */
function saving(
  id: string,
  work: (tx: Writing, staff: Staff) => Promise<ActionOk | Response>,
): CampaignAction {
  return (sent, staff) =>
    write(staff.db, async (tx) => {
      if (sent.form.has("basedOn")) await saveSent(tx, id, sent.form, staff);
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
