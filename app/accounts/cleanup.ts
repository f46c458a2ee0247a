import { setImmediate as nextTurn } from "node:timers/promises";
import { type Writing, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { eraseLeadsOf } from "#app/leads/retention/retention.ts";
import { forgetMail, queueMail } from "#app/mail/outbox/outbox.ts";
import type { Repeated } from "#app/platform/repeat.ts";
import type { AccountContext } from "./account-context.ts";
import { type ClientContext, recordEvent } from "./request-context.ts";
import { listAdmins } from "./staff/last-admin.ts";
import { hashEncryptedCodes } from "./two-factor/recovery-codes.ts";
import type { User } from "./users.ts";

/** Deletes what has run out and erases who wished to go, now and every hour, on one instance. */
export function startAccountCleanup(
  ctx: AccountContext,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): Repeated {
  const terms = { name: "account cleanup", everyMs };
  return repeatOnOne(ctx.db, terms, () => cleanUpAccounts(ctx), onError);
}

export async function cleanUpAccounts(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now();
  const at = now.toISOString();
  const here: ClientContext = { now, at, network: "", userAgent: "", requestId: "schedule" };
  const { query } = ctx.db;
  for (const table of ["registrations", "proofs", "sessions", "verifications"] as const)
    await deleteExpired(ctx, table, at);
  // One that has run out is shown for a while, to be sent again or forgotten.
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await query.deleteFrom("invitations").where("expires_at", "<=", monthAgo).execute();
  const yearAgo = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await query.deleteFrom("known_devices").where("seen_at", "<", yearAgo).execute();
  await hashEncryptedCodes(ctx);
  await eraseDue(ctx, here);
  // The last word to somebody is the last thing that holds their address.
  await query
    .deleteFrom("outbox")
    .where("template", "=", "deleted")
    .where("status", "<>", "waiting")
    .execute();
}

/** Rows deleted in one statement: SQLite does it on the event loop, where everybody waits for its end. */
const rowsAtOnce = 1000;

async function deleteExpired(
  { db }: AccountContext,
  table: "registrations" | "proofs" | "sessions" | "verifications",
  at: string,
): Promise<void> {
  for (;;) {
    const due = db.query.selectFrom(table).select("id").where("expires_at", "<=", at).limit(rowsAtOnce);
    const result = await db.query.deleteFrom(table).where("id", "in", due).executeTakeFirst();
    if (Number(result.numDeletedRows) < rowsAtOnce) return;
    await nextTurn();
  }
}

/** Erases the accounts whose time to think again is over; answers how many. */
async function eraseDue(ctx: AccountContext, here: ClientContext): Promise<number> {
  const due = await ctx.db.query.selectFrom("users").selectAll().where("deletes_at", "<=", here.at).execute();
  for (const { id } of due) await write(ctx.db, (tx) => eraseIfDue(tx, here, id));
  return due.length;
}

/** What the person withdrew meanwhile stays. */
async function eraseIfDue(tx: Writing, here: ClientContext, id: string): Promise<void> {
  await tx.engine.lock(tx.query, "admins");
  const user = await tx.query
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .where("deletes_at", "<=", here.at)
    .executeTakeFirst();
  if (user && !(user.role === "admin" && (await listAdmins(tx)).length === 0)) await erase(tx, here, user);
}

/**
 * Everything that names a person goes. The record of actions stays, under an id that means nothing any more; what they asked
 * the company stays as a fact without its words.
 */
async function erase(tx: Writing, here: ClientContext, user: User): Promise<void> {
  await forgetMail(tx, user.id, [user.email]);
  await eraseLeadsOf(tx, user.email_key, here.now);
  await tx.query.deleteFrom("subscribers").where("email_key", "=", user.email_key).execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  await tx.query.deleteFrom("invitations").where("email_key", "=", user.email_key).execute();
  // Ways in, sessions, photo, codes and proofs go with the person's row.
  await tx.query.deleteFrom("users").where("id", "=", user.id).execute();
  await recordEvent(tx, here, { actor: "schedule", action: "account-erased", subject: user.id });
  await queueMail(tx, { to: user.email, mail: { template: "deleted", name: user.name } }, here.now);
}
