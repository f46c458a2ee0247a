import type { Writing } from "#app/database/database.ts";
import { pairsOf, readFields } from "#app/fields/read-form.ts";
import { readCampaign, saveCampaign } from "#app/newsletter/campaigns.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { momentOf } from "#app/text/moments.ts";
import { basedOnOf } from "../content/form/sent-entry.ts";
import type { FormInput } from "../parts/handle-action.ts";
import type { Staff } from "../parts/require-screen.ts";
import { issueFields } from "./campaign-fields.ts";

/** Keeps what a form sent of a newsletter; a body that was not sent stays as it is. */
export async function saveSent(
  tx: Writing,
  id: string,
  form: FormData,
  { actionContext }: Pick<Staff, "actionContext">,
): Promise<void> {
  const { body } = await readCampaign(tx, id);
  const input = { body, ...readFields(issueFields, pairsOf(form)) };
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
