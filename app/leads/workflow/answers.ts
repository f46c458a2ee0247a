import { z } from "zod";
import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import type { MailSending } from "#app/mail/outbox/mail-service.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";
import { type Lead, lockLead, wordsOfLead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";
import { noteFirstAnswer, setStatus } from "./change-leads.ts";
import { recordLeadAction } from "./lead-events.ts";

export const replySchema = z.strictObject({
  text: plainText({ max: 20_000, lines: true }).pipe(z.string().min(1, "Write the answer")),
  /** Where it stands afterwards. */
  status: z.enum(["open", "waiting", "closed"]).prefault("open"),
  /** Id of the newest answer its writer has seen, or "" for none; left out, others' answers are not looked at. */
  seen: z.string().max(100).optional(),
  /** Names one sending: what comes twice leaves once. */
  key: z.string().max(200).optional(),
});

/**
 * Answers by mail; the answer, its mail and where the lead stands then are kept together or not at all.
 * @param mail where it sends nothing, for want of a mail server, the lead waits on for its answer, whatever its writer chose
 */
export async function sendReply(
  tx: Writing,
  { kind, id }: { kind: LeadKind; id: string },
  input: unknown,
  actionContext: ActionContext,
  mail: Pick<MailSending, "isSending"> = { isSending: true },
): Promise<string> {
  const { text, status, seen, key } = checkInput(replySchema, input);
  const lead = await lockLead(tx, kind, id);
  if (lead.email === "") throw new DomainError("invalid", "No e-mail address was given. Call instead.");
  if (lead.status === "spam")
    throw new DomainError("invalid", "This is in the spam folder. Say that it is no spam first.");
  const earlier = await listReplies(tx, id);
  const same = key === undefined ? undefined : earlier.find(({ idempotency_key }) => idempotency_key === key);
  if (same) return sameAgain(same, text);
  const last = earlier.at(-1);
  if (seen !== undefined && last && last.id !== seen) throw await refuseSecond(tx, last, actionContext);
  const mailId = await queueReply(
    tx,
    lead,
    { text, earlier: await conversation(tx, id, earlier) },
    actionContext,
  );
  const row = { id: newId(), lead_id: id, mail_id: mailId, body: text, author_id: actionContext.actor.id };
  await tx.query
    .insertInto("lead_replies")
    .values({ ...row, created_at: actionContext.now.toISOString(), idempotency_key: key ?? null })
    .execute();
  await recordLeadAction(tx, id, "replied", { mailId }, actionContext);
  if (!mail.isSending) return row.id;
  await noteFirstAnswer(tx, lead, actionContext);
  if (lead.status !== status) await setStatus(tx, lead, status, actionContext);
  return row.id;
}

/** Notes that somebody was answered by telephone or in another way. */
export async function noteAnswer(
  tx: Writing,
  { kind, id }: { kind: LeadKind; id: string },
  actionContext: ActionContext,
): Promise<void> {
  const lead = await lockLead(tx, kind, id);
  await recordLeadAction(tx, id, "answered-otherwise", {}, actionContext);
  await noteFirstAnswer(tx, lead, actionContext);
  if (lead.status === "new") await setStatus(tx, lead, "open", actionContext);
}

interface Earlier {
  id: string;
  lead_id: string;
  body: string;
  mail_id: string;
  author_id: string;
  idempotency_key: string | null;
}

/** The answers that its record shows: those of the doubles under it as well. */
function listReplies(tx: Writing, id: string): Promise<Earlier[]> {
  const doubles = tx.query.selectFrom("leads").select("id").where("merged_into", "=", id);
  return tx.query
    .selectFrom("lead_replies")
    .select(["id", "lead_id", "mail_id", "author_id", "idempotency_key", "body"])
    .where((eb) => eb.or([eb("lead_id", "=", id), eb("lead_id", "in", doubles)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The answer that was given to this key before; other words under it would be lost without a word. */
function sameAgain(sent: Earlier, text: string): string {
  if (sent.body === text) return sent.id;
  throw new DomainError(
    "in-use",
    "This answer has left already, in other words. Read it in the record, then send what is missing as another one.",
  );
}

async function refuseSecond(
  tx: Writing,
  { author_id }: Earlier,
  { actor }: ActionContext,
): Promise<DomainError> {
  const author = await tx.query
    .selectFrom("users")
    .select("name")
    .where("id", "=", author_id)
    .executeTakeFirst();
  const said =
    author_id === actor.id
      ? "You have replied in the meantime, in another window."
      : `${author?.name ?? "Somebody else"} has replied in the meantime.`;
  return new DomainError("stale", `${said} Read that first; what you wrote is still here.`);
}

/** Ids of the mails its receiver already has of this: the receipt, then each answer. */
async function conversation(tx: Writing, leadId: string, earlier: Earlier[]): Promise<string[]> {
  const receipts = await tx.query
    .selectFrom("notices")
    .select("mail_id")
    .where("subject_id", "=", leadId)
    .where("event", "=", "receipt")
    .where("mail_id", "is not", null)
    .execute();
  const own = earlier.filter(({ lead_id }) => lead_id === leadId);
  return [...receipts, ...own].flatMap(({ mail_id }) => mail_id ?? []).slice(-20);
}

async function queueReply(
  tx: Writing,
  lead: Lead,
  { text, earlier }: { text: string; earlier: string[] },
  { now }: ActionContext,
): Promise<string> {
  const asked = { at: new Date(lead.created_at), text: wordsOfLead(lead) };
  const mail = { template: "lead-reply", name: "", reference: lead.reference, text, asked, earlier } as const;
  return queueMail(tx, { to: lead.email, mail: { ...mail, earlier } }, now);
}

export const outcomeSchema = z.strictObject({
  outcome: z.enum(["done", "not-reached"], "Enter done or not-reached"),
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
