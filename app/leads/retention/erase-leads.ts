import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { forgetMails } from "#app/mail/outbox/outbox.ts";
import { type LeadKind, selectLeads, tableOf } from "../lead.ts";

/**
 * Deletes everything personal in leads and what was written about them. That something came in, when, and how fast it was
 * answered stays to be counted.
 */
export async function eraseLeads(
  tx: Writing,
  kind: LeadKind,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await partDoubles(tx, kind, ids);
  await forgetMails(tx, await findMails(tx, ids));
  await tx.query.deleteFrom("notices").where("subject_id", "in", ids).execute();
  for (const table of ["lead_notes", "lead_replies", "lead_events"] as const)
    await tx.query.deleteFrom(table).where("lead_id", "in", ids).execute();
  await tx.engine.leadSearch.forget(tx.query, ids);
  const own = kind === "messages" ? { company: "", message: "" } : { best_time: "", topic: "" };
  await tx.query
    .updateTable(tableOf(kind))
    .set({ ...blank, ...own, erased_at: now.toISOString() })
    .where("id", "in", ids)
    .execute();
  tx.invalidate(cacheTags.leads);
}

/** What others sent is theirs, and stands by itself again when the one it was put under goes. */
async function partDoubles(tx: Writing, kind: LeadKind, ids: readonly string[]): Promise<void> {
  await tx.query
    .updateTable(tableOf(kind))
    .set({ merged_into: null })
    .where("merged_into", "in", ids)
    .where("id", "not in", ids)
    .execute();
}

/** The same for everything that came from an address. */
export async function eraseLeadsOf(tx: Writing, emailKey: string, now: Date): Promise<void> {
  for (const kind of ["messages", "calls"] as const) {
    const rows = await selectLeads(tx, kind).select("id").where("email_key", "=", emailKey).execute();
    await eraseLeads(
      tx,
      kind,
      rows.map(({ id }) => id),
      now,
    );
  }
}

const blank = {
  name: "",
  email: "",
  email_key: "",
  phone: "",
  referrer: "",
  network: "",
  user_agent: "",
  fingerprint: "",
  idempotency_key: null,
  snoozed_until: null,
  status: "closed" as const,
};

/** Mails that were sent because of these leads. */
async function findMails(tx: Writing, ids: readonly string[]): Promise<string[]> {
  const notices = await tx.query
    .selectFrom("notices")
    .select("mail_id")
    .where("subject_id", "in", ids)
    .where("mail_id", "is not", null)
    .execute();
  const replies = await tx.query
    .selectFrom("lead_replies")
    .select("mail_id")
    .where("lead_id", "in", ids)
    .execute();
  return [...notices, ...replies].flatMap(({ mail_id }) => mail_id ?? []);
}
