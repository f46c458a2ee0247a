import { z } from "zod";
import { cacheTags } from "#app/database/cache-tags.ts";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import { emailSchema } from "#app/text/email.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { countFirst, signInLimits } from "../limits.ts";
import { hashPassword, isDated, isPassword } from "../passwords/password.ts";
import { passwordField } from "../passwords/password-rules.ts";
import { findPassword, findUserByEmail, setPassword, type User } from "../users.ts";
import { createCookieJar } from "./cookies.ts";
import { createSession, lockPerson } from "./create-session.ts";
import { identify } from "./identify.ts";
import { findKnownAsker } from "./known-devices.ts";

export const signInSchema = z.strictObject({
  email: emailSchema("Enter your e-mail address"),
  password: passwordField.min(1, "Enter your password"),
});

/** Beside the box that is emptied. */
const typedAnew = { password: "Enter it again or reset your password" };

/** By e-mail address and password: counted, then checked, with the same work for an address that nobody has. */
export async function signIn(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer & { next: "in" | "second-step" }> {
  const here = clientContextOf(ctx, accountRequest);
  const { email, password } = checkInput(signInSchema, input);
  const user = await findUserByEmail(ctx.db, email);
  const cookie = createCookieJar(ctx.publicUrl).read(accountRequest.request, "device");
  const known = await findKnownAsker(ctx.db, user?.id ?? "", hashSecret(cookie ?? ""), here.network);
  await countFirst(ctx, signInLimits(email, here.network, known), here);
  const hash = user ? await findPassword(ctx.db, user.id) : null;
  const caller = {
    network: here.network,
    isKnown: known.device !== null,
  };
  const isRight = await isPassword(password, hash, caller);
  if (!user || !hash || !isRight || user.banned === 1) return refuse(ctx, here, { user, isRight });
  const better = isDated(hash) ? await hashPassword(password, caller) : null;
  return write(ctx.db, async (tx) => {
    await lockPerson(tx, user.id);
    // Whoever has another password since then is no longer who was checked.
    if ((await findPassword(tx, user.id)) !== hash) throw accountErrors.wrongCredentials(typedAnew);
    if (better) await setPassword(tx, here, user.id, better);
    return createSession(ctx, tx, accountRequest, here, { user, method: "password" });
  });
}

/** The failure is on record before the answer goes out. That an account is closed is told to its owner alone. */
async function refuse(
  { db }: AccountContext,
  here: ClientContext,
  { user, isRight }: { user: User | undefined; isRight: boolean },
): Promise<never> {
  const detail = isRight ? "banned" : "password";
  const event = { actor: "visitor", action: "sign-in-failed" as const, subject: user?.id ?? "", detail };
  await write(db, (tx) => recordEvent(tx, here, event));
  throw isRight && user?.banned === 1 ? accountErrors.banned() : accountErrors.wrongCredentials(typedAnew);
}

/** Ends the session of this browser, if it has one. */
export async function signOut(ctx: AccountContext, accountRequest: AccountRequest): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const signed = await identify(ctx, accountRequest);
  if (signed)
    await write(ctx.db, async (tx) => {
      tx.invalidate(cacheTags.sessions);
      await tx.query.deleteFrom("sessions").where("id", "=", signed.sessionId).execute();
      const { id } = signed.person;
      await recordEvent(tx, here, { actor: id, action: "signed-out", subject: id });
    });
  const jar = createCookieJar(ctx.publicUrl);
  return { cookies: [jar.clear("session"), jar.hint(0), jar.clear("secondStep")] };
}
