import { z } from "zod";
import { write } from "#app/database/database.ts";
import { giveUp, recordReveal, sendAgain, sendTest } from "#app/mail/handle-mail.ts";
import { readMail } from "#app/mail/list-mail.ts";
import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";
import { emailSchema } from "#app/text/email.ts";
import type { Sent } from "../parts/act.ts";
import { leadOn } from "../parts/lead-on.ts";
import type { Staff } from "../parts/staff.ts";

const testSchema = z.object({ to: emailSchema("Give an e-mail address") });

/** What can be done with the outbox, by intent. */
export const mailDeeds = {
  async again(sent: Sent, { db, deed }: Staff) {
    await write(db, (tx) => sendAgain(tx, sent.text("id"), deed));
    return { done: "It is tried anew, now." };
  },
  async test(sent: Sent, { db, deed, person }: Staff) {
    const read = testSchema.safeParse({ to: sent.text("to") });
    if (!read.success) throw refuseInvalid(read.error.issues, "The test letter needs an address.");
    const { to } = read.data;
    await write(db, (tx) => sendTest(tx, { email: to, name: person.name }, deed));
    return { done: `A test letter to ${to} is in the outbox. It leaves within seconds.` };
  },
};

/** What can be done with one mail. */
export function oneMailDeeds(id: string) {
  return {
    async again(_: Sent, { db, deed }: Staff) {
      const now = await write(db, (tx) => sendAgain(tx, id, deed));
      if (now === id) return { done: "It is tried anew, now." };
      return leadOn(`/dashboard/mail/${now}`, { done: "This is the same letter, on its way once more." });
    },
    async "give-up"(_: Sent, { db, deed }: Staff) {
      await write(db, (tx) => giveUp(tx, id, deed));
      return { done: "It is not tried any more.", undo: { intent: "again", values: {} } };
    },
    async reveal(_: Sent, { db, deed, mail }: Staff) {
      const shown = await mail.reveal(await readMail(db, id));
      if (!shown) throw new Refusal("forbidden", "The links of this letter are its reader’s alone.");
      await write(db, (tx) => recordReveal(tx, id, deed));
      return { done: "Here are its links. That you looked is on record.", revealed: shown.text };
    },
  };
}
