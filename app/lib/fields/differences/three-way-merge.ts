import { type PartOfForm, partsOfForm } from "../controls/control.ts";
import { insideGroup } from "../controls/controls.ts";
import type { DescribedField, FieldItem } from "../inputs.ts";
import { isSame, type Values } from "./compare-data.ts";

/** Conflict for a user with a form based on an older version: the current record, the common base and the unsaved values. */
export interface SettingsConflict {
  version: number;
  theirs: Record<string, unknown>;
  /** Null if that version has been deleted. */
  base: Record<string, unknown> | null;
  mine: Record<string, unknown>;
  /** Id of the user who saved it. */
  savedBy: string;
  savedAt: string;
}

/** Side whose value of a field is used. */
export type MergeSide = "mine" | "theirs";

/** Field with different values on both sides. */
export interface MergeConflict {
  /** Path of the field: `seo.title`. */
  name: string;
  label: string;
  input: DescribedField;
  mine: unknown;
  theirs: unknown;
  /** Side that changed the value; "both" needs a decision by the user. */
  changedBy: MergeSide | "both";
}

/** Fields that differ between two records with a common base, also within groups. */
export function findConflicts(form: FieldItem, mine: Values, theirs: Values, base: Values): MergeConflict[] {
  const ours = leavesOf(partsOfForm(form, mine));
  const others = leavesOf(partsOfForm(form, theirs));
  const before = leavesOf(partsOfForm(form, base));
  return ours.flatMap(({ name, label, input, value }) => {
    const other = others.find((part) => part.name === name)?.value;
    const former = before.find((part) => part.name === name)?.value;
    if (isSame(value, other)) return [];
    return { name, label, input, mine: value, theirs: other, changedBy: whoChanged(value, other, former) };
  });
}

/** Merge of both changes; null if both sides changed the same field. */
export function mergeDisjoint(
  form: FieldItem,
  mine: Values,
  theirs: Values,
  base: Values,
): Record<string, unknown> | null {
  const conflicts = findConflicts(form, mine, theirs, base);
  const sides = new Map<string, MergeSide>();
  for (const { name, changedBy } of conflicts) {
    if (changedBy === "both") return null;
    sides.set(name, changedBy);
  }
  return mergeChoices(form, mine, theirs, sides);
}

function whoChanged(mine: unknown, theirs: unknown, base: unknown): MergeConflict["changedBy"] {
  if (isSame(theirs, base)) return "mine";
  return isSame(mine, base) ? "theirs" : "both";
}

/** Values after choosing a side for each conflict; other fields stay as in `mine`. */
export function mergeChoices(
  form: FieldItem,
  mine: Values,
  theirs: Values,
  chosen: ReadonlyMap<string, MergeSide>,
): Record<string, unknown> {
  const parts = partsOfForm(form, mine).map((part) => [
    part.name,
    mergePart(part, theirs[part.name], chosen),
  ]);
  return { ...mine, ...Object.fromEntries(parts) };
}

function mergePart(part: PartOfForm, theirs: unknown, chosen: ReadonlyMap<string, MergeSide>): unknown {
  const inner = insideGroup(part);
  if (!inner) return chosen.get(part.name) === "theirs" ? theirs : part.value;
  if (part.value == null && theirs == null) return part.value;
  const others = insideGroup({ ...part, value: theirs });
  const merged = inner.map((one, at) => [
    one.name.slice(part.name.length + 1),
    mergePart(one, others?.[at]?.value, chosen),
  ]);
  return { ...Object(part.value), ...Object.fromEntries(merged) };
}

function leavesOf(parts: readonly PartOfForm[]): PartOfForm[] {
  return parts.flatMap((part) => {
    const inner = insideGroup(part);
    return inner ? leavesOf(inner) : part;
  });
}
