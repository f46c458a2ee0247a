import { randomBytes } from "node:crypto";
import { z } from "zod";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import {
  type ClientContext,
  type CredentialChange,
  clientContextOf,
  recordEvent,
  reportCredentialChange,
} from "../account-events.ts";
import type { AccountAnswer, AccountRequest, Person, TwoFactorSetup } from "../accounts.ts";
import { confirmLimits, countFirst, twoFactorLimits } from "../limits.ts";
import { consumeOneTimeToken, findOneTimeToken, type OneTimeToken } from "../one-time-tokens.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson, openSession } from "../sessions/create-session.ts";
import { requireFreshSession } from "../sessions/identify.ts";
import { findKnownOrigin } from "../sessions/known-devices.ts";
import { endSessions } from "../sessions/session.ts";
import { findUser } from "../users.ts";
import {
  describeTotp,
  hashRecoveryCodes,
  isLikeRecoveryCode,
  isRecoveryCode,
  isTotpCode,
  newRecoveryCodes,
} from "./codes.ts";

export const twoFactorSchema = z.strictObject({
  code: z.string("Enter the code").min(1, "Enter the code").max(60, "This code is too long"),
  kind: z.enum(["app", "recovery"]),
});

export const maxCodeAttempts = 5;

/**
 * Completes a sign-in by code, in the browser of the first step. Each code works once, and wrong codes count per
 * account.
 */
export async function verifyTwoFactor(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { code, kind } = checkInput(twoFactorSchema, input);
  const cookies = createCookieJar(ctx.publicUrl);
  const secret = cookies.read(accountRequest.request, "secondStep");
  const oneTimeToken = await findOneTimeToken(ctx.db, here, secret ?? "", ["second-step"]);
  if (!oneTimeToken?.user_id || oneTimeToken.attempts >= maxCodeAttempts)
    throw accountErrors.expiredTwoFactor();
  const userId = oneTimeToken.user_id;
  const device = hashSecret(cookies.read(accountRequest.request, "device") ?? "");
  const known = await findKnownOrigin(ctx.db, userId, device, here.network);
  await countFirst(ctx, twoFactorLimits(userId, known), here);
  await countCodeAttempt(ctx, oneTimeToken);
  const session = await write(ctx.db, async (tx) => {
    await lockPerson(tx, userId);
    const isRight =
      kind === "app"
        ? await isTotpCode(ctx, tx, here, userId, code)
        : await isRecoveryCode(ctx, tx, userId, code);
    if (!isRight) return null;
    const user = await findUser(tx, userId);
    if (!user || !(await consumeOneTimeToken(tx, here, oneTimeToken))) throw accountErrors.expiredTwoFactor();
    if (user.banned === 1) throw accountErrors.banned();
    await forgetWrongCodes(tx, userId, ["second-step", "second-step-wrong"]);
    const first = oneTimeToken.data === "google" ? "google" : "password";
    return openSession(ctx, tx, accountRequest, here, { user, method: `${first}+${kind}` });
  });
  if (!session) return refuse(ctx, here, userId, { code, kind });
  return { cookies: session.cookies };
}

async function countCodeAttempt({ db }: AccountContext, { id }: OneTimeToken): Promise<void> {
  const counted = await db.query
    .updateTable("one_time_tokens")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("attempts", "<", maxCodeAttempts)
    .returning("id")
    .executeTakeFirst();
  if (!counted) throw accountErrors.expiredTwoFactor();
}

/** Notifies the owner on every tenth consecutive wrong code, which means that someone has the password. */
async function refuse(
  ctx: AccountContext,
  here: ClientContext,
  userId: string,
  { code, kind }: { code: string; kind: "app" | "recovery" },
): Promise<never> {
  const event = { actor: "visitor", action: "second-step-failed" as const, subject: userId };
  await write(ctx.db, async (tx) => {
    await recordEvent(tx, here, event);
    if (await isTenthWrongCode(tx, here, userId)) await warnOwner(ctx, tx, here, userId);
  });
  throw accountErrors.wrongCode(kind === "app" && isLikeRecoveryCode(code) ? "recovery-in-app" : kind);
}

/** Counts wrong codes of the last day, since the last sign-in or warning. */
async function isTenthWrongCode(tx: Writing, { now }: ClientContext, userId: string): Promise<boolean> {
  try {
    await countAttempt(tx, [{ rule: "second-step-wrong", subject: userId, max: 9, seconds: 86_400 }], now);
    return false;
  } catch (error) {
    if (error instanceof DomainError && error.code === "too-many") return true;
    throw error;
  }
}

async function warnOwner(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  userId: string,
): Promise<void> {
  const user = await findUser(tx, userId);
  if (user) await reportCredentialChange(ctx, tx, here, user, "second-step-warned");
  await forgetWrongCodes(tx, userId, ["second-step-wrong"]);
}

async function forgetWrongCodes(tx: Writing, userId: string, rules: readonly string[]): Promise<void> {
  await tx.query.deleteFrom("limits").where("rule", "in", rules).where("subject", "=", userId).execute();
}

/** Creates a secret for an app, inactive until a code is confirmed. */
export async function beginTwoFactor(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<TwoFactorSetup> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  if (person.hasSecondStep) throw accountErrors.field("code", "Two-factor authentication is already on");
  const secret = randomBytes(20).toString("hex");
  const fresh = {
    secret: ctx.encryption.encrypt(secret),
    recovery_codes: "[]",
    verified: 0,
    last_step: 0,
    created_at: here.at,
  };
  await ctx.db.query
    .insertInto("two_factor")
    .values({ user_id: person.id, ...fresh })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(fresh).where("two_factor.verified", "=", 0),
    )
    .execute();
  return describeTotp(secret, (await ctx.companyName()) || "Frontdesk", person.email);
}

const codeSchema = z.strictObject({ code: z.string("Enter the code").max(60, "This code is too long") });

/** Enables two-factor authentication and ends other sessions, which began without it. */
export async function enableTwoFactor(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { code: string },
): Promise<AccountAnswer & { recoveryCodes: string[] }> {
  const here = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireFreshSession(ctx, accountRequest);
  const { code } = checkInput(codeSchema, input);
  await countFirst(ctx, confirmLimits(person.id), here);
  const recoveryCodes = newRecoveryCodes();
  await write(ctx.db, async (tx) => {
    if (!(await isTotpCode(ctx, tx, here, person.id, code, 0)))
      throw accountErrors.field(
        "code",
        "This code is wrong or has expired. Enter the one your app shows now",
      );
    await tx.query
      .updateTable("two_factor")
      .set({ verified: 1, recovery_codes: hashRecoveryCodes(ctx, person.id, recoveryCodes) })
      .where("user_id", "=", person.id)
      .execute();
    await endSessions(tx, person.id, sessionId);
    await reportCredentialChange(ctx, tx, here, person, "second-step-on");
  });
  return { cookies: [], recoveryCodes };
}

export async function disableTwoFactor(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer> {
  const { person, sessionId } = await requireFreshSession(ctx, accountRequest);
  if (person.role !== "member") throw accountErrors.needsRole();
  await changeStep(ctx, clientContextOf(ctx, accountRequest), person, "second-step-off", async (tx) => {
    await tx.query.deleteFrom("two_factor").where("user_id", "=", person.id).execute();
    await endSessions(tx, person.id, sessionId);
  });
  return { cookies: [] };
}

export async function renewRecoveryCodes(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<{ recoveryCodes: string[] }> {
  const { person } = await requireFreshSession(ctx, accountRequest);
  if (!person.hasSecondStep) throw accountErrors.missing();
  const recoveryCodes = newRecoveryCodes();
  await changeStep(
    ctx,
    clientContextOf(ctx, accountRequest),
    person,
    "recovery-codes-renewed",
    async (tx) => {
      const recovery_codes = hashRecoveryCodes(ctx, person.id, recoveryCodes);
      await tx.query
        .updateTable("two_factor")
        .set({ recovery_codes })
        .where("user_id", "=", person.id)
        .execute();
    },
  );
  return { recoveryCodes };
}

function changeStep(
  ctx: AccountContext,
  here: ClientContext,
  person: Person,
  what: CredentialChange,
  work: (tx: Writing) => Promise<void>,
): Promise<void> {
  return write(ctx.db, async (tx) => {
    await work(tx);
    await reportCredentialChange(ctx, tx, here, person, what);
  });
}
