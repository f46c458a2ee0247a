import type { Insertable } from "kysely";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailKey } from "#app/lib/text/email.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { LeadTable } from "#app/platform/database/tables/leads.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { indexLead } from "../inbox/search-leads.ts";
import type { Lead } from "../lead.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";
import { type LeadSettings, readLeadSettings } from "../lead-settings.ts";
import { announceLead } from "../notices/announce.ts";
import { marksAsSpam } from "../spam.ts";
import { recordLeadEvent } from "../workflow/lead-events.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { callSchema, messageSchema } from "./form-schemas.ts";
import { findByIdempotencyKey } from "./idempotency.ts";
import { intakeLimits } from "./intake-limits.ts";
import { type Accepted, newReference } from "./reference.ts";
import { retryOnCollision } from "./retry-on-collision.ts";
import { findRound, isTestMessage, receiveRound } from "./rounds.ts";
import { metadataColumns, referrerColumn, type SubmissionMetadata } from "./submission-metadata.ts";

/** Stores a message. Throws a DomainError with a message per field, or with the seconds to wait. */
export async function acceptMessage(
  db: Database,
  input: unknown,
  metadata: SubmissionMetadata,
): Promise<Accepted> {
  const { consent: _agreed, ...columns } = checkInput(messageSchema, input);
  const { name, email, phone, company, service, message } = columns;
  return acceptLead(db, metadata, {
    kind: "message",
    columns,
    texts: [name, email, phone, company, service, message],
    sender: emailKey(email),
  });
}

/** Stores a call request. Throws a DomainError with a message per field, or with the seconds to wait. */
export async function acceptCall(
  db: Database,
  input: unknown,
  metadata: SubmissionMetadata,
): Promise<Accepted> {
  const { name, phone, email, bestTime, topic } = checkInput(callSchema, input);
  return acceptLead(db, metadata, {
    kind: "call",
    columns: {
      name,
      phone,
      email,
      best_time: bestTime,
      topic,
    },
    texts: [name, phone, email, bestTime, topic],
    sender: phone || emailKey(email),
  });
}

/** Validated form. */
interface NewLead {
  kind: LeadKind;
  columns: Pick<
    Insertable<LeadTable>,
    "name" | "email" | "phone" | "company" | "service" | "message" | "best_time" | "topic"
  >;
  /** All texts of the sender, name first and longest last. */
  texts: readonly string[];
  /** Identity of the sender: key of the e-mail address, or phone number. */
  sender: string;
}

/** Stores a lead in one transaction. The same key, or the same content within ten minutes, returns the earlier answer. */
async function acceptLead(db: Database, metadata: SubmissionMetadata, sent: NewLead): Promise<Accepted> {
  const { now } = metadata;
  const settings = await readLeadSettings(db);
  return retryOnCollision(db, async (tx) => {
    const row = await createRow(tx, sent, metadata, settings);
    const before =
      (await findByIdempotencyKey(tx, sent.kind, row, now)) ?? (await findDuplicate(tx, row, now));
    if (before) return before;
    await countAttempt(tx, intakeLimits(pluralOf[sent.kind], sent.sender, row.network), now);
    const lead = await tx.query.insertInto("leads").values(row).returningAll().executeTakeFirstOrThrow();
    const round = isTestMessage(lead.message) ? await findRound(tx, lead.message, now) : null;
    if (round) await receiveRound(tx, round, { ...lead, isSpam: lead.status === "spam" }, now);
    else await processReceived(tx, lead, settings, now);
    return { reference: lead.reference };
  });
}

/** Creates the row of a lead. The sender's previous lead determines the assignee and whether it is spam. */
async function createRow(
  tx: Writing,
  { kind, columns, texts }: NewLead,
  metadata: SubmissionMetadata,
  settings: LeadSettings,
) {
  const common = metadataColumns(metadata, texts, settings.spam);
  const email_key = columns.email === "" ? "" : emailKey(columns.email);
  const previous = await findPrevious(tx, kind, email_key);
  const reasons = [common.spam_reasons, previous.isMarked ? "sender-marked" : ""];
  const spam_reasons = reasons.filter(Boolean).join(" ");
  const isSpam = marksAsSpam(spam_reasons);
  return {
    ...columns,
    ...common,
    id: newId(),
    kind,
    reference: newReference(),
    email_key,
    fingerprint: fingerprintOf(kind, texts),
    referrer: referrerColumn(metadata),
    spam_reasons,
    status: isSpam ? ("spam" as const) : ("new" as const),
    closed_at: isSpam ? common.created_at : null,
    assignee_id: isSpam ? null : previous.assigneeId,
    sort_date: common.created_at,
  };
}

type NewLeadRow = Awaited<ReturnType<typeof createRow>>;

const duplicateMs = 10 * 60_000;

/** Finds a duplicate of a submission without a key; a lead marked as spam does not match one that is not. */
async function findDuplicate(tx: Writing, row: NewLeadRow, now: Date): Promise<Accepted | null> {
  if (row.idempotency_key !== null) return null;
  await tx.locks.acquire(tx.query, `${pluralOf[row.kind]}:same:${row.fingerprint}`);
  const found = await tx.query
    .selectFrom("leads")
    .select("reference")
    .where("fingerprint", "=", row.fingerprint)
    .where("spam_reasons", "=", row.spam_reasons)
    .where("created_at", ">", new Date(now.getTime() - duplicateMs).toISOString())
    .executeTakeFirst();
  return found ?? null;
}

/** Indexes, records and announces a new lead in its transaction; spam is not announced. */
async function processReceived(tx: Writing, lead: Lead, settings: LeadSettings, now: Date): Promise<void> {
  const isSpam = lead.status === "spam";
  await indexLead(tx, lead);
  await recordLeadEvent(tx, lead.id, "arrived", { isSpam }, now);
  if (isSpam) return;
  await reopenWaiting(tx, lead, now);
  await announceLead(tx, lead, settings, now);
}

interface Previous {
  /** Assignee of the previous lead; null without one. */
  assigneeId: string | null;
  /** Whether staff marked the previous lead as spam. */
  isMarked: boolean;
}

/** Reads the previous lead of this kind from an address. */
async function findPrevious(tx: Writing, kind: LeadKind, emailKey: string): Promise<Previous> {
  if (emailKey === "") return { assigneeId: null, isMarked: false };
  const last = await tx.query
    .selectFrom("leads")
    .leftJoin("users", "users.id", "leads.assignee_id")
    .select(["leads.id", "leads.status", "leads.assignee_id", "users.role", "users.banned"])
    .where("leads.email_key", "=", emailKey)
    .where("leads.kind", "=", kind)
    .orderBy("leads.created_at", "desc")
    .orderBy("leads.id", "desc")
    .executeTakeFirst();
  if (!last) return { assigneeId: null, isMarked: false };
  const isStaff = last.role !== null && last.role !== "member" && last.banned === 0;
  return {
    assigneeId: isStaff ? last.assignee_id : null,
    isMarked: last.status === "spam" && (await wasMarkedByStaff(tx, last.id)),
  };
}

/** Whether staff, not a rule, marked a lead as spam. */
async function wasMarkedByStaff(tx: Writing, id: string): Promise<boolean> {
  const marked = await tx.query
    .selectFrom("lead_events")
    .select("id")
    .where("lead_id", "=", id)
    .where("kind", "=", "marked-spam")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Reopens leads that wait for an answer from this sender. */
async function reopenWaiting(tx: Writing, lead: Lead, now: Date): Promise<void> {
  if (lead.email_key === "") return;
  const waiting = await tx.query
    .updateTable("leads")
    .set({ status: "open", snoozed_until: null, sort_date: now.toISOString() })
    .where("email_key", "=", lead.email_key)
    .where("kind", "=", lead.kind)
    .where("status", "=", "waiting")
    .where("id", "<>", lead.id)
    .returning("id")
    .execute();
  for (const { id } of waiting)
    await recordLeadEvent(tx, id, "wrote-again", { reference: lead.reference }, now);
}
