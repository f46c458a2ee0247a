import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { Accounts, Person } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { confirmLimits, countFirst } from "../limits.ts";
import { listPasskeyNames } from "../passkeys/passkey-names.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, knownAsker, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { forgetDevices } from "../sessions/known-devices.ts";
import { endSessions } from "../sessions/session.ts";
import { isRecoveryCode } from "../two-factor/recovery-codes.ts";
import { isTotpCode } from "../two-factor/totp.ts";
import { findPassword, setPassword } from "../users.ts";
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
export const confirmPassword =
  (deps: Dependencies): Accounts["confirmPassword"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person, sessionId } = await requireSigned(deps, asking);
    const { password, code } = checkInput(confirmSchema, input);
    await countFirst(deps, confirmLimits(person.id), here);
    const hash = await findPassword(deps.db, person.id);
    const isRight = await isPassword(password, hash, knownAsker(here));
    const wrong = await write(deps.db, async (tx) => {
      const wrongField = isRight ? await findWrongCode(deps, tx, here, person, code) : "password";
      const action = wrongField === null ? "password-confirmed" : "confirmation-failed";
      await recordEvent(tx, here, { actor: person.id, action, subject: person.id });
      if (wrongField === null)
        await tx.query
          .updateTable("sessions")
          .set({ fresh_at: here.at })
          .where("id", "=", sessionId)
          .execute();
      return wrongField;
    });
    if (wrong === "password") throw refusals.field("password", "Wrong password");
    if (wrong === "code")
      throw refusals.field(
        "code",
        code === ""
          ? "Enter the code"
          : "This code is wrong or has expired. Enter the one your app shows now",
      );
    return { cookies: [] };
  };

async function findWrongCode(
  deps: Dependencies,
  tx: Writing,
  here: ClientContext,
  { id, hasSecondStep }: Person,
  code: string,
): Promise<"code" | null> {
  if (!hasSecondStep) return null;
  const isRight = (await isTotpCode(deps, tx, here, id, code)) || (await isRecoveryCode(deps, tx, id, code));
  return isRight ? null : "code";
}

const changeSchema = z.strictObject({
  current: passwordField.default(""),
  password: passwordField,
  passwordAgain: passwordField,
});

/** The other sessions end: one of them may be whom the old password was changed for. */
export const changePassword =
  (deps: Dependencies): Accounts["changePassword"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person, sessionId } = await requireFreshSession(deps, asking);
    const { current, ...passwords } = checkInput(changeSchema, input);
    await countFirst(deps, confirmLimits(person.id), here);
    const before = await findPassword(deps.db, person.id);
    if (before !== null && !(await isPassword(current, before, knownAsker(here))))
      throw refusals.field("current", "Wrong password");
    await checkNewPassword(deps, passwords, [person.name, person.email]);
    const hash = await hashPassword(passwords.password, knownAsker(here));
    await write(deps.db, async (tx) => {
      await lockPerson(tx, person.id);
      await setPassword(tx, here, person.id, hash);
      await endSessions(tx, person.id, sessionId);
      await forgetDevices(tx, person.id, createCookieJar(deps.publicUrl).read(asking.request, "device"));
      await recordEvent(tx, here, { actor: person.id, action: "password-changed", subject: person.id });
      const link = new URL("/login#forgot", deps.publicUrl).href;
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
  };
