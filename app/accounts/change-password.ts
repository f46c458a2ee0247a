import { z } from "zod";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/check.ts";
import { queueMail } from "#app/mail/outbox.ts";
import type { Accounts } from "./accounts.ts";
import { holdPerson } from "./admit.ts";
import { circumstancesOf, recordEvent } from "./circumstances.ts";
import { requireFresh, requireSigned } from "./identify.ts";
import { confirmLimits, countFirst } from "./limits.ts";
import type { World } from "./parts.ts";
import { hashPassword, isPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";
import { findPassword, setPassword } from "./people.ts";
import { refusals } from "./refusals.ts";
import { endSessions } from "./session.ts";

const confirmSchema = z.strictObject({ password: passwordField });

/** Whoever is signed in shows again that it is them. */
export const confirmPassword =
  (world: World): Accounts["confirmPassword"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { person, sessionId } = await requireSigned(world, asking);
    const { password } = checkInput(confirmSchema, input);
    await countFirst(world, confirmLimits(person.id), here);
    const isRight = await isPassword(password, await findPassword(world.db, person.id));
    await write(world.db, async (tx) => {
      const action = isRight ? "password-confirmed" : "confirmation-failed";
      await recordEvent(tx, here, { actor: person.id, action, subject: person.id });
      if (!isRight) return;
      await tx.query.updateTable("sessions").set({ fresh_at: here.at }).where("id", "=", sessionId).execute();
    });
    if (!isRight) throw refusals.field("password", "This is not your password");
    return { cookies: [] };
  };

const changeSchema = z.strictObject({
  current: passwordField.default(""),
  password: passwordField,
  passwordAgain: passwordField,
});

/** The other sessions end: one of them may be whom the old password was changed for. */
export const changePassword =
  (world: World): Accounts["changePassword"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { person, sessionId } = await requireFresh(world, asking);
    const { current, ...passwords } = checkInput(changeSchema, input);
    await countFirst(world, confirmLimits(person.id), here);
    const before = await findPassword(world.db, person.id);
    if (before !== null && !(await isPassword(current, before)))
      throw refusals.field("current", "This is not your password");
    await checkNewPassword(world, passwords, [person.name, person.email]);
    const hash = await hashPassword(passwords.password);
    await write(world.db, async (tx) => {
      await holdPerson(tx, person.id);
      await setPassword(tx, here, person.id, hash);
      await endSessions(tx, person.id, sessionId);
      await recordEvent(tx, here, { actor: person.id, action: "password-changed", subject: person.id });
      const link = new URL("/login#forgot", world.publicUrl).href;
      const mail = { template: "password-changed" as const, name: person.name, at: here.now, link };
      await queueMail(tx, { to: person.email, personId: person.id, mail }, here.now);
    });
    return { cookies: [] };
  };
