import type { ActionContext } from "#app/domain/audit/audit.ts";
import { emailKey } from "#app/lib/text/email.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { acceptSubscriber, subscribeVerified } from "../newsletter/subscribers/subscribe.ts";
import type { Subscriber } from "../newsletter/subscribers/subscriber.ts";
import { acceptCall, acceptMessage } from "./intake/accept-lead.ts";
import type { SubmissionMetadata } from "./intake/submission-metadata.ts";
import type { Lead } from "./lead.ts";
import type { LeadKind } from "./lead-kinds.ts";

export const noon = new Date("2026-03-01T12:00:00.000Z");

/** Creates metadata as submitted by a page. */
export function someMetadata(part: Partial<SubmissionMetadata> = {}): SubmissionMetadata {
  return {
    address: "203.0.113.7",
    userAgent: "Browser/1.0",
    sourcePath: "/contact",
    referrer: "https://search.example/find?q=secret",
    consentText: "You may keep what I write here to answer me.",
    now: noon,
    ...part,
  };
}

export function minutesLater(minutes: number): Date {
  return new Date(noon.getTime() + minutes * 60_000);
}

export function aMessage(part: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "Rahima",
    email: "rahima@shapla.example",
    message: "Do you build ledgers?",
    consent: true,
    ...part,
  };
}

/** Creates a staff member and returns their action context. */
export async function aStaffMember(
  db: Database,
  { name = "Nadia", role = "editor" as "editor" | "admin" | "member", now = noon } = {},
): Promise<ActionContext> {
  const email = `${name.toLowerCase()}@kolpona.example`;
  const at = noon.toISOString();
  const id = newId();
  const row = {
    id,
    name,
    email,
    email_key: emailKey(email),
    email_verified: 1,
    image: null,
    phone: "",
    role,
  };
  await db.query
    .insertInto("users")
    .values({ ...row, role_since: at, banned: 0, created_at: at, updated_at: at, deletes_at: null })
    .execute();
  return { actor: { id, requestId: "test" }, now };
}

export function later(actionContext: ActionContext, minutes: number): ActionContext {
  return { ...actionContext, now: new Date(actionContext.now.getTime() + minutes * 60_000) };
}

let senders = 0;

/** Submits a message or call request from a new network; returns the row's id. */
export async function sendLead(
  db: Database,
  part: Record<string, unknown> = {},
  metadata: Partial<SubmissionMetadata> = {},
  kind: LeadKind = "message",
): Promise<string> {
  senders += 1;
  const accept = kind === "message" ? acceptMessage : acceptCall;
  const input =
    kind === "message" ? aMessage(part) : { name: "Karim", phone: "01712345678", consent: true, ...part };
  const from = someMetadata({ address: `198.51.${senders >> 8}.${senders & 255}`, ...metadata });
  const { reference } = await accept(db, input, from);
  const row = await db.query
    .selectFrom("leads")
    .select("id")
    .where("kind", "=", kind)
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  return row.id;
}

export function readLead({ query }: Database, id: string): Promise<Lead> {
  return query.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Runs a transaction. */
export function inTransaction<Result>(db: Database, work: (tx: Writing) => Promise<Result>): Promise<Result> {
  return write(db, work);
}

/** Reads queued mails in order, decrypted. */
export async function readMails(db: Database) {
  const rows = await db.query.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(({ id, to_address, subject, template, content }) => ({
    id,
    to: to_address,
    subject,
    template,
    content: content === "" ? null : JSON.parse(db.encryption.decrypt(content)),
  }));
}

export const actionContext = { actor: { id: "editor-1", requestId: "test" }, now: noon };

export function subscribe(db: Database, email: string, metadata: Partial<SubmissionMetadata> = {}) {
  return acceptSubscriber(db, { email, consent: true }, someMetadata(metadata));
}

/** Creates a confirmed reader. */
export async function aReader(db: Database, email = "rahima@shapla.example"): Promise<Subscriber> {
  const consent = { consentText: "Send it to me.", sourcePath: "/myprofile", network: "", userAgent: "" };
  await write(db, (tx) =>
    subscribeVerified(tx, email, { ...consent, by: "account", consentedAt: noon.toISOString(), now: noon }),
  );
  return readSubscriber(db, email);
}

export function rowsOf(db: Database) {
  return db.query.selectFrom("subscribers").selectAll().orderBy("email").execute();
}

export function readSubscriber(db: Database, email: string): Promise<Subscriber> {
  return db.query.selectFrom("subscribers").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

/** Reads queued mails with decrypted content. */
export async function mailsOf(db: Database) {
  const rows = await db.query.selectFrom("outbox").selectAll().orderBy("id").execute();
  return rows.map((row) =>
    row.content === "" ? row : { ...row, content: db.encryption.decrypt(row.content) },
  );
}
