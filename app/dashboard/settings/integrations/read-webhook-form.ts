import { eventLabels, eventTypes } from "#app/domain/webhooks/events.ts";
import { checkWebhook } from "#app/domain/webhooks/webhooks.ts";
import type { FormInput } from "../../parts/handle-action.ts";
import { requireFreshStaff, type Staff } from "../../parts/require-screen.ts";

/** Event types that a webhook can subscribe to. */
export const eventChoices = eventTypes.map((type) => ({ type, words: eventLabels[type] }));

/** Validated form of a webhook; needs a recent sign-in, because its events leave the site. */
export function readWebhookForm(sent: FormInput, staff: Staff) {
  requireFreshStaff(staff);
  const input = {
    url: sent.text("url"),
    events: eventTypes.filter((type) => sent.isTicked(type)),
    hasPersonalData: sent.isTicked("personal"),
  };
  return checkWebhook(input, staff.outside);
}
