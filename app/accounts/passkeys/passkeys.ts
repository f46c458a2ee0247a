import { z } from "zod";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { challengeLimits, countFirst, passkeyLimits } from "../limits.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { createSession } from "../sessions/create-session.ts";
import { findUser } from "../users.ts";
import { type Challenge, keepChallenge, takeChallenge } from "./challenges.ts";

/** Options for `navigator.credentials.get`, as JSON. */
export async function passkeySignInOptions(
  ctx: AccountContext,
  asking: AccountRequest,
): Promise<AccountAnswer & { options: object }> {
  const here = clientContextOf(ctx, asking);
  await countFirst(ctx, challengeLimits(here.network), here);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: ctx.publicUrl.hostname,
    userVerification: "required",
  });
  const cookies = await keepChallenge(ctx, here, {
    type: "authentication",
    expectedChallenge: options.challenge,
    userId: "",
  });
  return { options, cookies };
}

const inputSchema = z.strictObject({ response: z.looseObject({ id: z.string().max(2000) }) });

/** By a passkey: possession and person in one, so no second step is asked. */
export async function passkeySignIn(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { response: unknown },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { response } = checkInput(inputSchema, input);
  await countFirst(ctx, passkeyLimits(response.id, here.network), here);
  const challenge = await takeChallenge(ctx, asking, "authentication");
  const passkey = challenge && (await verifyPasskey(ctx, challenge, response));
  if (!passkey) {
    const event = { actor: "visitor", action: "sign-in-failed" as const, subject: "", detail: "passkey" };
    await write(ctx.db, (tx) => recordEvent(tx, here, event));
    throw new DomainError("unauthenticated", "This passkey is not known here, or was not confirmed.", {
      reason: "wrong-credentials",
    });
  }
  const { cookies } = await write(ctx.db, async (tx) => {
    const user = await findUser(tx, passkey.userId);
    if (!user) throw refusals.wrongCredentials();
    await tx.query
      .updateTable("passkeys")
      .set({ counter: passkey.counter, last_used_at: here.at })
      .where("id", "=", passkey.id)
      .execute();
    return createSession(ctx, tx, asking, here, { user, method: "passkey" });
  });
  return { cookies: [...cookies, createCookieJar(ctx.publicUrl).clear("passkey")] };
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get`; what its parts say is checked by the library. */
const assertionSchema = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
  }),
});

/** The passkey that answered the challenge, and its counter from now on; null for one that did not. */
async function verifyPasskey(
  ctx: AccountContext,
  { expectedChallenge }: Challenge,
  input: object,
): Promise<{ id: string; userId: string; counter: number } | null> {
  const assertion = assertionSchema.safeParse(input);
  if (!assertion.success) return null;
  const row = await ctx.db.query
    .selectFrom("passkeys")
    .select(["id", "user_id", "credential_id", "public_key", "counter"])
    .where("credential_id", "=", assertion.data.id)
    .executeTakeFirst();
  if (!row) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion.data, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: ctx.publicUrl.origin,
      expectedRPID: ctx.publicUrl.hostname,
      credential: {
        id: row.credential_id,
        publicKey: Uint8Array.from(Buffer.from(row.public_key, "base64")),
        counter: row.counter,
      },
      // Whoever picks up somebody's device must not be them: the device must have asked for its owner.
      requireUserVerification: true,
    });
    return verified ? { id: row.id, userId: row.user_id, counter: authenticationInfo.newCounter } : null;
  } catch (error) {
    // The library throws for whatever it does not accept.
    ctx.warn("a passkey was not accepted", error);
    return null;
  }
}
