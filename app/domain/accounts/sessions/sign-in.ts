import { z } from "zod";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailSchema } from "#app/lib/text/email.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { write } from "#app/platform/database/database.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
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
import { findKnownOrigin } from "./known-devices.ts";

export const signInSchema = z.strictObject({
  email: emailSchema("Enter your e-mail address"),
  password: passwordField.min(1, "Enter your password"),
});

/** Error for the emptied field. */
const reentryError = { password: "Enter it again or reset your password" };

/** Signs in by e-mail address and password. Counts first, then checks, with the same work for unknown addresses. */
export async function signIn(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer & { next: "in" | "second-step" }> {
  const here = clientContextOf(ctx, accountRequest);
  const { email, password } = checkInput(signInSchema, input);
  const user = await findUserByEmail(ctx.db, email);
  const cookie = createCookieJar(ctx.publicUrl).read(accountRequest.request, "device");
  const known = await findKnownOrigin(ctx.db, user?.id ?? "", hashSecret(cookie ?? ""), here.network);
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
    // The password may have changed since the check.
    if ((await findPassword(tx, user.id)) !== hash) throw accountErrors.wrongCredentials(reentryError);
    if (better) await setPassword(tx, here, user.id, better);
    return createSession(ctx, tx, accountRequest, here, { user, method: "password" });
  });
}

/** Records the failure before the response. Only the correct password reveals that an account is closed. */
async function refuse(
  { db }: AccountContext,
  here: ClientContext,
  { user, isRight }: { user: User | undefined; isRight: boolean },
): Promise<never> {
  const detail = isRight ? "banned" : "password";
  const event = { actor: "visitor", action: "sign-in-failed" as const, subject: user?.id ?? "", detail };
  await write(db, (tx) => recordEvent(tx, here, event));
  throw isRight && user?.banned === 1 ? accountErrors.banned() : accountErrors.wrongCredentials(reentryError);
}

/** Ends the browser's session, if any. */
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
