import type { StaffEntry } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { publishChecked, scheduleChecked } from "#app/content/publish-checked.ts";
import { archive, schedule, unpublish } from "#app/content/publishing.ts";
import type { Writing } from "#app/database/database.ts";
import { refuseInvalid } from "#app/platform/refusal.ts";
import { spellMoment } from "#app/text/moments.ts";
import type { Sent } from "../../parts/act.ts";
import type { Staff } from "../../parts/staff.ts";
import { momentIn } from "./sent-entry.ts";

interface Step {
  step(tx: Writing, kind: Kind, saved: StaffEntry, sent: Sent, staff: Staff): Promise<StaffEntry>;
  say(entry: StaffEntry, staff: Staff): string;
  /** Whether the entry can be read on the site afterwards. */
  isPublic?: boolean;
}

/** What can be done with an entry once its form is saved, by the intent of the button, and what is said afterwards. */
export const steps: Record<string, Step> = {
  save: { step: async (_tx, _kind, saved) => saved, say: () => "Saved." },
  publish: {
    step: (tx, kind, { id }, sent, staff) => publishChecked(tx, kind, id, checkedDeed(sent, staff)),
    say: ({ title }) => `Published “${title}”.`,
    isPublic: true,
  },
  schedule: { step: scheduleSent, say: sayWhen },
  unschedule: {
    step: (tx, kind, { id }, _, { deed }) =>
      schedule(tx, kind, id, { publishAt: null, unpublishAt: null }, deed),
    say: () => "Schedule cancelled.",
  },
  unpublish: {
    step: (tx, kind, { id }, _, { deed }) => unpublish(tx, kind, id, deed),
    say: ({ title }) => `Unpublished “${title}”. It is a draft again.`,
  },
  archive: {
    step: (tx, kind, { id }, _, { deed }) => archive(tx, kind, id, deed),
    say: ({ title }) => `Archived “${title}”. It is no longer on the site.`,
  },
};

async function scheduleSent(tx: Writing, kind: Kind, { id }: StaffEntry, sent: Sent, staff: Staff) {
  const { deed, timeZone } = staff;
  const publishAt = momentIn(sent, "publishAt", timeZone);
  const unpublishAt = momentIn(sent, "unpublishAt", timeZone);
  const past = Object.entries({ publishAt, unpublishAt }).filter(
    ([, at]) => at !== null && at <= deed.now.toISOString(),
  );
  if (past.length > 0)
    throw refuseInvalid(past.map(([name]) => ({ path: [name], message: "This time has passed" })));
  if (publishAt === null && unpublishAt === null)
    throw refuseInvalid([{ path: ["publishAt"], message: "Enter a date and time" }]);
  return scheduleChecked(tx, kind, id, { publishAt, unpublishAt }, checkedDeed(sent, staff));
}

/** What stands against publishing needs a reason, which the audit keeps. */
function checkedDeed({ text }: Sent, { deed, publicUrl }: Staff) {
  return { ...deed, publicUrl, reason: text("reason") || undefined };
}

function sayWhen({ publishAt, unpublishAt }: StaffEntry, { timeZone }: Staff): string {
  const spell = (at: string) => `${spellMoment(at, timeZone)} (${timeZone})`;
  const begins = publishAt === null ? "" : `Scheduled for ${spell(publishAt)}.`;
  const ends = unpublishAt === null ? "" : `Unpublishes on ${spell(unpublishAt)}.`;
  return [begins, ends].filter(Boolean).join(" ");
}
