import {
  askAgain,
  endByStaff,
  eraseSubscribers,
  restoreEnded,
  type StaffEnding,
} from "#app/leads/subscribers/change.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import { leadOn } from "../parts/lead-on.ts";
import type { Staff } from "../parts/staff.ts";
import { sayAddresses } from "./words.ts";

type Deed = (sent: Sent, staff: Staff) => Promise<Done>;

/** What can be done with ticked subscribers; the screen of one uses the same. */
export const subscriberDeeds = {
  unsubscribe: end("unsubscribed", (count) => `${count} unsubscribed.`),
  complained: end("complained", (count) => `${count} marked as complained. They get no more newsletters.`),
  async restore(sent, { db, deed }) {
    const count = await restoreEnded(db, sent.all("id"), deed);
    return {
      done: count > 0 ? `${sayAddresses(count)} restored.` : "Only what staff ended can be undone.",
    };
  },
  async "ask-again"(sent, { db, deed }) {
    const count = await askAgain(db, sent.all("id"), deed);
    return {
      done: count > 0 ? `Confirmation sent again to ${sayAddresses(count)}.` : "None of these is pending.",
    };
  },
} satisfies Record<string, Deed>;

function end(status: StaffEnding, say: (count: string) => string): Deed {
  return async (sent, { db, deed }) => {
    const ended = await endByStaff(db, sent.all("id"), status, deed);
    if (ended.length === 0) return { done: "Nothing changed: none of these is subscribed." };
    return { done: say(sayAddresses(ended.length)), undo: { intent: "restore", values: { id: ended } } };
  };
}

/** Deletes one for good, and leads back to the list. */
export async function erase(sent: Sent, { db, deed }: Staff): Promise<Response> {
  if (!sent.isTicked("sure"))
    throw new Refusal("invalid", "This can’t be undone. Tick the box to confirm, then try again.", {
      fields: { sure: "Tick this to confirm" },
    });
  await eraseSubscribers(db, sent.all("id"), deed);
  return leadOn("/dashboard/call", { done: "The address and its proof of consent were deleted." });
}
