import { setImmediate as nextTurn } from "node:timers/promises";
import { checkProvider } from "#app/accounts/providers/providers.ts";
import { type Writing, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { eraseLeadsOf } from "#app/leads/retention.ts";
import { forgetMail, queueMail } from "#app/mail/outbox/outbox.ts";
import type { Repeated } from "#app/platform/background-work.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { WrongSetting } from "#app/platform/settings/env.ts";
import { parseEmail } from "#app/text/email.ts";
import { type AccountContext, type AccountDependencies, createAccountContext } from "./account-context.ts";
import { type ClientContext, recordEvent } from "./account-events.ts";
import { loadWordRanks } from "./passwords/guessing.ts";
import { hashPassword } from "./passwords/password.ts";
import { checkNewPassword } from "./passwords/password-rules.ts";
import { startResetRequests } from "./passwords/reset.ts";
import { createFirstAdmin, offerSetup } from "./registration/setup.ts";
import { listAdmins, type User } from "./users.ts";

interface Starting {
  /** Who is to be the first admin; null leaves it to the link. */
  admin: { email: string; password: string } | null;
  /** Says something to whoever starts the site, and to nobody else. */
  print(line: string): void;
  failed(error: unknown): void;
}

/** Accounts with their first admin seen to, their provider looked at and their cleanup job begun. */
export async function startWithAccounts(
  parts: AccountDependencies,
  { admin, print, failed }: Starting,
): Promise<{ context: AccountContext; stop(): Promise<void> }> {
  const context = createAccountContext(parts);
  const here = atStart(context);
  if (admin) await makeFirstAdmin(context, here, admin);
  const link = await offerSetup(context, here);
  if (link) print(`There is no admin yet. To become the first one, open this link within a day: ${link}`);
  if (parts.google) void warnOfProvider(context);
  // Before the first visitor: whoever chooses the first password would keep all others waiting.
  await loadWordRanks();
  const cleanup = startAccountCleanup(context, failed);
  const resets = startResetRequests(context, failed);
  return {
    context,
    async stop() {
      await Promise.all([cleanup.stop(), resets.stop()]);
    },
  };
}

/** When something happens by itself or by command. */
export function atStart({ clock }: Pick<AccountContext, "clock">, requestId = "start"): ClientContext {
  const now = clock.now();
  return { now, at: now.toISOString(), network: "", userAgent: "", requestId };
}

type AdminOfSettings = NonNullable<Starting["admin"]>;

/** Throws a `WrongSetting` where the settings name a first admin who could not be made; says nothing where there is one already. */
export async function requireUsableAdmin(
  ctx: Pick<AccountContext, "db" | "companyName">,
  admin: AdminOfSettings,
): Promise<void> {
  if ((await listAdmins(ctx.db)).length === 0) await checkAdmin(ctx, admin);
}

/** Answers the address. */
async function checkAdmin(
  ctx: Pick<AccountContext, "companyName">,
  { email, password }: AdminOfSettings,
): Promise<string> {
  const parsed = parseEmail(email);
  if ("wrong" in parsed) throw new WrongSetting("ADMIN_EMAIL", parsed.wrong);
  try {
    await checkNewPassword(ctx, { password, passwordAgain: password }, [parsed.address]);
  } catch (error) {
    throw error instanceof DomainError ? wrongAdmin(error) : error;
  }
  return parsed.address;
}

function wrongAdmin({ fields }: DomainError): WrongSetting {
  const [field] = Object.keys(fields);
  return new WrongSetting(
    field === "email" ? "ADMIN_EMAIL" : "ADMIN_PASSWORD",
    Object.values(fields).join(" "),
  );
}

/** Once: with an admin there, the settings say nothing new. */
async function makeFirstAdmin(
  ctx: AccountContext,
  here: ClientContext,
  admin: AdminOfSettings,
): Promise<void> {
  if ((await listAdmins(ctx.db)).length > 0) {
    ctx.warn("ADMIN_PASSWORD has done its work: there is an admin. Remove it from the settings.");
    return;
  }
  const email = await checkAdmin(ctx, admin);
  const hash = await hashPassword(admin.password);
  const name = email.split("@")[0] ?? "";
  try {
    await write(ctx.db, (tx) => createFirstAdmin(tx, here, { name, email, hash, by: "settings" }));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Another instance that starts at the same moment was first.
    if (error.reason === "gone") return;
    throw wrongAdmin(error);
  }
}

/** The site works without its provider; better that whoever starts it knows. */
async function warnOfProvider(context: AccountContext): Promise<void> {
  if (await checkProvider(context)) return;
  context.warn(
    `Nobody can sign in with Google now: GOOGLE_DISCOVERY_URL (${context.google?.discoveryUrl}) can't be read or does not describe a provider`,
  );
}

/** Deletes what has run out and erases who wished to go, now and every hour, on one instance. */
function startAccountCleanup(
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
  for (const table of ["registrations", "one_time_tokens", "sessions", "passkey_challenges"] as const)
    await deleteExpired(ctx, table, at);
  // One that has run out is shown for a while, to be sent again or forgotten.
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await query.deleteFrom("invitations").where("expires_at", "<=", monthAgo).execute();
  const yearAgo = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await query.deleteFrom("known_devices").where("seen_at", "<", yearAgo).execute();
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
  table: "registrations" | "one_time_tokens" | "sessions" | "passkey_challenges",
  at: string,
): Promise<void> {
  for (;;) {
    const due = db.query.selectFrom(table).select("id").where("expires_at", "<=", at).limit(rowsAtOnce);
    const deleted = await db.query.deleteFrom(table).where("id", "in", due).returning("id").execute();
    if (deleted.length < rowsAtOnce) return;
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
  await tx.locks.acquire(tx.query, "admins");
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
  // Ways in, sessions, photo, codes and one-time tokens go with the person's row.
  await tx.query.deleteFrom("users").where("id", "=", user.id).execute();
  await recordEvent(tx, here, { actor: "schedule", action: "account-erased", subject: user.id });
  await queueMail(tx, { to: user.email, mail: { template: "deleted", name: user.name } }, here.now);
}
