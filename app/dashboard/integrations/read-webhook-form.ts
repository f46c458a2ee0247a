import { eventLabels, eventTypes } from "#app/webhooks/events.ts";
import { checkWebhook } from "#app/webhooks/webhooks.ts";
import type { FormInput } from "../parts/handle-action.ts";
import { requireFreshStaff, type Staff } from "../parts/require-screen.ts";

/** What a webhook can be told of, for its form. */
export const eventChoices = eventTypes.map((type) => ({ type, words: eventLabels[type] }));

/** What was typed, checked; asks for a fresh session, since what it says leaves the site. */
export function readWebhookForm(sent: FormInput, staff: Staff) {
  requireFreshStaff(staff);
  const input = {
    url: sent.text("url"),
    events: eventTypes.filter((type) => sent.isTicked(type)),
    hasPersonalData: sent.isTicked("personal"),
  };
  return checkWebhook(input, staff.outside);
}
