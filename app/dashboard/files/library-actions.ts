import { write } from "#app/database/database.ts";
import { addTags, type BulkOutcome, removeTags, runFileBulk } from "#app/files/library/bulk.ts";
import { purgeFile, removeBytes, restoreFile, trashFile } from "#app/files/library/trash-file.ts";
import { readTagList } from "#app/files/upload/upload.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { capitalize, sayCount } from "#app/text/counts.ts";
import type { ActionOk, Undo } from "../parts/action-result.ts";
import type { FormInput } from "../parts/handle-action.ts";
import type { Staff } from "../parts/require-screen.ts";
import { libraryPath } from "./library-address.ts";

type LibraryAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** What can be done with the files that are ticked. */
export const libraryContexts: Record<string, LibraryAction> = {
  async trash(sent, { db, actionContext }) {
    const outcome = await write(db, (tx) =>
      runFileBulk(idsOf(sent), (id) => trashFile(tx, id, actionContext)),
    );
    return tell(outcome, "moved to trash", "restore");
  },
  async restore(sent, { db, actionContext }) {
    const outcome = await write(db, (tx) =>
      runFileBulk(idsOf(sent), (id) => restoreFile(tx, id, actionContext)),
    );
    return tell(outcome, "restored", "trash");
  },
  async tag(sent, { db, actionContext }) {
    const tags = tagsOf(sent);
    const outcome = await write(db, (tx) => addTags(tx, idsOf(sent), tags, actionContext));
    return tell(outcome, `tagged ${inQuotes(tags)}`, "untag", { tags: tags.join(", ") });
  },
  async untag(sent, { db, actionContext }) {
    const tags = tagsOf(sent);
    const outcome = await write(db, (tx) => removeTags(tx, idsOf(sent), tags, actionContext));
    return tell(outcome, `untagged ${inQuotes(tags)}`, "tag", { tags: tags.join(", ") });
  },
  async purge(sent, { db, files, actionContext, person }) {
    if (person.role !== "admin")
      throw new DomainError("forbidden", "Only admins can delete files permanently.");
    const outcome = await write(db, (tx) =>
      runFileBulk(idsOf(sent), (id) => purgeFile(tx, id, actionContext)),
    );
    await removeBytes(files, outcome.done);
    return tell(outcome, "deleted permanently");
  },
};

function idsOf(sent: FormInput): string[] {
  const ids = sent.all("id");
  if (ids.length === 0) throw new DomainError("invalid", "Select at least one file first.");
  return ids;
}

function tagsOf(sent: FormInput): string[] {
  const tags = readTagList(sent.text("tags"));
  if (tags.length === 0) throw validationError([{ path: ["tags"], message: "Type a tag first" }]);
  return tags;
}

/** What was done and what was not, in words; throws a DomainError when nothing was. */
function tell(
  { done, refused }: BulkOutcome,
  what: string,
  back?: string,
  values: Undo["values"] = {},
): ActionOk {
  const [first] = refused;
  if (done.length === 0) throw new DomainError("in-use", first?.message ?? "Nothing was done.");
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
