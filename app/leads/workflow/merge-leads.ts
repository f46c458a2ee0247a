import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { lockLead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";
import { setColumns } from "./change-leads.ts";
import { recordLeadAction } from "./lead-events.ts";

/**
 * Puts doubles under one lead: they are shown there and nowhere else, and count no more by themselves. What was put under
 * one of them before comes along. Answers what `unmergeLeads` takes to take them apart again.
 */
export async function mergeLeads(
  tx: Writing,
  kind: LeadKind,
  { into, ids }: { into: string; ids: readonly string[] },
  actionContext: ActionContext,
): Promise<string[]> {
  const doubles = [...new Set(ids)].filter((id) => id !== into).sort();
  if (doubles.length === 0) throw new DomainError("invalid", "Choose at least two to merge.");
  await holdAll(tx, kind, [into, ...doubles]);
  const main = await lockLead(tx, kind, into);
  if (main.merged_into !== null)
    throw new DomainError("invalid", "The one to merge into is a double itself.");
  const moved: string[] = [];
  for (const id of doubles) {
    const lead = await lockLead(tx, kind, id);
    const below = await tx.query.selectFrom("leads").select("id").where("merged_into", "=", id).execute();
    for (const one of [lead, ...below]) {
      await setColumns(tx, one, { merged_into: into });
      moved.push(`${one.id} ${one.id === id ? (lead.merged_into ?? "") : id}`.trim());
    }
    await recordLeadAction(tx, id, "merged", { into: main.reference }, actionContext);
    await recordLeadAction(tx, into, "took-in", { reference: lead.reference }, actionContext);
  }
  return moved;
}

/** In one order for everybody, so that no two wait for each other. */
async function holdAll(tx: Writing, kind: LeadKind, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lockLead(tx, kind, id);
}

/** Takes doubles out again. @param moved ids, each with the one it stood under before, if any */
export async function unmergeLeads(
  tx: Writing,
  kind: LeadKind,
  moved: readonly string[],
  actionContext: ActionContext,
): Promise<number> {
  await holdAll(
    tx,
    kind,
    moved.flatMap((one) => one.split(" ")),
  );
  for (const one of moved) {
    const [id = "", before = ""] = one.split(" ");
    const lead = await lockLead(tx, kind, id);
    await setColumns(tx, lead, { merged_into: before === "" ? null : before });
    await recordLeadAction(tx, id, "parted", {}, actionContext);
  }
  return moved.length;
}
