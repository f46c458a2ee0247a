import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { checkInput } from "../intake/check.ts";
import { lockLead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";
import { type Before, mostLeadsAtOnce, setColumns, standingOf } from "./change-leads.ts";
import { recordLeadAction } from "./lead-events.ts";
import { findStaffMember } from "./staff.ts";
import { statuses } from "./statuses.ts";

const standing = {
  status: z.enum(statuses),
  assignee: z.string().max(100).nullable(),
  snoozedUntil: z.iso.datetime().nullable(),
};
const beforeSchema = z.strictObject({
  id: z.string().max(100),
  ...standing,
  after: z.strictObject(standing),
});

/** What a screen sends back to take a change back; whoever sends it could as well have set each by hand. */
export function writeBefore(before: readonly Before[]): string[] {
  return before.map((one) => JSON.stringify(one));
}

/** Puts leads back to how they stood before a change. One that somebody has changed since is left alone; answers how many were put back. */
export async function restoreLeads(
  tx: Writing,
  kind: LeadKind,
  sent: readonly string[],
  actionContext: ActionContext,
): Promise<number> {
  const list = checkInput(z.array(beforeSchema).min(1).max(mostLeadsAtOnce), sent.map(parse));
  let restored = 0;
  for (const before of list.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const lead = await lockLead(tx, kind, before.id);
    if (!isDeepStrictEqual(standingOf(lead), before.after)) continue;
    const isKnown = before.assignee !== null && before.assignee !== lead.assignee_id;
    if (isKnown) await findStaffMember(tx, before.assignee ?? "");
    const isEnd = before.status === "closed" || before.status === "spam";
    await setColumns(tx, lead, {
      status: before.status,
      assignee_id: before.assignee,
      snoozed_until: before.snoozedUntil,
      closed_at: isEnd ? (lead.closed_at ?? actionContext.now.toISOString()) : null,
    });
    await recordLeadAction(tx, lead.id, "restored", {}, actionContext);
    restored += 1;
  }
  return restored;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
