import { changeRows } from "#app/company/change-rows.ts";
import type { DraftRecord } from "#app/company/form-field.ts";
import { readDraft } from "#app/company/read-draft.ts";
import { restoreSection, type Saved, saveSection } from "#app/company/save-section.ts";
import { fieldsOfSection, type SettingsSection } from "#app/company/sections.ts";
import { write } from "#app/database/database.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import { requireFresh } from "../parts/fresh.ts";
import type { Staff } from "../parts/staff.ts";

/** Without JavaScript the button of a row sends the form, and gets it back with that row changed. */
export interface Redrawn {
  draft?: DraftRecord;
}

/** What the form of a section can do. */
export function sectionDeeds(section: SettingsSection) {
  return {
    save: async (sent: Sent, staff: Staff): Promise<Done & Redrawn> => {
      const { db, deed } = staff;
      if (section.needsFreshSession) requireFresh(staff);
      const fields = fieldsOfSection(section);
      const draft = readDraft(fields, textsOf(sent));
      const wish = sent.text("row");
      if (wish !== "") return { done: "", draft: changeRows(fields, draft, wish) };
      const basedOn = readVersion(sent.text("basedOn"));
      const saved = await write(db, (tx) => saveSection(tx, section, draft, { ...deed, basedOn }));
      return sayDone(saved, section.shownAt.length > 0 ? "Saved. The site shows it now." : "Saved.");
    },
    restore: async (sent: Sent, staff: Staff): Promise<Done> => {
      const { db, deed } = staff;
      if (section.needsFreshSession) requireFresh(staff);
      const [number, basedOn] = [readVersion(sent.text("version")), readVersion(sent.text("basedOn"))];
      const saved = await write(db, (tx) => restoreSection(tx, section, number, { ...deed, basedOn }));
      return sayDone(saved, "Restored.");
    },
  };
}

function sayDone({ before, after }: Saved, done: string): Done {
  if (before === after) return { done: "Nothing changed." };
  const values = { version: String(before), basedOn: String(after) };
  return { done, undo: { intent: "restore", values } };
}

function textsOf({ form }: Sent): Record<string, string> {
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts);
}

function readVersion(typed: string): number {
  if (!/^\d{1,9}$/.test(typed))
    throw new Refusal("invalid", "This form is broken. Please load the page again.");
  return Number(typed);
}
