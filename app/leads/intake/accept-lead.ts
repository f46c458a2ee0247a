import type { Database, Writing } from "#app/database/database.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import { indexedWords } from "../inbox/indexed-words.ts";
import { findLead, type Lead, type LeadKind, selectLeads, tableOf } from "../lead.ts";
import { announceLead } from "../notices/announce.ts";
import type { LeadSettings } from "../settings/lead-settings.ts";
import { readLeadSettings } from "../settings/store-lead-settings.ts";
import { marksAsSpam } from "../spam/spam-rules.ts";
import { recordHappening } from "../workflow/lead-events.ts";
import { type Accepted, acceptOnce, findByKey } from "./idempotency.ts";
import { newReference } from "./reference.ts";
import { limitsFor } from "./rules.ts";
import { metadataColumns, referrerColumn, type SubmissionMetadata } from "./submission-metadata.ts";

/** What a message and a call request have in common before they are kept. */
interface NewLead {
  table: LeadKind;
  /** Key of the e-mail address, or the phone number, that counts as the sender. */
  sender: string;
  /** Empty when none was given. */
  email: string;
  fingerprint: string;
  /** Everything the person wrote, the name first; looked through for spam. */
  texts: readonly string[];
}

/** The columns that are made here, the same for both tables. */
export type LeadRow = Awaited<ReturnType<typeof leadRow>>;

/** Keeps a lead once: the same key, or the same content within ten minutes, gives the answer given before. */
export async function acceptLead(
  db: Database,
  lead: NewLead,
  origin: SubmissionMetadata,
  insert: (tx: Writing, row: LeadRow) => Promise<unknown>,
): Promise<Accepted> {
  const settings = await readLeadSettings(db);
  return acceptOnce(db, async (tx) => {
    const row = await leadRow(tx, lead, origin, settings);
    const before =
      (await findByKey(tx, lead.table, row, origin.now)) ?? (await findSame(tx, lead.table, row, origin.now));
    if (before) return before;
    await countAttempt(tx, limitsFor(lead.table, lead.sender, row.network), origin.now);
    await insert(tx, row);
    const kept = await findLead(tx, lead.table, row.id);
    if (kept) await noteArrival(tx, kept, settings, origin.now);
    return { reference: row.reference };
  });
}

/** What is known of its sender already counts: who of the staff cared for them, and whether they sent spam. */
async function leadRow(
  tx: Writing,
  { table, email, fingerprint, texts }: NewLead,
  origin: SubmissionMetadata,
  settings: LeadSettings,
) {
  const { spam_reasons: own, ...columns } = metadataColumns(origin, texts, settings.spam);
  const key = email === "" ? "" : emailKey(email);
  const before = await findBefore(tx, table, key);
  const spam_reasons = [own, ...(before.isMarked ? ["sender-marked"] : [])].filter(Boolean).join(" ");
  const isSpam = marksAsSpam(spam_reasons);
  const head = { id: newId(), reference: newReference(), fingerprint, email_key: key };
  const place = {
    status: isSpam ? ("spam" as const) : ("new" as const),
    closed_at: isSpam ? columns.created_at : null,
    assignee_id: isSpam ? null : before.assigneeId,
    surfaced_at: columns.created_at,
  };
  return { ...head, ...place, ...columns, spam_reasons, referrer: referrerColumn(origin) };
}

const sameForMs = 10 * 60_000;

/** A second click where no script could give it a key. What was set aside as spam does not hide what is not. */
async function findSame(tx: Writing, table: LeadKind, row: LeadRow, now: Date): Promise<Accepted | null> {
  if (row.idempotency_key !== null) return null;
  await tx.engine.lock(tx.query, `${table}:same:${row.fingerprint}`);
  const found = await tx.query
    .selectFrom(table)
    .select("reference")
    .where("fingerprint", "=", row.fingerprint)
    .where("spam_reasons", "=", row.spam_reasons)
    .where("created_at", ">", new Date(now.getTime() - sameForMs).toISOString())
    .executeTakeFirst();
  return found ?? null;
}

/** What follows when something has come in, in the transaction that keeps it; of spam nobody hears. */
async function noteArrival(tx: Writing, lead: Lead, settings: LeadSettings, now: Date): Promise<void> {
  const isSpam = lead.status === "spam";
  await tx.engine.leadSearch.index(tx.query, { leadId: lead.id, kind: lead.kind, words: indexedWords(lead) });
  await recordHappening(tx, lead.id, "arrived", { isSpam }, now);
  if (isSpam) return;
  await endWaiting(tx, lead, now);
  await announceLead(tx, lead, settings, now);
}

interface Before {
  /** Who of the staff cared for the last one; null for nobody. */
  assigneeId: string | null;
  /** Whether staff took the last one for spam. */
  isMarked: boolean;
}

/** What the last message of an address says of its next one. */
async function findBefore(tx: Writing, kind: LeadKind, emailKey: string): Promise<Before> {
  const last =
    emailKey === ""
      ? undefined
      : await selectLeads(tx, kind)
          .leftJoin("users", "users.id", "lead.assignee_id")
          .select(["lead.id", "lead.status", "lead.assignee_id", "users.role", "users.banned"])
          .where("lead.email_key", "=", emailKey)
          .orderBy("lead.created_at", "desc")
          .orderBy("lead.id", "desc")
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
async function endWaiting(tx: Writing, lead: Lead, now: Date): Promise<void> {
  if (lead.email_key === "") return;
  const waiting = await tx.query
    .updateTable(tableOf(lead.kind))
    .set({ status: "open", snoozed_until: null, surfaced_at: now.toISOString() })
    .where("email_key", "=", lead.email_key)
    .where("status", "=", "waiting")
    .where("id", "<>", lead.id)
    .returning("id")
    .execute();
  for (const { id } of waiting)
    await recordHappening(tx, id, "wrote-again", { reference: lead.reference }, now);
}
