import type { Selectable } from "kysely";
import { z } from "zod";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { RegistrationTable } from "#app/database/tables/accounts.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { describeNewsletterForm } from "#app/leads/intake/newsletter-form.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest, NewPasswordInput } from "../accounts.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkNewPassword, passwordField } from "../passwords/password-rules.ts";
import { confirmNewsletter } from "../profile/newsletter.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, knownAsker } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { createUser, findUserByEmail, setPassword } from "../users.ts";
import { findOwnRegistration } from "./register.ts";

type Waiting = Selectable<RegistrationTable>;

export async function readVerification(
  ctx: AccountContext,
  asking: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone"; email: string; needsPassword: boolean }> {
  const here = clientContextOf(ctx, asking);
  const waiting = await findWaiting(ctx.db, token, here);
  if (!waiting) return { state: "gone", email: "", needsPassword: false };
  const own = await findOwnRegistration(ctx, asking, here, waiting.email);
  return { state: "ready", email: waiting.email, needsPassword: own === undefined };
}

const verifySchema = z.strictObject({
  token: z.string().max(100),
  password: passwordField.optional(),
  passwordAgain: passwordField.optional(),
});

/**
 * Makes the account. Whoever holds the link but not the browser it was asked for in may be the owner of an address that
 * somebody else registered: they choose their own password, and the stranger's is forgotten. What this browser itself
 * registered for the address counts, whichever link proves it.
 */
export async function verify(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { token: string } & Partial<NewPasswordInput>,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { token, password = "", passwordAgain = "" } = checkInput(verifySchema, input);
  const seen = await findWaiting(ctx.db, token, here);
  if (!seen) throw refusals.gone();
  const own = await findOwnRegistration(ctx, asking, here, seen.email);
  if (!own) {
    // Somebody may have used the link, and with it the own registration, a moment ago.
    if (!(await findWaiting(ctx.db, token, here))) throw refusals.gone();
    await checkNewPassword(ctx, { password, passwordAgain }, [seen.name, seen.email]);
  }
  const hash = own ? own.password : await hashPassword(password, knownAsker(here));
  await write(ctx.db, (tx) => makeAccount(ctx, tx, here, { token, own, hash }));
  return { cookies: [createCookieJar(ctx.publicUrl).clear("registration")] };
}

async function makeAccount(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { token, own, hash }: { token: string; own: Waiting | undefined; hash: string },
): Promise<void> {
  const waiting = await findWaiting(tx, token, here);
  if (!waiting) throw refusals.gone();
  await tx.engine.lock(tx.query, `account:${waiting.email_key}`);
  if (await findUserByEmail(tx, waiting.email)) throw refusals.gone();
  const { email, email_key } = waiting;
  const { name, newsletter, consent_text, created_at } = own ?? waiting;
  await tx.query.deleteFrom("registrations").where("email_key", "=", email_key).execute();
  const user = await createUser(tx, here, {
    name,
    email,
    by: "registration",
    consent: { text: consent_text, at: created_at },
  });
  await setPassword(tx, here, user.id, hash);
  if (newsletter === 1) await confirmNewsletter(tx, here, email, describeNewsletterForm().consent);
  const link = new URL("/login", publicUrl).href;
  await queueMail(tx, { to: email, personId: user.id, mail: { template: "welcome", name, link } }, here.now);
}

async function findWaiting(
  { query }: Database,
  token: string,
  { at }: ClientContext,
): Promise<Waiting | undefined> {
  return query
    .selectFrom("registrations")
    .selectAll()
    .where("token", "=", hashSecret(token))
    .where("expires_at", ">", at)
    .executeTakeFirst();
}
