import type { Database } from "#app/database/database.ts";
import { findNames } from "./find-names.ts";

/** Parts of the product that do something by themselves, by the names they act under. */
export const ownParts: Readonly<Record<string, string>> = {
  schedule: "The schedule",
  upkeep: "The cleanup",
  sweep: "The cleanup",
  import: "An import",
  sample: "The sample content",
  start: "The start",
  command: "The command line",
  visitor: "A visitor",
  anyone: "A visitor",
};

/** Who some actors are, by id: people by their names, parts of the product by theirs. */
export async function readActorNames(
  db: Database,
  given: Iterable<string | null>,
): Promise<(id: string | null) => string> {
  const names = await findNames(
    db,
    [...given].filter((id) => id !== null),
  );
  return (id) => names.get(id ?? "") ?? ownParts[id ?? ""] ?? "Somebody who has left";
}
