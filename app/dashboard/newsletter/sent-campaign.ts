import { basedOnOf } from "#app/dashboard/content/form/sent-entry.ts";
import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import type { Writing } from "#app/database/database.ts";
import { describeFields } from "#app/fields/field.ts";
import { pairsOf, readFields } from "#app/fields/read-form.ts";
import { campaignFields } from "#app/newsletter/campaign.ts";
import { readCampaign, saveCampaign } from "#app/newsletter/campaigns.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { momentOf } from "#app/text/moments.ts";

/** Keeps what a form sent of a newsletter; a body that was not sent stays as it is. */
export async function saveSent(
  tx: Writing,
  id: string,
  form: FormData,
  { actionContext }: Pick<Staff, "actionContext">,
): Promise<void> {
  const { body } = await readCampaign(tx, id);
  const input = { body, ...readFields(describeFields(campaignFields), pairsOf(form)) };
  await saveCampaign(tx, id, input, { ...actionContext, basedOn: basedOnOf(form) });
}

/** A day and time as typed into the site's time zone. */
export function momentSent({ text }: FormInput, name: string, timeZone: string): Date {
  const moment = momentOf(text(name), timeZone);
  if (moment === null)
    throw new DomainError("invalid", "Some fields need another look.", {
      fields: { [name]: "Give a day and a time of day" },
    });
  return new Date(moment);
}
