import type { LeadEventKind } from "#app/domain/leads/workflow/lead-events.ts";
import { emailKey } from "#app/lib/text/email.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf, recordEvent } from "../account-events.ts";
import type { AccountRequest } from "../accounts.ts";
import { requireFreshSession } from "../sessions/identify.ts";
import { findUser } from "../users.ts";

/** Exports all data stored about a person, table by table, without secrets. */
export async function exportMe(ctx: AccountContext, accountRequest: AccountRequest): Promise<object> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  await write(ctx.db, (tx) =>
    recordEvent(tx, here, { actor: person.id, action: "data-exported", subject: person.id }),
  );
  const user = await findUser(ctx.db, person.id);
  return {
    exportedAt: here.at,
    users: user ? [user] : [],
    ...(await readOwned(ctx, person)),
    ...(await readByAddress(ctx, person.email)),
  };
}

/** Rows that carry the person's id. */
async function readOwned({ db: { query } }: AccountContext, { id }: { id: string }) {
  return {
    identities: await query
      .selectFrom("identities")
      .select(["provider_id", "email", "created_at", "updated_at"])
      .where("user_id", "=", id)
      .execute(),
    sessions: await query
      .selectFrom("sessions")
      .select(["id", "created_at", "updated_at", "expires_at", "ip_prefix", "user_agent", "method"])
      .where("user_id", "=", id)
      .execute(),
    passkeys: await query
      .selectFrom("passkeys")
      .select(["id", "name", "device_type", "transports", "aaguid", "created_at", "last_used_at"])
      .where("user_id", "=", id)
      .execute(),
    two_factor: await query
      .selectFrom("two_factor")
      .select(["verified", "created_at"])
      .where("user_id", "=", id)
      .execute(),
    entry_presence: await query
      .selectFrom("entry_presence")
      .select(["entry_id", "seen_at"])
      .where("user_id", "=", id)
      .execute(),
    known_devices: await query
      .selectFrom("known_devices")
      .select("seen_at")
      .where("user_id", "=", id)
      .execute(),
    one_time_tokens: await query
      .selectFrom("one_time_tokens")
      .select(["purpose", "created_at", "expires_at", "used_at"])
      .where("user_id", "=", id)
      .execute(),
    photos: await query
      .selectFrom("photos")
      .select(["id", "bytes", "created_at"])
      .where("user_id", "=", id)
      .execute(),
    views: await query
      .selectFrom("views")
      .select(["list", "name", "query", "created_at"])
      .where("user_id", "=", id)
      .execute(),
    audit: await readHistory(query, id),
  };
}

/** Actions by and on the person. Origins of actions by staff are omitted. */
async function readHistory(query: AccountContext["db"]["query"], id: string) {
  const rows = await query
    .selectFrom("audit")
    .select(["at", "action", "detail", "actor"])
    .where((eb) => eb.or([eb("actor", "=", id), eb("subject", "=", id)]))
    .orderBy("at")
    .execute();
  return rows.map(({ at, action, detail, actor }) => ({
    at,
    action,
    by: actor === id ? "you" : "us",
    detail: actor === id || actor === "visitor" ? detail : "",
  }));
}

/** Rows that carry the person's address. */
async function readByAddress(ctx: AccountContext, email: string) {
  const { query } = ctx.db;
  const key = emailKey(email);
  return {
    ...(await exportMine(ctx.db, email)),
    subscribers: await query
      .selectFrom("subscribers")
      .select(subscriberColumns)
      .where("email_key", "=", key)
      .execute(),
    registrations: await query
      .selectFrom("registrations")
      .select(["name", "email", "newsletter", "consent_text", "created_at"])
      .where("email_key", "=", key)
      .execute(),
    invitations: await query
      .selectFrom("invitations")
      .select(["name", "email", "role", "created_at", "sent_at", "expires_at"])
      .where("email_key", "=", key)
      .execute(),
    outbox: await query
      .selectFrom("outbox")
      .select(["subject", "template", "status", "created_at", "sent_at"])
      .where("to_key", "=", key)
      .execute(),
  };
}

const subscriberColumns = [
  "reference",
  "email",
  "status",
  "consent_text",
  "consented_at",
  "source_path",
  "network",
  "user_agent",
  "confirmed_at",
  "confirmed_by",
  "ended_at",
  "ended_by",
  "created_at",
  "updated_at",
] as const;

/** Columns of a lead that concern its sender; staff notes and assignment are omitted. */
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

/** Lead events that the sender could notice. */
const shownEvents = [
  "arrived",
  "wrote-again",
  "replied",
  "answered-otherwise",
  "not-reached",
] as const satisfies readonly LeadEventKind[];

/** Messages sent from an address, with the company's replies and dates. */
async function exportMine(db: Database, email: string) {
  const key = emailKey(email);
  const { query } = db;
  const messages = await query
    .selectFrom("leads")
    .select([...ownColumns, "company", "service", "message"])
    .where("kind", "=", "message")
    .where("email_key", "=", key)
    .execute();
  const calls = await query
    .selectFrom("leads")
    .select([...ownColumns, "best_time", "topic", "tries"])
    .where("kind", "=", "call")
    .where("email_key", "=", key)
    .execute();
  const ids = [...messages, ...calls].map(({ id }) => id);
  const replies = ids.length === 0 ? [] : await readReplies(db, ids);
  const events = ids.length === 0 ? [] : await readEvents(db, ids);
  const whole = <Row extends { id: string; status: string }>({ id, status, ...row }: Row) => ({
    ...row,
    // The spam status stays hidden from senders.
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
