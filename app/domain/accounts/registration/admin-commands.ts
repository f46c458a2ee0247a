import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { emailKey, parseEmail } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, recordEvent } from "../account-events.ts";
import { createOneTimeToken } from "../one-time-tokens.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { changeRole, turnOffTwoFactor } from "../staff/change-others.ts";
import { atStart } from "../start-accounts.ts";
import { createUser, findUserByEmail, setPassword, type User } from "../users.ts";

const inviteMs = 24 * 3_600_000;

/** Creates an admin. Without a password, returns a single-use link for choosing one, valid for a day. */
export async function createAdmin(
  ctx: AccountContext,
  typed: string,
  password: string | null,
): Promise<URL | null> {
  const here = atStart(ctx, "command");
  const email = readEmail(typed);
  const name = email.split("@")[0] ?? "";
  if (password !== null) await checkNewPassword(ctx, { password, passwordAgain: password }, [email]);
  const hash = password === null ? null : await hashPassword(password);
  return write(ctx.db, async (tx) => {
    await tx.locks.acquire(tx.query, `account:${emailKey(email)}`);
    if (await findUserByEmail(tx, email))
      throw accountErrors.field("email", "This address has an account: use promote");
    const user = await createUser(tx, here, { name, email, role: "admin", by: "command" });
    await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
    if (hash !== null) await setPassword(tx, here, user.id, hash);
    return hash === null ? invite(ctx, tx, here, user) : null;
  });
}

/** Gives the admin role to an existing account. */
export async function promote(ctx: AccountContext, typed: string): Promise<void> {
  const user = await findByTyped(ctx, typed);
  await changeRole(ctx, atStart(ctx, "command"), { actor: "command", userId: user.id, role: "admin" });
}

/**
 * Turns off two-factor authentication for a person who lost app and codes; their next sign-in requires only the
 * password.
 */
export async function resetTwoFactor(ctx: AccountContext, typed: string): Promise<void> {
  const user = await findByTyped(ctx, typed);
  await turnOffTwoFactor(ctx, atStart(ctx, "command"), { actor: "command", userId: user.id });
}

async function invite(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  user: User,
): Promise<URL> {
  const token = await createOneTimeToken(tx, here, {
    userId: user.id,
    purpose: "reset",
    milliseconds: inviteMs,
  });
  const link = new URL(`/reset-password?token=${token}`, publicUrl);
  await recordEvent(tx, here, { actor: "command", action: "invited", subject: user.id });
  const mail = { template: "invited" as const, name: user.name, link: link.href };
  const expiresAt = new Date(here.now.getTime() + inviteMs);
  await queueMail(tx, { to: user.email, personId: user.id, mail, expiresAt }, here.now);
  return link;
}

async function findByTyped({ db }: AccountContext, typed: string): Promise<User> {
  const user = await findUserByEmail(db, readEmail(typed));
  if (!user) throw accountErrors.field("email", "This address has no account: use create");
  return user;
}

function readEmail(typed: string): string {
  const parsed = parseEmail(typed);
  if ("wrong" in parsed) throw accountErrors.field("email", parsed.wrong);
  return parsed.address;
}
