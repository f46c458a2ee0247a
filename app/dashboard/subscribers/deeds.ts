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
  unsubscribe: end("unsubscribed", (count) => `${count} left the newsletter.`),
  complained: end("complained", (count) => `${count} put down as a complaint. They get nothing any more.`),
  async restore(sent, { db, deed }) {
    const count = await restoreEnded(db, sent.all("id"), deed);
    return {
      done: count > 0 ? `${sayAddresses(count)} as before.` : "Only what one of you ended can be taken back.",
    };
  },
  async "ask-again"(sent, { db, deed }) {
    const count = await askAgain(db, sent.all("id"), deed);
    return {
      done: count > 0 ? `${sayAddresses(count)} asked again by mail.` : "None of these has still to confirm.",
    };
  },
} satisfies Record<string, Deed>;

function end(status: StaffEnding, say: (count: string) => string): Deed {
  return async (sent, { db, deed }) => {
    const ended = await endByStaff(db, sent.all("id"), status, deed);
    if (ended.length === 0) return { done: "Nothing changed: none of these gets the newsletter." };
    return { done: say(sayAddresses(ended.length)), undo: { intent: "restore", values: { id: ended } } };
  };
}

/** Deletes one for good, and leads back to the list. */
export async function erase(sent: Sent, { db, deed }: Staff): Promise<Response> {
  if (!sent.isTicked("sure"))
    throw new Refusal("invalid", "This can’t be taken back. Tick that you are sure, then press again.", {
      fields: { sure: "Tick this first" },
    });
  await eraseSubscribers(db, sent.all("id"), deed);
  return leadOn("/dashboard/call", { done: "The address and its record of consent are deleted." });
}
