import {
  askAgain,
  endByStaff,
  eraseSubscribers,
  restoreEnded,
  type StaffEnding,
} from "#app/leads/subscribers/change.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { ActionOk } from "../parts/action-result.ts";
import type { FormInput } from "../parts/handle-action.ts";
import { redirectWithFlash } from "../parts/redirect-with-flash.ts";
import type { Staff } from "../parts/require-screen.ts";
import { sayAddresses } from "./labels.ts";

type SubscriberAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** What can be done with ticked subscribers; the screen of one uses the same. */
export const subscriberActions = {
  unsubscribe: end("unsubscribed", (count) => `${count} unsubscribed.`),
  complained: end("complained", (count) => `${count} marked as complained. They get no more newsletters.`),
  async restore(sent, { db, actionContext }) {
    const count = await restoreEnded(db, sent.all("id"), actionContext);
    return {
      done: count > 0 ? `${sayAddresses(count)} restored.` : "Only what staff ended can be undone.",
    };
  },
  async "ask-again"(sent, { db, actionContext }) {
    const count = await askAgain(db, sent.all("id"), actionContext);
    return {
      done: count > 0 ? `Confirmation sent again to ${sayAddresses(count)}.` : "None of these is pending.",
    };
  },
} satisfies Record<string, SubscriberAction>;

function end(status: StaffEnding, say: (count: string) => string): SubscriberAction {
  return async (sent, { db, actionContext }) => {
    const ended = await endByStaff(db, sent.all("id"), status, actionContext);
    if (ended.length === 0) return { done: "Nothing changed: none of these is subscribed." };
    return { done: say(sayAddresses(ended.length)), undo: { intent: "restore", values: { id: ended } } };
  };
}

/** Deletes one for good, and leads back to the list. */
export async function erase(sent: FormInput, { db, actionContext }: Staff): Promise<Response> {
  if (!sent.isTicked("sure"))
    throw new DomainError("invalid", "This can’t be undone. Tick the box to confirm, then try again.", {
      fields: { sure: "Tick this to confirm" },
    });
  await eraseSubscribers(db, sent.all("id"), actionContext);
  return redirectWithFlash("/dashboard/call", { done: "The address and its proof of consent were deleted." });
}
