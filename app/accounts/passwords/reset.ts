import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountAnswer, AccountRequest, NewPasswordInput } from "#app/accounts/accounts.ts";
import { clearSignInLimit, countFirst, resetLimits } from "#app/accounts/limits.ts";
import { consumeOneTimeToken, findOneTimeToken, type OneTimeToken } from "#app/accounts/one-time-tokens.ts";
import { listPasskeyNames } from "#app/accounts/passkeys/passkey-settings.ts";
import { refusals } from "#app/accounts/refusals.ts";
import {
  type ClientContext,
  clientContextOf,
  knownAsker,
  recordEvent,
} from "#app/accounts/request-context.ts";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { lockPerson } from "#app/accounts/sessions/create-session.ts";
import { deviceSeconds, forgetDevices, rememberDevice } from "#app/accounts/sessions/known-devices.ts";
import { endSessions } from "#app/accounts/sessions/session.ts";
import { findUser, setPassword } from "#app/accounts/users.ts";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { emailSchema } from "#app/text/email.ts";
import { hashPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";
import { keepResetRequest } from "./reset-requests.ts";

export const forgotSchema = z.strictObject({ email: emailSchema("Please provide a valid email address") });

/**
 * Has a link mailed to the stored address, if there is one. The answer and the work are the same if not, and when the
 * address got too many of them: whoever asks is answered before anybody is looked for.
 */
export async function forgot(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { email: string },
): Promise<void> {
  const here = clientContextOf(ctx, asking);
  const { email } = checkInput(forgotSchema, input);
  await countFirst(ctx, resetLimits(here.network), here);
  const cookie = createCookieJar(ctx.publicUrl).read(asking.request, "device");
  await write(ctx.db, (tx) =>
    keepResetRequest(tx, here, {
      email,
      device: hashSecret(cookie ?? ""),
      network: here.network,
      requestId: here.requestId,
    }),
  );
}

export async function readReset(
  ctx: AccountContext,
  asking: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone" }> {
  const proof = await findOneTimeToken(ctx.db, clientContextOf(ctx, asking), token, ["reset"]);
  return { state: proof?.user_id ? "ready" : "gone" };
}

const resetSchema = z.strictObject({
  token: z.string().max(100),
  password: passwordField,
  passwordAgain: passwordField,
});

/**
 * A new password by a mailed link. Every session ends, also that of whoever knew the old one; no browser is known any
 * more but this one, which has shown whose it is, and what strangers used up of the sign-ins is given back.
 */
export async function reset(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { token: string } & NewPasswordInput,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { token, ...passwords } = checkInput(resetSchema, input);
  const proof = await findOneTimeToken(ctx.db, here, token, ["reset"]);
  const user = proof?.user_id ? await findUser(ctx.db, proof.user_id) : undefined;
  if (!proof || !user) throw refusals.gone();
  await checkNewPassword(ctx, passwords, [user.name, user.email]);
  const hash = await hashPassword(passwords.password, knownAsker(here));
  const jar = createCookieJar(ctx.publicUrl);
  const device = jar.read(asking.request, "device") ?? newSecret();
  await write(ctx.db, (tx) => replacePassword(ctx, tx, here, { proof, userId: user.id, hash, device }));
  return {
    cookies: [
      jar.clear("session"),
      jar.hint(0),
      jar.clear("secondStep"),
      jar.set("device", device, deviceSeconds),
    ],
  };
}

interface Replacing {
  proof: OneTimeToken;
  userId: string;
  hash: string;
  /** The secret of this browser's cookie. */
  device: string;
}

async function replacePassword(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { proof, userId, hash, device }: Replacing,
): Promise<void> {
  await lockPerson(tx, userId);
  if (!(await consumeOneTimeToken(tx, here, proof))) throw refusals.gone();
  const user = await findUser(tx, userId);
  if (!user) throw refusals.gone();
  await setPassword(tx, here, userId, hash);
  await endSessions(tx, userId);
  await tx.query.deleteFrom("proofs").where("user_id", "=", userId).where("purpose", "=", "reset").execute();
  await forgetDevices(tx, userId, null);
  await rememberDevice(tx, here, userId, device);
  await clearSignInLimit(tx, user.email);
  await recordEvent(tx, here, { actor: userId, action: "password-reset", subject: userId });
  const mail = {
    template: "password-changed" as const,
    name: user.name,
    at: here.now,
    link: new URL("/login", publicUrl).href,
    passkeys: await listPasskeyNames(tx, userId),
  };
  await queueMail(tx, { to: user.email, personId: userId, mail }, here.now);
}
