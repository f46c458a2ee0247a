import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { StaffEntry } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { createEntry } from "./create-entry.ts";
import { readEntry } from "./read-versions.ts";

/** Makes a draft of the newest version of an entry, under a title whose address is free: "Copy of …", "Copy 2 of …". */
export async function duplicateEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  const { data, deletedAt } = await readEntry(tx, kind, id);
  if (deletedAt !== null)
    throw new DomainError("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  for (let n = 1; ; n += 1) {
    const title = titleOfCopy(data.title, n);
    try {
      return await createEntry(
        tx,
        kind,
        { ...data, title },
        { ...actionContext, note: `Copy of “${data.title}”` },
      );
    } catch (error) {
      // Refused before anything was written, so that the next title can be tried in the same transaction.
      if (n === 50 || !isTaken(error)) throw error;
    }
  }
}

function titleOfCopy(title: string, n: number): string {
  const copy = `${n === 1 ? "Copy" : `Copy ${n}`} of ${title}`;
  return [...copy].length > 300 ? `${[...copy].slice(0, 299).join("").trimEnd()}…` : copy;
}

function isTaken(error: unknown): boolean {
  return error instanceof DomainError && /already has the address/.test(error.fields.title ?? "");
}
