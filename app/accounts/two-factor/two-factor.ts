import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { countFirst, secondStepLimits } from "../limits.ts";
import { tellOfChange } from "../notices.ts";
import { consumeOneTimeToken, findOneTimeToken, type OneTimeToken } from "../one-time-tokens.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson, openSession } from "../sessions/create-session.ts";
import { findUser } from "../users.ts";
import { isRecoveryCode } from "./recovery-codes.ts";
import { isTotpCode } from "./totp.ts";

export const secondStepSchema = z.strictObject({
  code: z.string("Enter the code").max(60, "This code is too long"),
  kind: z.enum(["app", "recovery"]),
});

export const mostCodeTries = 5;

/** The other half of a sign-in, in the browser of the first: a code counts once, and wrong ones are counted per account. */
export async function verifyTwoFactor(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { code: string; kind: "app" | "recovery" },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { code, kind } = checkInput(secondStepSchema, input);
  const secret = createCookieJar(ctx.publicUrl).read(asking.request, "secondStep");
  const proof = await findOneTimeToken(ctx.db, here, secret ?? "", ["second-step"]);
  if (!proof?.user_id || proof.attempts >= mostCodeTries) throw refusals.expiredStep();
  const userId = proof.user_id;
  await countFirst(ctx, secondStepLimits(userId), here);
  await countTry(ctx, proof);
  const admitted = await write(ctx.db, async (tx) => {
    await lockPerson(tx, userId);
    const isRight =
      kind === "app"
        ? await isTotpCode(ctx, tx, here, userId, code)
        : await isRecoveryCode(ctx, tx, userId, code);
    if (!isRight) return null;
    const user = await findUser(tx, userId);
    if (!user || !(await consumeOneTimeToken(tx, here, proof))) throw refusals.expiredStep();
    if (user.banned === 1) throw refusals.banned();
    await forgetWrongCodes(tx, userId, ["second-step", "second-step-wrong"]);
    const first = proof.data === "google" ? "google" : "password";
    return openSession(ctx, tx, asking, here, { user, method: `${first}+${kind}` });
  });
  if (!admitted) return refuse(ctx, here, userId, kind);
  return { cookies: admitted.cookies };
}

async function countTry({ db }: AccountContext, { id }: OneTimeToken): Promise<void> {
  const result = await db.query
    .updateTable("proofs")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("attempts", "<", mostCodeTries)
    .executeTakeFirst();
  if (Number(result.numUpdatedRows) === 0) throw refusals.expiredStep();
}

/** Every tenth wrong code in a row means that somebody has the password: its owner is told. */
async function refuse(
  ctx: AccountContext,
  here: ClientContext,
  userId: string,
  kind: "app" | "recovery",
): Promise<never> {
  const event = { actor: "visitor", action: "second-step-failed" as const, subject: userId };
  await write(ctx.db, async (tx) => {
    await recordEvent(tx, here, event);
    if (await isTenthInRow(tx, here, userId)) await warnOwner(ctx, tx, here, userId);
  });
  throw refusals.wrongCode(kind);
}

/** Counted within a day, since the last sign-in or warning. */
async function isTenthInRow(tx: Writing, { now }: ClientContext, userId: string): Promise<boolean> {
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
  if (user) await tellOfChange(ctx, tx, here, user, "second-step-warned");
  await forgetWrongCodes(tx, userId, ["second-step-wrong"]);
}

async function forgetWrongCodes(tx: Writing, userId: string, rules: readonly string[]): Promise<void> {
  await tx.query.deleteFrom("limits").where("rule", "in", rules).where("subject", "=", userId).execute();
}
