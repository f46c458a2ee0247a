import { isSame, type Values } from "#app/fields/differences/compare-data.ts";

export type MergeSide = "mine" | "theirs";

/** A field that two people have left with different values. */
export interface MergeClash {
  name: string;
  /** Where only one of them changed it, that one; where both did, nobody knows better than a person. */
  changedBy: MergeSide | "both";
}

/** Fields in which two texts differ that were made from the same one. */
export function findClashes(
  names: readonly string[],
  mine: Values,
  theirs: Values,
  base: Values,
): MergeClash[] {
  return names
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => {
      if (isSame(theirs[name], base[name])) return { name, changedBy: "mine" };
      return { name, changedBy: isSame(mine[name], base[name]) ? "theirs" : "both" };
    });
}

/** The values that come of choosing a side for each field that clashes. */
export function mergeChoices(
  mine: Values,
  theirs: Values,
  chosen: Readonly<Record<string, MergeSide>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...mine };
  for (const [name, side] of Object.entries(chosen))
    merged[name] = side === "mine" ? mine[name] : theirs[name];
  return merged;
}
