import { findNames } from "#app/domain/accounts/staff/actor-names.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Conflicting version with its author's name, "" when unknown. */
export type NamedConflict<Conflict> = Conflict & { savedByName: string };

/**
 * Runs a save and adds the author's name to a conflict.
 * @param writerOf id of the author in the conflict
 */
export async function withConflictAuthor<Saved, Conflict extends object>(
  db: Database,
  writerOf: (conflict: Conflict) => string | null,
  save: () => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "stale") throw error;
    const conflict = error.detail as Conflict; // type of a stale error's detail
    const writer = writerOf(conflict) ?? "";
    const detail: NamedConflict<Conflict> = {
      ...conflict,
      savedByName: (await findNames(db, [writer])).get(writer) ?? "",
    };
    throw new DomainError("stale", error.message, { detail });
  }
}
