import { z } from "zod";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import type { MailSending } from "#app/domain/mail/outbox/mail-service.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { type Lead, lockLead, textOfLead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";
import { recordFirstAnswer, setStatus } from "./change-leads.ts";
import { recordLeadAction } from "./lead-events.ts";

export const replySchema = z.strictObject({
  text: plainText({ max: 20_000, lines: true }).pipe(z.string().min(1, "Write the answer")),
  /** Status after the reply. */
  status: z.enum(["open", "waiting", "closed"]).prefault("open"),
  /** Id of the newest reply its author has seen, "" for none; without it, newer replies are ignored. */
  seen: z.string().max(100).optional(),
  /** Idempotency key of the reply. */
  key: z.string().max(200).optional(),
});

/**
 * Sends a reply by mail; stores reply, mail and status in one transaction.
 * @param mail without a mail server the lead remains unanswered and its status unchanged
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
    throw new DomainError("invalid", "This is in the spam folder. Mark it as not spam first.");
  const earlier = await listReplies(tx, id);
  const repeated =
    key === undefined ? undefined : earlier.find(({ idempotency_key }) => idempotency_key === key);
  if (repeated) return returnRepeated(repeated, text);
  const last = earlier.at(-1);
  if (seen !== undefined && last && last.id !== seen) throw await createConflict(tx, last, actionContext);
  const mailId = await queueReply(
    tx,
    lead,
    { text, earlier: await findConversation(tx, id, earlier) },
    actionContext,
  );
  const row = { id: newId(), lead_id: id, mail_id: mailId, body: text, author_id: actionContext.actor.id };
  await tx.query
    .insertInto("lead_replies")
    .values({ ...row, created_at: actionContext.now.toISOString(), idempotency_key: key ?? null })
    .execute();
  await recordLeadAction(tx, id, "replied", { mailId }, actionContext);
  if (!mail.isSending) return row.id;
  await recordFirstAnswer(tx, lead, actionContext);
  if (lead.status !== status) await setStatus(tx, lead, status, actionContext);
  return row.id;
}

/** Records an answer by phone or in another way. */
export async function recordAnswer(
  tx: Writing,
  { kind, id }: { kind: LeadKind; id: string },
  actionContext: ActionContext,
): Promise<void> {
  const lead = await lockLead(tx, kind, id);
  await recordLeadAction(tx, id, "answered-otherwise", {}, actionContext);
  await recordFirstAnswer(tx, lead, actionContext);
  if (lead.status === "new") await setStatus(tx, lead, "open", actionContext);
}

interface StoredReply {
  id: string;
  lead_id: string;
  body: string;
  mail_id: string;
  author_id: string;
  idempotency_key: string | null;
}

/** Lists the replies of a lead and of those merged into it. */
function listReplies(tx: Writing, id: string): Promise<StoredReply[]> {
  const merged = tx.query.selectFrom("leads").select("id").where("merged_into", "=", id);
  return tx.query
    .selectFrom("lead_replies")
    .select(["id", "lead_id", "mail_id", "author_id", "idempotency_key", "body"])
    .where((eb) => eb.or([eb("lead_id", "=", id), eb("lead_id", "in", merged)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the earlier reply with the same key; throws if its text differs, which would be lost. */
function returnRepeated(sent: StoredReply, text: string): string {
  if (sent.body === text) return sent.id;
  throw new DomainError(
    "in-use",
    "This reply was already sent with different text. Read it in the timeline, then send the rest as a new reply.",
  );
}

async function createConflict(
  tx: Writing,
  { author_id }: StoredReply,
  { actor }: ActionContext,
): Promise<DomainError> {
  const author = await tx.query
    .selectFrom("users")
    .select("name")
    .where("id", "=", author_id)
    .executeTakeFirst();
  const reason =
    author_id === actor.id
      ? "You have replied in the meantime, in another window."
      : `${author?.name ?? "Somebody else"} has replied in the meantime.`;
  return new DomainError("stale", `${reason} Read that first; what you wrote is still here.`);
}

/** Returns ids of the mails that the sender has received: receipt and replies, at most 20. */
async function findConversation(tx: Writing, leadId: string, earlier: StoredReply[]): Promise<string[]> {
  const receipts = await tx.query
    .selectFrom("notices")
    .select("mail_id")
    .where("subject_id", "=", leadId)
    .where("event", "=", "receipt")
    .where("mail_id", "is not", null)
    .execute();
  const ownReplies = earlier.filter(({ lead_id }) => lead_id === leadId);
  return [...receipts, ...ownReplies].flatMap(({ mail_id }) => mail_id ?? []).slice(-20);
}

async function queueReply(
  tx: Writing,
  lead: Lead,
  { text, earlier }: { text: string; earlier: string[] },
  { now }: ActionContext,
): Promise<string> {
  const question = { at: new Date(lead.created_at), text: textOfLead(lead) };
  const mail = {
    template: "lead-reply",
    name: "",
    reference: lead.reference,
    text,
    asked: question,
    earlier,
  } as const;
  return queueMail(tx, { to: lead.email, mail: { ...mail, earlier } }, now);
}

export const outcomeSchema = z.strictObject({
  outcome: z.enum(["done", "not-reached"], "Enter done or not-reached"),
});

/** Records the outcome of a call: done, or not reached, which leaves it open. Returns the number of attempts. */
export async function recordCall(
  tx: Writing,
  id: string,
  input: unknown,
  actionContext: ActionContext,
): Promise<number> {
  const { outcome } = checkInput(outcomeSchema, input);
  const lead = await lockLead(tx, "call", id);
  if (outcome === "not-reached") return recordCallAttempt(tx, lead, actionContext);
  await recordLeadAction(tx, id, "answered-otherwise", {}, actionContext);
  await recordFirstAnswer(tx, lead, actionContext);
  if (lead.status !== "closed") await setStatus(tx, lead, "closed", actionContext);
  return lead.tries;
}

/** Undoes the last failed call attempt. */
export async function undoCallAttempt(tx: Writing, id: string, actionContext: ActionContext): Promise<void> {
  const lead = await lockLead(tx, "call", id);
  await setTries(tx, id, Math.max(0, lead.tries - 1));
  await recordLeadAction(tx, id, "restored", {}, actionContext);
}

async function recordCallAttempt(tx: Writing, lead: Lead, actionContext: ActionContext): Promise<number> {
  const tries = lead.tries + 1;
  await setTries(tx, lead.id, tries);
  await recordLeadAction(tx, lead.id, "not-reached", { tries }, actionContext);
  if (lead.status === "new") await setStatus(tx, lead, "open", actionContext);
  return tries;
}

async function setTries(tx: Writing, id: string, tries: number): Promise<void> {
  await tx.query.updateTable("leads").set({ tries }).where("id", "=", id).execute();
}
