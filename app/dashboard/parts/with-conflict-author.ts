import { findNames } from "#app/accounts/staff/actor-names.ts";
import type { Database } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** What was saved in the meantime, with the name of who did it; "" when they have none any more. */
export type NamedConflict<Conflict> = Conflict & { savedByName: string };

/** Saves; a conflict also says the name of who saved the other text. @param writerOf who that is, by the detail of the stale error */
export async function withConflictAuthor<Saved, Conflict extends object>(
  db: Database,
  writerOf: (conflict: Conflict) => string | null,
  save: () => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "stale") throw error;
    const conflict = error.detail as Conflict; // as what saves says
    const writer = writerOf(conflict) ?? "";
    const detail: NamedConflict<Conflict> = {
      ...conflict,
      savedByName: (await findNames(db, [writer])).get(writer) ?? "",
    };
    throw new DomainError("stale", error.message, { detail });
  }
}
