import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Accounts } from "../accounts.ts";
import type { World } from "../dependencies.ts";
import { countFirst, secondStepLimits } from "../limits.ts";
import { tellOfChange } from "../notices.ts";
import { consumeProof, findProof, type Proof } from "../one-time-tokens.ts";
import { refusals } from "../refusals.ts";
import { type Circumstances, circumstancesOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { holdPerson, openSession } from "../sessions/create-session.ts";
import { findUser } from "../users.ts";
import { isRecoveryCode } from "./recovery-codes.ts";
import { isAppCode } from "./totp.ts";

export const secondStepSchema = z.strictObject({
  code: z.string("Enter the code").max(60, "This code is too long"),
  kind: z.enum(["app", "recovery"]),
});

export const mostCodeTries = 5;

/** The other half of a sign-in, in the browser of the first: a code counts once, and wrong ones are counted per account. */
export const secondStep =
  (world: World): Accounts["secondStep"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { code, kind } = checkInput(secondStepSchema, input);
    const secret = createCookieJar(world.publicUrl).read(asking.request, "secondStep");
    const proof = await findProof(world.db, here, secret ?? "", ["second-step"]);
    if (!proof?.user_id || proof.attempts >= mostCodeTries) throw refusals.expiredStep();
    const userId = proof.user_id;
    await countFirst(world, secondStepLimits(userId), here);
    await countTry(world, proof);
    const admitted = await write(world.db, async (tx) => {
      await holdPerson(tx, userId);
      const isRight =
        kind === "app"
          ? await isAppCode(world, tx, here, userId, code)
          : await isRecoveryCode(world, tx, userId, code);
      if (!isRight) return null;
      const user = await findUser(tx, userId);
      if (!user || !(await consumeProof(tx, here, proof))) throw refusals.expiredStep();
      if (user.banned === 1) throw refusals.banned();
      await forgetWrongCodes(tx, userId, ["second-step", "second-step-wrong"]);
      const first = proof.data === "google" ? "google" : "password";
      return openSession(world, tx, asking, here, { user, method: `${first}+${kind}` });
    });
    if (!admitted) return refuse(world, here, userId, kind);
    return { cookies: admitted.cookies };
  };

async function countTry({ db }: World, { id }: Proof): Promise<void> {
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
  world: World,
  here: Circumstances,
  userId: string,
  kind: "app" | "recovery",
): Promise<never> {
  const event = { actor: "visitor", action: "second-step-failed" as const, subject: userId };
  await write(world.db, async (tx) => {
    await recordEvent(tx, here, event);
    if (await isTenthInRow(tx, here, userId)) await warnOwner(world, tx, here, userId);
  });
  throw refusals.wrongCode(kind);
}

/** Counted within a day, since the last sign-in or warning. */
async function isTenthInRow(tx: Writing, { now }: Circumstances, userId: string): Promise<boolean> {
  try {
    await countAttempt(tx, [{ rule: "second-step-wrong", subject: userId, max: 9, seconds: 86_400 }], now);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too-many") return true;
    throw error;
  }
}

async function warnOwner(world: World, tx: Writing, here: Circumstances, userId: string): Promise<void> {
  const user = await findUser(tx, userId);
  if (user) await tellOfChange(world, tx, here, user, "second-step-warned");
  await forgetWrongCodes(tx, userId, ["second-step-wrong"]);
}

async function forgetWrongCodes(tx: Writing, userId: string, rules: readonly string[]): Promise<void> {
  await tx.query.deleteFrom("limits").where("rule", "in", rules).where("subject", "=", userId).execute();
}
