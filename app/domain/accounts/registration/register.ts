import type { Selectable } from "kysely";
import { z } from "zod";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailKey, emailSchema } from "#app/lib/text/email.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { RegistrationTable } from "#app/platform/database/tables/accounts.ts";
import type { Limit } from "#app/platform/limits/limits.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, clientContextOf, knownCaller, later, recordEvent } from "../account-events.ts";
import {
  type AccountAnswer,
  type AccountRequest,
  accountConsent,
  type NewPasswordInput,
} from "../accounts.ts";
import {
  callerMailLimits,
  countFirst,
  isWithin,
  registrationLimits,
  resendLimits,
  strangerMailLimits,
} from "../limits.ts";
import { hashPassword } from "../passwords/password.ts";
import {
  checkFormWithPassword,
  checkNewPassword,
  newPasswordFields,
  passwordField,
} from "../passwords/password-rules.ts";
import { confirmNewsletter } from "../profile/newsletter.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { createUser, findUserByEmail, setPassword } from "../users.ts";

/** Validity of mailed links in milliseconds. */
export const linkMs = 30 * 60_000;

export const nameField = plainText({ max: 120 }).pipe(z.string().min(1, "Enter your name"));

export const registrationSchema = z.strictObject({
  name: nameField,
  email: emailSchema("Enter your e-mail address"),
  ...newPasswordFields,
  consent: z.literal(true, "Tick this box to create an account"),
  newsletter: z.boolean("Write true or false").default(false),
});

/**
 * Starts a registration, pending verification of the address. An existing account is mentioned only in the mail to its
 * address.
 */
export async function register(ctx: AccountContext, accountRequest: AccountRequest, input: unknown) {
  const here = clientContextOf(ctx, accountRequest);
  const sent = await checkFormWithPassword(ctx, registrationSchema, input, ({ name, email }) => [
    name,
    email,
  ]);
  await countFirst(ctx, registrationLimits(here.network), here);
  const password = await hashPassword(sent.password, { network: here.network, isKnown: false });
  const browser = newSecret();
  const isWithinLimits = await isWithin(ctx, registrationMailLimits(sent.email, here), here);
  const waiting = {
    ...sent,
    password,
    browser: hashSecret(browser),
  };
  await write(ctx.db, async (tx) => {
    if (await shouldMail(tx, here, sent.email, isWithinLimits)) await insertAndMail(ctx, tx, here, waiting);
    else await insertWaiting(tx, here, waiting, `${heldBack}${newId()}`);
  });
  return { cookies: [createCookieJar(ctx.publicUrl).set("registration", browser, linkMs / 1000)] };
}

/** Mails a new link for this browser's registration, within the limits; the response is the same in every case. */
export async function resendVerification(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { email: string },
): Promise<void> {
  const here = clientContextOf(ctx, accountRequest);
  const { email } = checkInput(z.strictObject({ email: emailSchema("Enter your e-mail address") }), input);
  await countFirst(ctx, resendLimits(here.network), here);
  const waiting = await findOwnRegistration(ctx, accountRequest, here, email);
  if (!waiting) return;
  const isWithinLimits = await isWithin(ctx, registrationMailLimits(email, here), here);
  await write(ctx.db, async (tx) => {
    if (!(await shouldMail(tx, here, email, isWithinLimits))) return;
    const taken = await tx.query.deleteFrom("registrations").where("id", "=", waiting.id).executeTakeFirst();
    if (Number(taken.numDeletedRows) === 0) return;
    await insertAndMail(ctx, tx, here, { ...waiting, newsletter: waiting.newsletter === 1 });
  });
}

/** Pending registration of this browser for an address. */
async function findOwnRegistration(
  { db, publicUrl }: AccountContext,
  { request }: AccountRequest,
  { at }: ClientContext,
  email: string,
): Promise<Selectable<RegistrationTable> | undefined> {
  const browser = createCookieJar(publicUrl).read(request, "registration");
  if (browser === null) return undefined;
  return db.query
    .selectFrom("registrations")
    .selectAll()
    .where("browser", "=", hashSecret(browser))
    .where("email_key", "=", emailKey(email))
    .where("expires_at", ">", at)
    .executeTakeFirst();
}

function registrationMailLimits(email: string, { network }: ClientContext): Limit[] {
  return [...callerMailLimits("registration", email, network), ...strangerMailLimits("registration", email)];
}

/** Prefix stored in place of a link's hash while no link is mailed; no link matches it. */
const heldBack = "held-back.";

/**
 * Beyond the limits, mails only while no link to this address is valid. Any valid link proves the address, so strangers
 * can neither flood the mailbox nor lock out its owner.
 */
async function shouldMail(
  tx: Writing,
  { at }: ClientContext,
  email: string,
  isWithinLimits: boolean,
): Promise<boolean> {
  if (isWithinLimits) return true;
  await tx.locks.acquire(tx.query, `registration:${emailKey(email)}`);
  const good = await tx.query
    .selectFrom("registrations")
    .select("id")
    .where("email_key", "=", emailKey(email))
    .where("expires_at", ">", at)
    .where("token_hash", "not like", `${heldBack}%`)
    .executeTakeFirst();
  return good === undefined;
}

interface Waiting {
  name: string;
  email: string;
  /** Both are hashes. */
  password: string;
  browser: string;
  newsletter: boolean;
}

/** @param tokenHash SHA-256 of the link's secret */
async function insertWaiting(
  tx: Writing,
  here: ClientContext,
  waiting: Waiting,
  tokenHash: string,
): Promise<void> {
  const { name, email, password, browser, newsletter } = waiting;
  await tx.query
    .insertInto("registrations")
    .values({
      id: newId(),
      name,
      email,
      email_key: emailKey(email),
      password,
      browser,
      expires_at: later(here, linkMs),
      token_hash: tokenHash,
      newsletter: newsletter ? 1 : 0,
      consent_text: accountConsent,
      created_at: here.at,
    })
    .execute();
  await recordEvent(tx, here, { actor: "visitor", action: "registration-asked", subject: "" });
}

/** Inserts the same rows for existing and new addresses; the link for an existing address is not mailed. */
async function insertAndMail(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  waiting: Waiting,
): Promise<void> {
  const { name, email } = waiting;
  const token = newSecret();
  await insertWaiting(tx, here, waiting, hashSecret(token));
  const user = await findUserByEmail(tx, email);
  const link = (path: string) => new URL(path, ctx.publicUrl).href;
  const mail = user
    ? {
        template: "already-registered" as const,
        name: user.name,
        signInLink: link("/login"),
        resetLink: link("/login#forgot"),
      }
    : { template: "verify" as const, name, link: link(`/verify-email?token=${token}`) };
  const message = {
    to: user?.email ?? email,
    mail,
    expiresAt: new Date(later(here, linkMs)),
    personId: user?.id ?? null,
    isByVisitor: true,
  };
  await queueMail(tx, message, here.now);
}

type WaitingRegistration = Selectable<RegistrationTable>;

export async function readVerification(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone"; email: string; needsPassword: boolean }> {
  const here = clientContextOf(ctx, accountRequest);
  const waiting = await findWaiting(ctx.db, token, here);
  if (!waiting) return { state: "gone", email: "", needsPassword: false };
  const own = await findOwnRegistration(ctx, accountRequest, here, waiting.email);
  return { state: "ready", email: waiting.email, needsPassword: own === undefined };
}

const verifySchema = z.strictObject({
  token: z.string().max(100),
  password: passwordField.optional(),
  passwordAgain: passwordField.optional(),
});

/**
 * Creates the account. In a browser without its own registration, the link holder chooses a new password, because a
 * stranger may have registered their address; otherwise this browser's registration counts.
 */
export async function verify(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string } & Partial<NewPasswordInput>,
): Promise<AccountAnswer & { email: string }> {
  const here = clientContextOf(ctx, accountRequest);
  const { token, password = "", passwordAgain = "" } = checkInput(verifySchema, input);
  const seen = await findWaiting(ctx.db, token, here);
  if (!seen) throw accountErrors.gone();
  const own = await findOwnRegistration(ctx, accountRequest, here, seen.email);
  if (!own) {
    // Another request may just have used the link and deleted the registration.
    if (!(await findWaiting(ctx.db, token, here))) throw accountErrors.gone();
    await checkNewPassword(ctx, { password, passwordAgain }, [seen.name, seen.email]);
  }
  const hash = own ? own.password : await hashPassword(password, knownCaller(here));
  await write(ctx.db, (tx) => makeAccount(ctx, tx, here, { token, own, hash }));
  return { email: seen.email, cookies: [createCookieJar(ctx.publicUrl).clear("registration")] };
}

async function makeAccount(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { token, own, hash }: { token: string; own: WaitingRegistration | undefined; hash: string },
): Promise<void> {
  const waiting = await findWaiting(tx, token, here);
  if (!waiting) throw accountErrors.gone();
  await tx.locks.acquire(tx.query, `account:${waiting.email_key}`);
  if (await findUserByEmail(tx, waiting.email)) throw accountErrors.gone();
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
): Promise<WaitingRegistration | undefined> {
  return query
    .selectFrom("registrations")
    .selectAll()
    .where("token_hash", "=", hashSecret(token))
    .where("expires_at", ">", at)
    .executeTakeFirst();
}
