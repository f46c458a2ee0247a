import type { Database, Writing } from "#app/database/database.ts";
import { countAttempt } from "#app/http/limits.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import { noteArrival } from "./arrival.ts";
import { findLead, type LeadKind } from "./lead.ts";
import { type Accepted, acceptOnce, findByKey } from "./once.ts";
import { type Origin, originColumns, referrerColumn } from "./origin.ts";
import { newReference } from "./reference.ts";
import { limitsFor } from "./rules.ts";
import { findBefore } from "./same-sender.ts";
import { readLeadSettings } from "./settings/keep-lead-settings.ts";
import type { LeadSettings } from "./settings/lead-settings.ts";
import { setsAside } from "./spam-rules.ts";

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
  origin: Origin,
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
  origin: Origin,
  settings: LeadSettings,
) {
  const { spam_reasons: own, ...columns } = originColumns(origin, texts, settings.spam);
  const key = email === "" ? "" : emailKey(email);
  const before = await findBefore(tx, table, key);
  const spam_reasons = [own, ...(before.isMarked ? ["sender-marked"] : [])].filter(Boolean).join(" ");
  const isSpam = setsAside(spam_reasons);
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
