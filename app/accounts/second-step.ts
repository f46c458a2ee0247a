import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/check.ts";
import type { Accounts } from "./accounts.ts";
import { holdPerson, openSession } from "./admit.ts";
import { isAppCode } from "./app-codes.ts";
import { type Circumstances, circumstancesOf, recordEvent } from "./circumstances.ts";
import { createCookieJar } from "./cookies.ts";
import { countFirst, secondStepLimits } from "./limits.ts";
import type { World } from "./parts.ts";
import { findUser } from "./people.ts";
import { consumeProof, findProof, type Proof } from "./proofs.ts";
import { isRecoveryCode } from "./recovery-codes.ts";
import { refusals } from "./refusals.ts";

export const secondStepSchema = z.strictObject({
  code: z.string("Write the code").max(60, "This code is too long"),
  kind: z.enum(["app", "recovery"]),
});

const mostTries = 5;

/** The other half of a sign-in, in the browser of the first: a code counts once, and wrong ones are counted per account. */
export const secondStep =
  (world: World): Accounts["secondStep"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { code, kind } = checkInput(secondStepSchema, input);
    const secret = createCookieJar(world.publicUrl).read(asking.request, "secondStep");
    const proof = await findProof(world.db, here, secret ?? "", ["second-step"]);
    if (!proof?.user_id || proof.attempts >= mostTries) throw refusals.expiredStep();
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
      await tx.query
        .deleteFrom("limits")
        .where("rule", "=", "second-step")
        .where("subject", "=", userId)
        .execute();
      const first = proof.data === "google" ? "google" : "password";
      return openSession(world, tx, asking, here, { user, method: `${first}+${kind}` });
    });
    if (!admitted) return refuse(world, here, userId);
    return { cookies: admitted.cookies };
  };

async function countTry({ db }: World, { id }: Proof): Promise<void> {
  const result = await db.query
    .updateTable("proofs")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("attempts", "<", mostTries)
    .executeTakeFirst();
  if (Number(result.numUpdatedRows) === 0) throw refusals.expiredStep();
}

async function refuse({ db }: World, here: Circumstances, userId: string): Promise<never> {
  const event = { actor: "visitor", action: "second-step-failed", subject: userId };
  await write(db, (tx: Writing) => recordEvent(tx, here, event));
  throw refusals.wrongCode();
}
