import { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  knownCaller,
  recordEvent,
} from "#app/domain/accounts/account-events.ts";
import type {
  AccountAnswer,
  AccountRequest,
  ConfirmMethods,
  NewPasswordInput,
  Person,
} from "#app/domain/accounts/accounts.ts";
import { confirmLimits, countFirst } from "#app/domain/accounts/limits.ts";
import { listPasskeyNames } from "#app/domain/accounts/passkeys.ts";
import { createCookieJar } from "#app/domain/accounts/sessions/cookies.ts";
import { lockPerson } from "#app/domain/accounts/sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "#app/domain/accounts/sessions/identify.ts";
import { forgetDevices } from "#app/domain/accounts/sessions/known-devices.ts";
import { endSessions } from "#app/domain/accounts/sessions/session.ts";
import { isRecoveryCode, isTotpCode } from "#app/domain/accounts/two-factor/codes.ts";
import { findPassword, setPassword } from "#app/domain/accounts/users.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { hashPassword, isPassword } from "./password.ts";
import { passwordField, passwordIssues } from "./password-rules.ts";

export const confirmSchema = z.strictObject({
  password: passwordField,
  code: z.string("Enter the code").max(60, "This code is too long").default(""),
});

/**
 * Reauthenticates a signed-in person with every factor of a sign-in: the password and, with two-factor authentication,
 * a code of the app or a recovery code (ASVS 7.5.1).
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
  if (wrong === "password")
    throw accountErrors.field("password", password === "" ? "Enter your password" : "Wrong password");
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

/** Changes the password and ends all other sessions, which an attacker may hold. */
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
  const isRight = before === null || (await isPassword(current, before, knownCaller(here)));
  const wrong = current === "" ? "Enter your current password" : "Wrong password";
  const issues = [
    ...(isRight ? [] : [{ path: ["current"], message: wrong }]),
    ...(await passwordIssues(ctx, passwords, [person.name, person.email])),
  ];
  if (issues.length > 0) throw validationError(issues);
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

/** Methods by which the signed-in person can reauthenticate. */
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
