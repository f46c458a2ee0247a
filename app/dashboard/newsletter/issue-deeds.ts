import { type Writing, write } from "#app/database/database.ts";
import { deleteIssue, duplicateIssue, readIssue } from "#app/newsletter/issues.ts";
import {
  cancelIssue,
  pauseIssue,
  resumeIssue,
  sendIssueTest,
  unscheduleIssue,
} from "#app/newsletter/send.ts";
import { keepingTyped } from "../content/form/sent-entry.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import { leadOn } from "../parts/lead-on.ts";
import { notSent } from "../parts/not-sent.ts";
import type { Staff } from "../parts/staff.ts";
import { saveSent } from "./sent-issue.ts";

type Deed = (sent: Sent, staff: Staff) => Promise<Done | Response>;

/** What can be done with a newsletter, by intent. */
export function issueDeeds(id: string): Record<string, Deed> {
  const path = `/dashboard/newsletter/${id}`;
  const steps = stepsOf(id);
  return {
    ...steps,
    save: saving(id, async () => ({ done: "Saved." })),
    preview: saving(id, async () => leadOn(`${path}/preview`)),
    ready: saving(id, async () => leadOn(`${path}/send`)),
    test: saving(id, async (tx, staff) => {
      await sendIssueTest(tx, id, staff.person.email, staff.deed);
      return { done: staff.mail.isSending ? `Test sent to ${staff.person.email}.` : notSent };
    }),
    duplicate: saving(id, async (tx, { deed }) => {
      const copy = await duplicateIssue(tx, id, deed);
      return leadOn(`/dashboard/newsletter/${copy}`, { done: "Duplicated. This is the copy." });
    }),
    delete: async (_, { db, deed }) => {
      const { subject } = await write(db, async (tx) => {
        const issue = await readIssue(tx, id);
        await deleteIssue(tx, id, deed);
        return issue;
      });
      return leadOn("/dashboard/newsletter", { done: `“${subject}” deleted.` });
    },
  };
}

/** What was typed is saved first, in the same transaction; a button outside of the form sends nothing of it. */
function saving(id: string, work: (tx: Writing, staff: Staff) => Promise<Done | Response>): Deed {
  return (sent, staff) =>
    keepingTyped(sent, () =>
      write(staff.db, async (tx) => {
        if (sent.form.has("basedOn")) await saveSent(tx, id, sent.form, staff);
        return work(tx, staff);
      }),
    );
}

function stepsOf(id: string): Record<string, Deed> {
  const step =
    (work: typeof resumeIssue, done: string, back?: string): Deed =>
    async (_, { db, deed }) => {
      await write(db, (tx) => work(tx, id, deed));
      const undo = back && { intent: back, values: {}, action: `/dashboard/newsletter/${id}` };
      return undo ? { done, undo } : { done };
    };
  return {
    callBack: step(unscheduleIssue, "Schedule cancelled. It is a draft again."),
    pause: step(pauseIssue, "Paused. E-mails already at the mail server still arrive.", "resume"),
    resume: step(resumeIssue, "Resumed.", "pause"),
    cancel: step(cancelIssue, "The rest was cancelled."),
  };
}
