import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import { accountErrors } from "#app/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  knownCaller,
  recordEvent,
} from "#app/accounts/account-events.ts";
import type {
  AccountAnswer,
  AccountRequest,
  ConfirmMethods,
  NewPasswordInput,
  Person,
} from "#app/accounts/accounts.ts";
import { confirmLimits, countFirst } from "#app/accounts/limits.ts";
import { listPasskeyNames } from "#app/accounts/passkeys.ts";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { lockPerson } from "#app/accounts/sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "#app/accounts/sessions/identify.ts";
import { forgetDevices } from "#app/accounts/sessions/known-devices.ts";
import { endSessions } from "#app/accounts/sessions/session.ts";
import { isRecoveryCode, isTotpCode } from "#app/accounts/two-factor/codes.ts";
import { findPassword, setPassword } from "#app/accounts/users.ts";
import { type Writing, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { hashPassword, isPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";

export const confirmSchema = z.strictObject({
  password: passwordField,
  code: z.string("Enter the code").max(60, "This code is too long").default(""),
});

/**
 * Whoever is signed in shows again that it is them, by all that a sign-in asks for: where two-factor authentication is
 * on, by a code of the app or a recovery code as well (ASVS 7.5.1).
 */
export async function confirmPassword(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireSigned(ctx, accountRequest);
  const { password, code } = checkInput(confirmSchema, input);
  await countFirst(ctx, confirmLimits(person.id), here);
  const hash = await findPassword(ctx.db, person.id);
  const isRight = await isPassword(password, hash, knownCaller(here));
  const wrong = await write(ctx.db, async (tx) => {
    const wrongField = isRight ? await findWrongCode(ctx, tx, here, person, code) : "password";
    const action = wrongField === null ? "password-confirmed" : "confirmation-failed";
    await recordEvent(tx, here, { actor: person.id, action, subject: person.id });
    if (wrongField === null)
      await tx.query
        .updateTable("sessions")
        .set({ reauthenticated_at: here.at })
        .where("id", "=", sessionId)
        .execute();
    return wrongField;
  });
  if (wrong === "password") throw accountErrors.field("password", "Wrong password");
  if (wrong === "code")
    throw accountErrors.field(
      "code",
      code === "" ? "Enter the code" : "This code is wrong or has expired. Enter the one your app shows now",
    );
  return { cookies: [] };
}

async function findWrongCode(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  { id, hasSecondStep }: Person,
  code: string,
): Promise<"code" | null> {
  if (!hasSecondStep) return null;
  const isRight = (await isTotpCode(ctx, tx, here, id, code)) || (await isRecoveryCode(ctx, tx, id, code));
  return isRight ? null : "code";
}

const changeSchema = z.strictObject({
  current: passwordField.default(""),
  password: passwordField,
  passwordAgain: passwordField,
});

/** The other sessions end: one of them may be whom the old password was changed for. */
export async function changePassword(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { current: string } & NewPasswordInput,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireFreshSession(ctx, accountRequest);
  const { current, ...passwords } = checkInput(changeSchema, input);
  await countFirst(ctx, confirmLimits(person.id), here);
  const before = await findPassword(ctx.db, person.id);
  if (before !== null && !(await isPassword(current, before, knownCaller(here))))
    throw accountErrors.field("current", "Wrong password");
  await checkNewPassword(ctx, passwords, [person.name, person.email]);
  const hash = await hashPassword(passwords.password, knownCaller(here));
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, person.id);
    await setPassword(tx, here, person.id, hash);
    await endSessions(tx, person.id, sessionId);
    await forgetDevices(tx, person.id, createCookieJar(ctx.publicUrl).read(accountRequest.request, "device"));
    await recordEvent(tx, here, { actor: person.id, action: "password-changed", subject: person.id });
    const link = new URL("/login#forgot", ctx.publicUrl).href;
    const mail = {
      template: "password-changed" as const,
      name: person.name,
      at: here.now,
      link,
      passkeys: await listPasskeyNames(tx, person.id),
    };
    await queueMail(tx, { to: person.email, personId: person.id, mail }, here.now);
  });
  return { cookies: [] };
}

/** By what whoever is signed in can show again who they are. */
export async function waysToConfirm(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<ConfirmMethods> {
  const { person, isFresh } = await requireSigned(ctx, accountRequest);
  const { query } = ctx.db;
  const google = await query
    .selectFrom("identities")
    .select("id")
    .where("user_id", "=", person.id)
    .where("provider_id", "=", "google")
    .executeTakeFirst();
  const passkey = await query
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", person.id)
    .executeTakeFirst();
  return {
    personId: person.id,
    email: person.email,
    isFresh,
    hasPassword: person.hasPassword,
    hasSecondStep: person.hasSecondStep,
    hasGoogle: google !== undefined,
    hasPasskey: passkey !== undefined,
  };
}
