import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { changeFile } from "./change-file.ts";
import { foldText } from "./file-text.ts";
import { readTags } from "./tags.ts";

/** As many as one action may touch. */
export const mostFilesAtOnce = 100;

export interface BulkOutcome {
  done: string[];
  refused: { id: string; message: string }[];
}

/** Does the same to many files in one transaction; those that can't are named and left as they are, the others are done. */
export async function runFileBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  if (ids.length > mostFilesAtOnce)
    throw new DomainError("invalid", `Choose at most ${mostFilesAtOnce} files at a time.`);
  const outcome: BulkOutcome = { done: [], refused: [] };
  // In one order, so that two people who choose the same files never wait for each other for ever.
  for (const id of [...new Set(ids)].sort())
    try {
      await work(id);
      outcome.done.push(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refused.push({ id, message: error.message });
    }
  return outcome;
}

/** Gives many files some tags more. */
export function addTags(
  tx: Writing,
  ids: readonly string[],
  tags: readonly string[],
  actionContext: ActionContext,
): Promise<BulkOutcome> {
  return runFileBulk(ids, async (id) => {
    const there = (await readTags(tx, [id])).get(id) ?? [];
    await changeFile(tx, id, { tags: [...there, ...tags] }, actionContext);
  });
}

/** Takes some tags from many files. */
export function removeTags(
  tx: Writing,
  ids: readonly string[],
  tags: readonly string[],
  actionContext: ActionContext,
): Promise<BulkOutcome> {
  const gone = new Set(tags.map(foldText));
  return runFileBulk(ids, async (id) => {
    const there = (await readTags(tx, [id])).get(id) ?? [];
    await changeFile(tx, id, { tags: there.filter((tag) => !gone.has(foldText(tag))) }, actionContext);
  });
}
