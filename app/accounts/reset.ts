import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { countAttempt } from "#app/http/limits.ts";
import { checkInput } from "#app/leads/check.ts";
import { queueMail } from "#app/mail/outbox.ts";
import { emailSchema } from "#app/text/email.ts";
import type { Accounts } from "./accounts.ts";
import { holdPerson } from "./admit.ts";
import { type Circumstances, circumstancesOf, recordEvent } from "./circumstances.ts";
import { createCookieJar } from "./cookies.ts";
import { askingLimits, countFirst, mailLimits } from "./limits.ts";
import type { World } from "./parts.ts";
import { hashPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";
import { findUser, findUserByEmail, setPassword } from "./people.ts";
import { consumeProof, createProof, findProof, type Proof } from "./proofs.ts";
import { refusals } from "./refusals.ts";
import { linkMs } from "./register.ts";
import { endSessions } from "./session.ts";

export const forgotSchema = z.strictObject({ email: emailSchema("Please provide a valid email address") });

/** Mails a link to the stored address, if there is one; the answer and the work are the same if not. */
export const forgot =
  (world: World): Accounts["forgot"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { email } = checkInput(forgotSchema, input);
    await countFirst(world, askingLimits(here.network), here);
    await write(world.db, async (tx) => {
      await countAttempt(tx, mailLimits(email), here.now);
      const user = await findUserByEmail(tx, email);
      const token = await createProof(tx, here, {
        userId: user?.id ?? null,
        purpose: "reset",
        milliseconds: linkMs,
      });
      await recordEvent(tx, here, { actor: "visitor", action: "reset-asked", subject: user?.id ?? "" });
      if (!user) return;
      const link = new URL(`/reset-password?token=${token}`, world.publicUrl).href;
      const expiresAt = new Date(here.now.getTime() + linkMs);
      const mail = { template: "reset" as const, name: user.name, link };
      await queueMail(tx, { to: user.email, personId: user.id, mail, expiresAt }, here.now);
    });
  };

export const readReset =
  (world: World): Accounts["readReset"] =>
  async (asking, token) => {
    const proof = await findProof(world.db, circumstancesOf(world, asking), token, ["reset"]);
    return { state: proof?.user_id ? "ready" : "gone" };
  };

const resetSchema = z.strictObject({
  token: z.string().max(100),
  password: passwordField,
  passwordAgain: passwordField,
});

/** A new password by a mailed link. Every session ends, also that of whoever knew the old one. */
export const reset =
  (world: World): Accounts["reset"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { token, ...passwords } = checkInput(resetSchema, input);
    const proof = await findProof(world.db, here, token, ["reset"]);
    const user = proof?.user_id ? await findUser(world.db, proof.user_id) : undefined;
    if (!proof || !user) throw refusals.gone();
    await checkNewPassword(world, passwords, [user.name, user.email]);
    const hash = await hashPassword(passwords.password);
    await write(world.db, (tx) => replacePassword(world, tx, here, { proof, userId: user.id, hash }));
    const jar = createCookieJar(world.publicUrl);
    return { cookies: [jar.clear("session"), jar.hint(0), jar.clear("secondStep")] };
  };

async function replacePassword(
  { publicUrl }: World,
  tx: Writing,
  here: Circumstances,
  { proof, userId, hash }: { proof: Proof; userId: string; hash: string },
): Promise<void> {
  await holdPerson(tx, userId);
  if (!(await consumeProof(tx, here, proof))) throw refusals.gone();
  const user = await findUser(tx, userId);
  if (!user) throw refusals.gone();
  await setPassword(tx, here, userId, hash);
  await endSessions(tx, userId);
  await tx.query.deleteFrom("proofs").where("user_id", "=", userId).where("purpose", "=", "reset").execute();
  await recordEvent(tx, here, { actor: userId, action: "password-reset", subject: userId });
  const link = new URL("/login", publicUrl).href;
  const mail = { template: "password-changed" as const, name: user.name, at: here.now, link };
  await queueMail(tx, { to: user.email, personId: userId, mail }, here.now);
}
