import { setImmediate as nextTurn } from "node:timers/promises";
import { checkProvider } from "#app/domain/accounts/providers/providers.ts";
import { eraseLeadsOf } from "#app/domain/leads/retention.ts";
import { erasePersonMail, queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { parseEmail } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import { WrongSetting } from "#app/platform/settings/env.ts";
import { type AccountContext, type AccountDependencies, createAccountContext } from "./account-context.ts";
import { type ClientContext, recordEvent } from "./account-events.ts";
import { hashPassword } from "./passwords/password.ts";
import { checkNewPassword } from "./passwords/password-rules.ts";
import { startResetRequests } from "./passwords/reset.ts";
import { createFirstAdmin, offerSetup } from "./registration/setup.ts";
import { listAdmins, type User } from "./users.ts";

interface Starting {
  /** First admin from the settings; null to use the setup link. */
  admin: { email: string; password: string } | null;
  /** Prints a line for the person who starts the site. */
  print(line: string): void;
  failed(error: unknown): void;
}

/** Creates the first admin, checks the provider and starts the cleanup job. */
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
  const cleanup = startAccountCleanup(context, failed);
  const resets = startResetRequests(context, failed);
  return {
    context,
    async stop() {
      await Promise.all([cleanup.stop(), resets.stop()]);
    },
  };
}

/** Client context for commands and background jobs. */
export function atStart({ clock }: Pick<AccountContext, "clock">, requestId = "start"): ClientContext {
  const now = clock.now();
  return { now, at: now.toISOString(), network: "", userAgent: "", requestId };
}

type AdminOfSettings = NonNullable<Starting["admin"]>;

/** Throws a `WrongSetting` if the settings describe an unusable first admin; does nothing if an admin exists. */
export async function requireUsableAdmin(
  ctx: Pick<AccountContext, "db" | "companyName">,
  admin: AdminOfSettings,
): Promise<void> {
  if ((await listAdmins(ctx.db)).length === 0) await checkAdmin(ctx, admin);
}

/** Checks the first admin of the settings; returns the e-mail address. */
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

/** Creates the first admin from the settings, unless an admin exists. */
async function makeFirstAdmin(
  ctx: AccountContext,
  here: ClientContext,
  admin: AdminOfSettings,
): Promise<void> {
  if ((await listAdmins(ctx.db)).length > 0) {
    ctx.warn("ADMIN_PASSWORD is no longer needed: an admin exists. Remove it from the settings.");
    return;
  }
  const email = await checkAdmin(ctx, admin);
  const hash = await hashPassword(admin.password);
  const name = email.split("@")[0] ?? "";
  try {
    await write(ctx.db, (tx) => createFirstAdmin(tx, here, { name, email, hash, by: "settings" }));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Another instance started at the same moment and created the admin.
    if (error.reason === "gone") return;
    throw wrongAdmin(error);
  }
}

/** Warns at startup if the provider is unreachable; the site works without it. */
async function warnOfProvider(context: AccountContext): Promise<void> {
  if (await checkProvider(context)) return;
  context.warn(
    `Sign-in with Google is unavailable: GOOGLE_DISCOVERY_URL (${context.google?.discoveryUrl}) can't be read or does not describe a provider`,
  );
}

/** Starts the hourly job, on one instance, that deletes expired rows and erases accounts due for deletion. */
function startAccountCleanup(
  ctx: AccountContext,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): PeriodicTask {
  const terms = { name: "account cleanup", everyMs };
  return repeatOnOneInstance(ctx.db, terms, () => cleanUpAccounts(ctx), onError);
}

export async function cleanUpAccounts(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now();
  const at = now.toISOString();
  const here: ClientContext = { now, at, network: "", userAgent: "", requestId: "schedule" };
  const { query } = ctx.db;
  for (const table of ["registrations", "one_time_tokens", "sessions", "passkey_challenges"] as const)
    await deleteExpired(ctx, table, at);
  // Expired invitations are shown for a month, so staff can resend or delete them.
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await query.deleteFrom("invitations").where("expires_at", "<=", monthAgo).execute();
  const yearAgo = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await query.deleteFrom("known_devices").where("seen_at", "<", yearAgo).execute();
  await eraseDue(ctx, here);
  // Deletes farewell mails that were sent; they contain the address of an erased account.
  await query
    .deleteFrom("outbox")
    .where("template", "=", "deleted")
    .where("status", "<>", "waiting")
    .execute();
}

/** Rows per delete statement: SQLite blocks the event loop until it ends. */
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

/** Erases accounts whose waiting period is over; returns their number. */
async function eraseDue(ctx: AccountContext, here: ClientContext): Promise<number> {
  const due = await ctx.db.query.selectFrom("users").selectAll().where("deletes_at", "<=", here.at).execute();
  for (const { id } of due) await write(ctx.db, (tx) => eraseIfDue(tx, here, id));
  return due.length;
}

/** Erases an account unless its deletion was cancelled meanwhile. */
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
 * Erases everything that names a person. The audit log remains under an unlinkable id; leads remain without their
 * content.
 */
async function erase(tx: Writing, here: ClientContext, user: User): Promise<void> {
  await erasePersonMail(tx, user.id, [user.email]);
  await eraseLeadsOf(tx, user.email_key, here.now);
  await tx.query.deleteFrom("subscribers").where("email_key", "=", user.email_key).execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  await tx.query.deleteFrom("invitations").where("email_key", "=", user.email_key).execute();
  // Deleting the user cascades to credentials, sessions, photo, codes and tokens.
  await tx.query.deleteFrom("users").where("id", "=", user.id).execute();
  await recordEvent(tx, here, { actor: "schedule", action: "account-erased", subject: user.id });
  await queueMail(tx, { to: user.email, mail: { template: "deleted", name: user.name } }, here.now);
}
