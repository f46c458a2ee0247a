import { z } from "zod";
import { write } from "#app/database/database.ts";
import { giveUp, recordReveal, sendAgain, sendTest } from "#app/mail/outbox/handle-mail.ts";
import { readMail } from "#app/mail/outbox/list-mail.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { emailSchema } from "#app/text/email.ts";
import { requireFreshStaff } from "../parts/fresh.ts";
import type { FormInput } from "../parts/handle-action.ts";
import { notSent } from "../parts/not-sent.ts";
import { redirectWithFlash } from "../parts/redirect-with-flash.ts";
import type { Staff } from "../parts/require-screen.ts";

const testSchema = z.object({ to: emailSchema("Enter an e-mail address") });

/** What can be done with the outbox, by intent. */
export const mailActions = {
  async again(sent: FormInput, { db, actionContext }: Staff) {
    await write(db, (tx) => sendAgain(tx, sent.text("id"), actionContext));
    return { done: "Sending again now." };
  },
  async test(sent: FormInput, { db, actionContext, mail, person }: Staff) {
    const read = testSchema.safeParse({ to: sent.text("to") });
    if (!read.success) throw validationError(read.error.issues, "The test e-mail needs an address.");
    const { to } = read.data;
    await write(db, (tx) => sendTest(tx, { email: to, name: person.name }, actionContext));
    return { done: mail.isSending ? `Test e-mail to ${to} is being sent.` : notSent };
  },
};

/** What can be done with one mail. */
export function singleMailActions(id: string) {
  return {
    async again(_: FormInput, { db, actionContext, mail }: Staff) {
      const now = await write(db, (tx) => sendAgain(tx, id, actionContext));
      if (now === id) return { done: "Sending again now." };
      return redirectWithFlash(`/dashboard/mail/${now}`, {
        done: mail.isSending ? "This is the new copy. It is being sent." : notSent,
      });
    },
    async "give-up"(_: FormInput, { db, actionContext }: Staff) {
      await write(db, (tx) => giveUp(tx, id, actionContext));
      return { done: "Sending cancelled.", undo: { intent: "again", values: {} } };
    },
    async reveal(_: FormInput, staff: Staff) {
      const { db, actionContext, mail } = staff;
      requireFreshStaff(staff);
      const shown = await mail.reveal(await readMail(db, id));
      if (!shown)
        throw new DomainError(
          "forbidden",
          "The links in this e-mail are only for the person it was sent to.",
        );
      await write(db, (tx) => recordReveal(tx, id, actionContext));
      return { done: "Links shown. This was added to the audit log.", revealed: shown.text };
    },
  };
}
