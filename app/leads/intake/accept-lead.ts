import type { Insertable } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import type { LeadTable } from "#app/database/tables/leads.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { newId } from "#app/platform/id.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { emailKey } from "#app/text/email.ts";
import { findRound, isTestMessage, receiveRound } from "../canary/rounds.ts";
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
import { metadataColumns, referrerColumn, type SubmissionMetadata } from "./submission-metadata.ts";

/** Stores what a visitor wrote; throws a DomainError that names each wrong field, or says how long to wait. */
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

/** Stores a wish to be called or written to; throws a DomainError that names each wrong field, or says how long to wait. */
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

/** A form that has been checked. */
interface NewLead {
  kind: LeadKind;
  columns: Pick<
    Insertable<LeadTable>,
    "name" | "email" | "phone" | "company" | "service" | "message" | "best_time" | "topic"
  >;
  /** Everything the person wrote, the name first and the longest last. */
  texts: readonly string[];
  /** Key of the e-mail address, or the phone number, that counts as the sender. */
  sender: string;
}

/** The way of both kinds, in one transaction: the same key, or the same content within ten minutes, gives the answer given before. */
async function acceptLead(db: Database, metadata: SubmissionMetadata, sent: NewLead): Promise<Accepted> {
  const { now } = metadata;
  const settings = await readLeadSettings(db);
  return retryOnCollision(db, async (tx) => {
    const row = await leadRow(tx, sent, metadata, settings);
    const before = (await findByIdempotencyKey(tx, sent.kind, row, now)) ?? (await findSame(tx, row, now));
    if (before) return before;
    await countAttempt(tx, intakeLimits(pluralOf[sent.kind], sent.sender, row.network), now);
    const lead = await tx.query.insertInto("leads").values(row).returningAll().executeTakeFirstOrThrow();
    const round = isTestMessage(lead.message) ? await findRound(tx, lead.message, now) : null;
    if (round) await receiveRound(tx, round, { ...lead, isSpam: lead.status === "spam" }, now);
    else await onLeadReceived(tx, lead, settings, now);
    return { reference: lead.reference };
  });
}

/** What is known of its sender already counts: who of the staff cared for them, and whether they sent spam. */
async function leadRow(
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

type LeadRow = Awaited<ReturnType<typeof leadRow>>;

const sameForMs = 10 * 60_000;

/** A second click where no script could give it a key. What was set aside as spam does not hide what is not. */
async function findSame(tx: Writing, row: LeadRow, now: Date): Promise<Accepted | null> {
  if (row.idempotency_key !== null) return null;
  await tx.locks.acquire(tx.query, `${pluralOf[row.kind]}:same:${row.fingerprint}`);
  const found = await tx.query
    .selectFrom("leads")
    .select("reference")
    .where("fingerprint", "=", row.fingerprint)
    .where("spam_reasons", "=", row.spam_reasons)
    .where("created_at", ">", new Date(now.getTime() - sameForMs).toISOString())
    .executeTakeFirst();
  return found ?? null;
}

/** What follows when something has come in, in the transaction that stores it; of spam nobody hears. */
async function onLeadReceived(tx: Writing, lead: Lead, settings: LeadSettings, now: Date): Promise<void> {
  const isSpam = lead.status === "spam";
  await indexLead(tx, lead);
  await recordLeadEvent(tx, lead.id, "arrived", { isSpam }, now);
  if (isSpam) return;
  await resolveWaiting(tx, lead, now);
  await announceLead(tx, lead, settings, now);
}

interface Previous {
  /** Who of the staff cared for the last one; null for nobody. */
  assigneeId: string | null;
  /** Whether staff took the last one for spam. */
  isMarked: boolean;
}

/** What the last lead of this kind from an address says of its next one. */
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
    isMarked: last.status === "spam" && (await wasMarked(tx, last.id)),
  };
}

/** By a person, not by a rule. */
async function wasMarked(tx: Writing, id: string): Promise<boolean> {
  const marked = await tx.query
    .selectFrom("lead_events")
    .select("id")
    .where("lead_id", "=", id)
    .where("kind", "=", "marked-spam")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Whoever we waited to hear from has written again: what waited is open. */
async function resolveWaiting(tx: Writing, lead: Lead, now: Date): Promise<void> {
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
