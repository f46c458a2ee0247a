import { type Writing, write } from "#app/database/database.ts";
import { countSubscribers } from "#app/leads/subscribers/list.ts";
import { lockIssue } from "#app/newsletter/issues.ts";
import { scheduleIssue } from "#app/newsletter/send.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { spellMoment } from "#app/text/moments.ts";
import type { Sent } from "../parts/act.ts";
import { leadOn } from "../parts/lead-on.ts";
import type { Staff } from "../parts/staff.ts";
import { sayReaders } from "./say-progress.ts";
import { momentSent } from "./sent-issue.ts";

/** Sends a newsletter now or at a moment; only the words that were looked at. */
export function sendDeeds(id: string) {
  const path = `/dashboard/newsletter/${id}`;
  return {
    now: async (sent: Sent, { db, deed, mail }: Staff) => {
      await write(db, async (tx) => {
        await needSeen(tx, id, sent);
        await scheduleIssue(tx, id, deed.now, deed);
      });
      const { confirmed } = await countSubscribers(db);
      return leadOn(path, {
        done: mail.isSending
          ? `Sending to ${sayReaders(confirmed)}.`
          : `Not sent: no mail server is set. E-mails to ${sayReaders(confirmed)} are kept in Mail.`,
      });
    },
    schedule: async (sent: Sent, { db, deed, timeZone }: Staff) => {
      const at = momentSent(sent, "at", timeZone);
      await write(db, async (tx) => {
        await needSeen(tx, id, sent);
        await scheduleIssue(tx, id, at, deed);
      });
      const done = `Scheduled for ${spellMoment(at.toISOString(), timeZone)} (${timeZone}).`;
      return leadOn(path, { done, undo: { intent: "callBack", values: {}, action: path } });
    },
  };
}

async function needSeen(tx: Writing, id: string, { text }: Sent): Promise<void> {
  const { version } = await lockIssue(tx, id);
  if (String(version) !== text("version"))
    throw new Refusal(
      "stale",
      "It has changed since you opened this page. Check it again before you send it.",
    );
}
