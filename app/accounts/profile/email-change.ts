import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { countAttempt, type Limit } from "#app/http/ops/limits.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest, Person } from "../accounts.ts";
import { askerMailLimits, newAddressLimits } from "../limits.ts";
import { createOneTimeToken } from "../one-time-tokens.ts";
import { refusals } from "../refusals.ts";
import { linkMs } from "../registration/register.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../request-context.ts";
import { requireFreshSession } from "../sessions/identify.ts";
import { findUserByEmail } from "../users.ts";

const emailInput = z.strictObject({ email: emailSchema("Write the new e-mail address") });

/** Asks both ends. An address that has an account is told so by mail, and only there. */
export async function askEmailChange(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { email: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
  const { email } = checkInput(emailInput, input);
  if (emailKey(email) === emailKey(person.email))
    throw refusals.field("email", "This is your address already");
  await write(ctx.db, async (tx) => {
    await countAttempt(tx, changeLimits(person, email), here.now);
    await forgetEmailChange(tx, person.id);
    await askOldEnd(ctx, tx, here, person, email);
    await askNewEnd(ctx, tx, here, person, email);
    await recordEvent(tx, here, { actor: person.id, action: "email-change-asked", subject: person.id });
  });
  return { cookies: [] };
}

/** By the person, whatever address they name, and by the address that is written to. */
function changeLimits(person: Person, email: string): Limit[] {
  return [...askerMailLimits("email-change", person.email, person.id), ...newAddressLimits(email)];
}

/** A change under way comes to nothing. */
export async function forgetEmailChange(tx: Writing, userId: string): Promise<void> {
  await tx.query
    .deleteFrom("proofs")
    .where("user_id", "=", userId)
    .where("purpose", "in", ["email-old", "email-new", "email-cancel"])
    .execute();
}

async function askOldEnd(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  person: Person,
  email: string,
) {
  const proof = { userId: person.id, data: email, milliseconds: linkMs };
  const token = await createOneTimeToken(tx, here, { ...proof, purpose: "email-old" });
  const cancel = await createOneTimeToken(tx, here, { ...proof, purpose: "email-cancel" });
  const links = { link: linkTo(ctx, "change", token), cancelLink: linkTo(ctx, "cancel", cancel) };
  const mail = { template: "email-change-old" as const, name: person.name, newEmail: email, ...links };
  await queueMail(tx, { to: person.email, personId: person.id, mail, expiresAt: endOf(here) }, here.now);
}

async function askNewEnd(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  person: Person,
  email: string,
) {
  const proof = { userId: person.id, data: email, milliseconds: linkMs };
  const token = await createOneTimeToken(tx, here, { ...proof, purpose: "email-new" });
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
  const letter = {
    to: owner?.email ?? email,
    personId: owner?.id ?? person.id,
    mail,
    expiresAt: endOf(here),
  };
  await queueMail(tx, letter, here.now);
}

function linkTo({ publicUrl }: AccountContext, what: "change" | "cancel", token: string): string {
  return new URL(`/verify-email?${what}=${token}`, publicUrl).href;
}

function endOf({ now }: ClientContext): Date {
  return new Date(now.getTime() + linkMs);
}
