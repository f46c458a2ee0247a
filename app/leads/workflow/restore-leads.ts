import { z } from "zod";
import type { Writing } from "#app/database/database.ts";
import { checkInput } from "../check.ts";
import { holdLead, type LeadKind } from "../lead.ts";
import { type Deed, recordDeed } from "../lead-events.ts";
import { statuses } from "../statuses.ts";
import { type Before, mostAtOnce, setColumns } from "./change-leads.ts";
import { findStaffMember } from "./staff.ts";

const beforeSchema = z.strictObject({
  id: z.string().max(100),
  status: z.enum(statuses),
  assignee: z.string().max(100).nullable(),
  snoozedUntil: z.iso.datetime().nullable(),
});

/** What a screen sends back to take a change back; whoever sends it could as well have set each by hand. */
export function writeBefore(before: readonly Before[]): string[] {
  return before.map((one) => JSON.stringify(one));
}

/** Puts leads back to how they stood before a change. */
export async function restoreLeads(
  tx: Writing,
  kind: LeadKind,
  sent: readonly string[],
  deed: Deed,
): Promise<number> {
  const list = checkInput(z.array(beforeSchema).min(1).max(mostAtOnce), sent.map(parse));
  for (const before of list.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const lead = await holdLead(tx, kind, before.id);
    const isKnown = before.assignee !== null && before.assignee !== lead.assignee_id;
    if (isKnown) await findStaffMember(tx, before.assignee ?? "");
    const isEnd = before.status === "closed" || before.status === "spam";
    await setColumns(tx, lead, {
      ...{ status: before.status, assignee_id: before.assignee, snoozed_until: before.snoozedUntil },
      closed_at: isEnd ? (lead.closed_at ?? deed.now.toISOString()) : null,
    });
    await recordDeed(tx, lead.id, "restored", {}, deed);
  }
  return list.length;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
