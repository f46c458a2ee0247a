import type { Writing } from "#app/database/database.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { holdLead, type LeadKind, selectLeads } from "../lead.ts";
import { setColumns } from "./change-leads.ts";
import { type Deed, recordDeed } from "./lead-events.ts";

/**
 * Puts doubles under one lead: they are shown there and nowhere else, and count no more by themselves. What was put under
 * one of them before comes along. Answers what `partLeads` takes to part them again.
 */
export async function mergeLeads(
  tx: Writing,
  kind: LeadKind,
  { into, ids }: { into: string; ids: readonly string[] },
  deed: Deed,
): Promise<string[]> {
  const doubles = [...new Set(ids)].filter((id) => id !== into).sort();
  if (doubles.length === 0) throw new Refusal("invalid", "Choose at least two to merge.");
  await holdAll(tx, kind, [into, ...doubles]);
  const main = await holdLead(tx, kind, into);
  if (main.merged_into !== null) throw new Refusal("invalid", "The one to merge into is a double itself.");
  const moved: string[] = [];
  for (const id of doubles) {
    const lead = await holdLead(tx, kind, id);
    const below = await selectLeads(tx, kind).select("id").where("merged_into", "=", id).execute();
    for (const one of [lead, ...below]) {
      await setColumns(tx, { kind, id: one.id }, { merged_into: into });
      moved.push(`${one.id} ${one.id === id ? (lead.merged_into ?? "") : id}`.trim());
    }
    await recordDeed(tx, id, "merged", { into: main.reference }, deed);
    await recordDeed(tx, into, "took-in", { reference: lead.reference }, deed);
  }
  return moved;
}

/** In one order for everybody, so that no two wait for each other. */
async function holdAll(tx: Writing, kind: LeadKind, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await holdLead(tx, kind, id);
}

/** Takes doubles out again. @param moved ids, each with the one it stood under before, if any */
export async function partLeads(
  tx: Writing,
  kind: LeadKind,
  moved: readonly string[],
  deed: Deed,
): Promise<number> {
  await holdAll(
    tx,
    kind,
    moved.flatMap((one) => one.split(" ")),
  );
  for (const one of moved) {
    const [id = "", before = ""] = one.split(" ");
    const lead = await holdLead(tx, kind, id);
    await setColumns(tx, lead, { merged_into: before === "" ? null : before });
    await recordDeed(tx, id, "parted", {}, deed);
  }
  return moved.length;
}
