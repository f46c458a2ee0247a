import { z } from "zod";
import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { checkInput } from "../intake/check.ts";
import { type Lead, lockLead } from "../lead.ts";
import { noteFirstAnswer, setStatus } from "./change-leads.ts";
import { recordLeadAction } from "./lead-events.ts";

export const outcomeSchema = z.strictObject({
  outcome: z.enum(["done", "not-reached"], "Give done or not-reached"),
});

/** Notes how a call went: it is done, or nobody was reached and it stays open. Answers how often that was tried by now. */
export async function noteCall(
  tx: Writing,
  id: string,
  input: unknown,
  actionContext: ActionContext,
): Promise<number> {
  const { outcome } = checkInput(outcomeSchema, input);
  const lead = await lockLead(tx, "call", id);
  if (outcome === "not-reached") return noteTry(tx, lead, actionContext);
  await recordLeadAction(tx, id, "answered-otherwise", {}, actionContext);
  await noteFirstAnswer(tx, lead, actionContext);
  if (lead.status !== "closed") await setStatus(tx, lead, "closed", actionContext);
  return lead.tries;
}

/** Takes the last try back that reached nobody. */
export async function forgetTry(tx: Writing, id: string, actionContext: ActionContext): Promise<void> {
  const lead = await lockLead(tx, "call", id);
  await setTries(tx, id, Math.max(0, lead.tries - 1));
  await recordLeadAction(tx, id, "restored", {}, actionContext);
}

async function noteTry(tx: Writing, lead: Lead, actionContext: ActionContext): Promise<number> {
  const tries = lead.tries + 1;
  await setTries(tx, lead.id, tries);
  await recordLeadAction(tx, lead.id, "not-reached", { tries }, actionContext);
  if (lead.status === "new") await setStatus(tx, lead, "open", actionContext);
  return tries;
}

async function setTries(tx: Writing, id: string, tries: number): Promise<void> {
  await tx.query.updateTable("leads").set({ tries }).where("id", "=", id).execute();
}
