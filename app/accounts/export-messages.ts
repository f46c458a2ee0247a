import type { Database } from "#app/database/database.ts";
import type { LeadEventKind } from "#app/leads/lead-events.ts";
import { emailKey } from "#app/text/email.ts";

/** What of a lead is about the person who sent it; what staff think of it, and who of them has it, is not. */
const ownColumns = [
  "id",
  "reference",
  "name",
  "email",
  "phone",
  "status",
  "consent_text",
  "source_path",
  "referrer",
  "network",
  "user_agent",
  "created_at",
  "answered_at",
  "closed_at",
] as const;

/** What happened to it that its sender could see or hear of. */
const shownEvents = [
  "arrived",
  "wrote-again",
  "replied",
  "answered-otherwise",
  "not-reached",
] as const satisfies readonly LeadEventKind[];

/** Everything sent from an address, with what the company answered and when. */
export async function exportMine(db: Database, email: string) {
  const key = emailKey(email);
  const { query } = db;
  const messages = await query
    .selectFrom("messages")
    .select([...ownColumns, "company", "service", "message"])
    .where("email_key", "=", key)
    .execute();
  const calls = await query
    .selectFrom("calls")
    .select([...ownColumns, "best_time", "topic", "tries"])
    .where("email_key", "=", key)
    .execute();
  const ids = [...messages, ...calls].map(({ id }) => id);
  const replies = ids.length === 0 ? [] : await readReplies(db, ids);
  const events = ids.length === 0 ? [] : await readEvents(db, ids);
  const whole = <Row extends { id: string; status: string }>({ id, status, ...row }: Row) => ({
    ...row,
    // That something was taken for spam is nothing its sender is told.
    status: status === "spam" ? "new" : status,
    replies: replies
      .filter(({ lead_id }) => lead_id === id)
      .map(({ body, created_at }) => ({ body, created_at })),
    history: events.filter(({ lead_id }) => lead_id === id).map(({ kind, at }) => ({ what: kind, at })),
  });
  return {
    messages: messages.map(whole),
    calls: calls.map(whole),
  };
}

function readReplies({ query }: Database, ids: readonly string[]) {
  return query
    .selectFrom("lead_replies")
    .select(["lead_id", "body", "created_at"])
    .where("lead_id", "in", ids)
    .orderBy("created_at")
    .execute();
}

function readEvents({ query }: Database, ids: readonly string[]) {
  return query
    .selectFrom("lead_events")
    .select(["lead_id", "kind", "at"])
    .where("lead_id", "in", ids)
    .where("kind", "in", shownEvents)
    .orderBy("at")
    .execute();
}
