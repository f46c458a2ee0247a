import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { forgetMails } from "#app/mail/outbox/outbox.ts";

/**
 * Deletes everything personal in leads and what was written about them. That something came in, when, and how fast it was
 * answered stays to be counted.
 */
export async function eraseLeads(tx: Writing, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await unmergeDoubles(tx, ids);
  await forgetMails(tx, await findMails(tx, ids));
  await tx.query.deleteFrom("notices").where("subject_id", "in", ids).execute();
  for (const table of ["lead_notes", "lead_replies", "lead_events"] as const)
    await tx.query.deleteFrom(table).where("lead_id", "in", ids).execute();
  await tx.engine.leadSearch.forget(tx.query, ids);
  await tx.query
    .updateTable("leads")
    .set({ ...blank, erased_at: now.toISOString() })
    .where("id", "in", ids)
    .execute();
  tx.invalidate(cacheTags.leads);
}

/** What others sent is theirs, and stands by itself again when the one it was put under goes. */
async function unmergeDoubles(tx: Writing, ids: readonly string[]): Promise<void> {
  await tx.query
    .updateTable("leads")
    .set({ merged_into: null })
    .where("merged_into", "in", ids)
    .where("id", "not in", ids)
    .execute();
}

/** The same for everything that came from an address. */
export async function eraseLeadsOf(tx: Writing, emailKey: string, now: Date): Promise<void> {
  const rows = await tx.query.selectFrom("leads").select("id").where("email_key", "=", emailKey).execute();
  await eraseLeads(
    tx,
    rows.map(({ id }) => id),
    now,
  );
}

const blank = {
  name: "",
  email: "",
  email_key: "",
  phone: "",
  company: "",
  message: "",
  best_time: "",
  topic: "",
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
