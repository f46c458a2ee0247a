import { z } from "zod";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailKey, emailSchema } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest, Person } from "../accounts.ts";
import { callerMailLimits, newAddressLimits } from "../limits.ts";
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from "../one-time-tokens.ts";
import { linkMs } from "../registration/register.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession } from "../sessions/identify.ts";
import { endSessions } from "../sessions/session.ts";
import { findUser, findUserByEmail, type User } from "../users.ts";

const emailInput = z.strictObject({ email: emailSchema("Write the new e-mail address") });

/** Mails a confirmation to both addresses. An existing account is mentioned only in the mail to its address. */
export async function askEmailChange(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { email: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  const { email } = checkInput(emailInput, input);
  if (emailKey(email) === emailKey(person.email))
    throw accountErrors.field("email", "This is your address already");
  await write(ctx.db, async (tx) => {
    await countAttempt(tx, changeLimits(person, email), here.now);
    await forgetEmailChange(tx, person.id);
    await mailOldAddress(ctx, tx, here, person, email);
    await mailNewAddress(ctx, tx, here, person, email);
    await recordEvent(tx, here, { actor: person.id, action: "email-change-asked", subject: person.id });
  });
  return { cookies: [] };
}

/** Limits by person, for any address, and by the recipient address. */
function changeLimits(person: Person, email: string): Limit[] {
  return [...callerMailLimits("email-change", person.email, person.id), ...newAddressLimits(email)];
}

/** Cancels a pending change. */
async function forgetEmailChange(tx: Writing, userId: string): Promise<void> {
  await tx.query
    .deleteFrom("one_time_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "in", ["email-old", "email-new", "email-cancel"])
    .execute();
}

async function mailOldAddress(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  person: Person,
  email: string,
) {
  const oneTimeToken = { userId: person.id, data: email, milliseconds: linkMs };
  const token = await createOneTimeToken(tx, here, { ...oneTimeToken, purpose: "email-old" });
  const cancel = await createOneTimeToken(tx, here, { ...oneTimeToken, purpose: "email-cancel" });
  const links = { link: linkTo(ctx, "change", token), cancelLink: linkTo(ctx, "cancel", cancel) };
  const mail = { template: "email-change-old" as const, name: person.name, newEmail: email, ...links };
  await queueMail(tx, { to: person.email, personId: person.id, mail, expiresAt: expiryOf(here) }, here.now);
}

async function mailNewAddress(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  person: Person,
  email: string,
) {
  const oneTimeToken = { userId: person.id, data: email, milliseconds: linkMs };
  const token = await createOneTimeToken(tx, here, { ...oneTimeToken, purpose: "email-new" });
  const owner = await findUserByEmail(tx, email);
  const { href: signInLink } = new URL("/login", ctx.publicUrl);
  const mail = owner
    ? {
        template: "already-registered" as const,
        name: owner.name,
        signInLink,
        resetLink: `${signInLink}#forgot`,
      }
    : { template: "email-change-new" as const, name: person.name, link: linkTo(ctx, "change", token) };
  const message = {
    to: owner?.email ?? email,
    personId: owner?.id ?? person.id,
    mail,
    expiresAt: expiryOf(here),
  };
  await queueMail(tx, message, here.now);
}

function linkTo({ publicUrl }: AccountContext, what: "change" | "cancel", token: string): string {
  return new URL(`/verify-email?${what}=${token}`, publicUrl).href;
}

function expiryOf({ now }: ClientContext): Date {
  return new Date(now.getTime() + linkMs);
}

export async function readEmailChange(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone"; end: "old" | "new"; newEmail: string }> {
  const here = clientContextOf(ctx, accountRequest);
  const oneTimeToken = await findOneTimeToken(ctx.db, here, token, ["email-old", "email-new"]);
  if (!oneTimeToken) return { state: "gone", end: "new", newEmail: "" };
  return {
    state: "ready",
    end: oneTimeToken.purpose === "email-old" ? "old" : "new",
    newEmail: oneTimeToken.data,
  };
}

const tokenSchema = z.strictObject({ token: z.string().max(100) });

/** Confirms one of the two addresses. After both, the address changes and all sessions end. */
export async function confirmEmailChange(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string },
): Promise<AccountAnswer & { changed: boolean }> {
  const here = clientContextOf(ctx, accountRequest);
  const { token } = checkInput(tokenSchema, input);
  const changed = await write(ctx.db, async (tx) => {
    const oneTimeToken = await findOneTimeToken(tx, here, token, ["email-old", "email-new"]);
    if (!oneTimeToken?.user_id) throw accountErrors.gone();
    await lockPerson(tx, oneTimeToken.user_id);
    if (!(await consumeOneTimeToken(tx, here, oneTimeToken))) throw accountErrors.gone();
    const user = await findUser(tx, oneTimeToken.user_id);
    if (!user || !(await areBothConfirmed(tx, here, user.id))) return false;
    await changeEmail(ctx, tx, here, user, oneTimeToken.data);
    return true;
  });
  const jar = createCookieJar(ctx.publicUrl);
  return { changed, cookies: changed ? [jar.clear("session"), jar.hint(0)] : [] };
}

/** Cancels a change from the old address and ends the sessions of the person who requested it. */
export async function cancelEmailChange(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { token } = checkInput(tokenSchema, input);
  await write(ctx.db, async (tx) => {
    const oneTimeToken = await findOneTimeToken(tx, here, token, ["email-cancel"]);
    if (!oneTimeToken?.user_id) throw accountErrors.gone();
    await forgetEmailChange(tx, oneTimeToken.user_id);
    await endSessions(tx, oneTimeToken.user_id);
    const { user_id: id } = oneTimeToken;
    await recordEvent(tx, here, { actor: id, action: "email-change-cancelled", subject: id });
  });
  return { cookies: [] };
}

async function areBothConfirmed(tx: Writing, { at }: ClientContext, userId: string): Promise<boolean> {
  const confirmations = await tx.query
    .selectFrom("one_time_tokens")
    .select("purpose")
    .where("user_id", "=", userId)
    .where("purpose", "in", ["email-old", "email-new"])
    .where("used_at", "is not", null)
    .where("expires_at", ">", at)
    .execute();
  return new Set(confirmations.map(({ purpose }) => purpose)).size === 2;
}

async function changeEmail(ctx: AccountContext, tx: Writing, here: ClientContext, user: User, email: string) {
  await tx.locks.acquire(tx.query, `account:${emailKey(email)}`);
  if (await findUserByEmail(tx, email)) throw accountErrors.gone();
  const changed = { email, email_key: emailKey(email), updated_at: here.at };
  await tx.query.updateTable("users").set(changed).where("id", "=", user.id).execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", changed.email_key).execute();
  await forgetEmailChange(tx, user.id);
  await tx.query
    .deleteFrom("one_time_tokens")
    .where("user_id", "=", user.id)
    .where("purpose", "=", "reset")
    .execute();
  await endSessions(tx, user.id);
  await recordEvent(tx, here, { actor: user.id, action: "email-changed", subject: user.id });
  const link = new URL("/contact", ctx.publicUrl).href;
  const mail = { template: "email-changed" as const, name: user.name, newEmail: email, link };
  await queueMail(tx, { to: user.email, personId: user.id, mail }, here.now);
}
