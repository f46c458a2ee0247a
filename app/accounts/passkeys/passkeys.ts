import { z } from "zod";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { AccountRequest, Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { challengeLimits, countFirst, passkeyLimits } from "../limits.ts";
import type { AuthProviders } from "../providers/auth-providers.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { createSession } from "../sessions/create-session.ts";
import { findUser } from "../users.ts";

/** Better Auth's own cookie, kept under our name and value: it holds the challenge's name, signed. */
const challengeCookie = "frontdesk.better-auth-passkey";
export const challengeSeconds = 300;

export const passkeySignInOptions =
  (deps: Dependencies, identity: AuthProviders): Accounts["passkeySignInOptions"] =>
  async (asking) => {
    const here = clientContextOf(deps, asking);
    await countFirst(deps, challengeLimits(here.network), here);
    const api = await identity.passkeys();
    const { response, headers } = await api.generatePasskeyAuthenticationOptions({
      headers: new Headers(),
      returnHeaders: true,
    });
    // The device must make sure of its user, whatever the plugin would be content with.
    return { options: { ...response, userVerification: "required" }, cookies: keepChallenge(deps, headers) };
  };

const responseSchema = z.strictObject({ response: z.looseObject({ id: z.string().max(2000) }) });

/** By a passkey: possession and person in one, so no second step is asked. */
export const passkeySignIn =
  (deps: Dependencies, identity: AuthProviders): Accounts["passkeySignIn"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { response } = checkInput(responseSchema, input);
    await countFirst(deps, passkeyLimits(response.id, here.network), here);
    const proven = await proveBy(deps, asking, identity, response);
    if (!proven) {
      const event = { actor: "visitor", action: "sign-in-failed" as const, subject: "", detail: "passkey" };
      await write(deps.db, (tx) => recordEvent(tx, here, event));
      throw new DomainError("unauthenticated", "This passkey is not known here, or was not confirmed.", {
        reason: "wrong-credentials",
      });
    }
    const { cookies } = await write(deps.db, async (tx) => {
      const user = await findUser(tx, proven.userId);
      if (!user) throw refusals.wrongCredentials();
      await tx.query.deleteFrom("sessions").where("user_id", "=", user.id).where("method", "=", "").execute();
      const used = { last_used_at: here.at };
      await tx.query.updateTable("passkeys").set(used).where("credential_id", "=", response.id).execute();
      return createSession(deps, tx, asking, here, { user, method: "passkey" });
    });
    return { cookies: [...cookies, createCookieJar(deps.publicUrl).clear("passkey")] };
  };

/** Whose passkey it is; null for none. What the plugin throws is about the answer it was given. */
async function proveBy(
  deps: Dependencies,
  asking: AccountRequest,
  identity: AuthProviders,
  response: object,
) {
  const api = await identity.passkeys();
  const headers = challengeOf(deps, asking);
  try {
    // The plugin checks every part of the response itself.
    const { user } = await api.verifyPasskeyAuthentication({
      headers,
      body: { response: response as Record<string, unknown> as never },
    });
    return { userId: user.id };
  } catch (error) {
    if (isClientError(error)) return null;
    throw error;
  }
}

/** Whether the plugin refused, rather than failed; what is wrong with a new key it calls a failure of its own. */
export function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "APIError") return false;
  const { statusCode = 500, body } = error as Error & { statusCode?: number; body?: { code?: string } };
  return statusCode < 500 || body?.code === "FAILED_TO_VERIFY_REGISTRATION";
}

export const passkeyName = plainText({ max: 60 }).pipe(z.string().min(1, "Give it a name"));

/** The plugin's cookie as ours. */
export function keepChallenge({ publicUrl }: Dependencies, headers: Headers): readonly string[] {
  const [pair = ""] = headers.getSetCookie().filter((cookie) => cookie.includes("better-auth-passkey="));
  const value = pair.slice(pair.indexOf("=") + 1).split(";")[0] ?? "";
  return [createCookieJar(publicUrl).set("passkey", value, challengeSeconds)];
}

/** Ours as the plugin's. */
export function challengeOf({ publicUrl }: Dependencies, { request }: AccountRequest): Headers {
  const value = createCookieJar(publicUrl).read(request, "passkey") ?? "";
  return new Headers({
    cookie: `${publicUrl.protocol === "https:" ? "__Secure-" : ""}${challengeCookie}=${value}`,
  });
}
