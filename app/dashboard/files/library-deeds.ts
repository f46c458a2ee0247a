import { write } from "#app/database/database.ts";
import { addTags, type BulkOutcome, doToMany, removeTags } from "#app/files/library/bulk.ts";
import { purgeFile, removeBytes, restoreFile, trashFile } from "#app/files/library/trash-file.ts";
import { readTagList } from "#app/files/upload/upload.ts";
import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";
import { capitalize, sayCount } from "#app/text/counts.ts";
import type { Sent } from "../parts/act.ts";
import type { Done, Undo } from "../parts/answer.ts";
import type { Staff } from "../parts/staff.ts";
import { libraryPath } from "./library-address.ts";

type Deed = (sent: Sent, staff: Staff) => Promise<Done>;

/** What can be done with the files that are ticked. */
export const libraryDeeds: Record<string, Deed> = {
  async trash(sent, { db, deed }) {
    const outcome = await write(db, (tx) => doToMany(idsOf(sent), (id) => trashFile(tx, id, deed)));
    return tell(outcome, "moved to trash", "restore");
  },
  async restore(sent, { db, deed }) {
    const outcome = await write(db, (tx) => doToMany(idsOf(sent), (id) => restoreFile(tx, id, deed)));
    return tell(outcome, "restored", "trash");
  },
  async tag(sent, { db, deed }) {
    const tags = tagsOf(sent);
    const outcome = await write(db, (tx) => addTags(tx, idsOf(sent), tags, deed));
    return tell(outcome, `tagged ${inQuotes(tags)}`, "untag", { tags: tags.join(", ") });
  },
  async untag(sent, { db, deed }) {
    const tags = tagsOf(sent);
    const outcome = await write(db, (tx) => removeTags(tx, idsOf(sent), tags, deed));
    return tell(outcome, `untagged ${inQuotes(tags)}`, "tag", { tags: tags.join(", ") });
  },
  async purge(sent, { db, files, deed, person }) {
    if (person.role !== "admin") throw new Refusal("forbidden", "Only admins can delete files permanently.");
    const outcome = await write(db, (tx) => doToMany(idsOf(sent), (id) => purgeFile(tx, id, deed)));
    await removeBytes(files, outcome.done);
    return tell(outcome, "deleted permanently");
  },
};

function idsOf(sent: Sent): string[] {
  const ids = sent.all("id");
  if (ids.length === 0) throw new Refusal("invalid", "Select at least one file first.");
  return ids;
}

function tagsOf(sent: Sent): string[] {
  const tags = readTagList(sent.text("tags"));
  if (tags.length === 0) throw refuseInvalid([{ path: ["tags"], message: "Type a tag first" }]);
  return tags;
}

/** What was done and what was not, in words; throws a Refusal when nothing was. */
function tell(
  { done, refused }: BulkOutcome,
  what: string,
  back?: string,
  values: Undo["values"] = {},
): Done {
  const [first] = refused;
  if (done.length === 0) throw new Refusal("in-use", first?.message ?? "Nothing was done.");
  const words = `${capitalize(sayCount(done.length, "file"))} ${done.length === 1 ? "is" : "are"} ${what}.`;
  const rest = first
    ? ` ${capitalize(sayCount(refused.length, "file"))} stayed as before: ${first.message}`
    : "";
  const undo = back && { intent: back, values: { ...values, id: done }, action: libraryPath };
  return { done: words + rest, ...(undo && { undo }) };
}

function inQuotes(tags: readonly string[]): string {
  return tags.map((tag) => `“${tag}”`).join(", ");
}
