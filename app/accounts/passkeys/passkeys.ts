import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { type ClientContext, clientContextOf, later, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { challengeLimits, countFirst, passkeyLimits } from "../limits.ts";
import { refusals } from "../refusals.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { createSession } from "../sessions/create-session.ts";
import { findUser } from "../users.ts";

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

/** What a challenge was made for: answered for anything else it is worth nothing. */
const challengeSchema = z.object({
  type: z.enum(["registration", "authentication"]),
  expectedChallenge: z.string(),
  /** Who adds a passkey; empty where nobody is known yet. */
  userId: z.string(),
});

export type Challenge = z.infer<typeof challengeSchema>;

export const challengeSeconds = 300;

/** Keeps a challenge for this browser; answers the cookie that names it. */
export async function keepChallenge(
  ctx: AccountContext,
  here: ClientContext,
  challenge: Challenge,
): Promise<readonly string[]> {
  const secret = newSecret();
  await ctx.db.query
    .insertInto("verifications")
    .values({
      id: newId(),
      identifier: hashSecret(secret),
      value: JSON.stringify(challenge),
      expires_at: later(here, challengeSeconds * 1000),
      created_at: here.at,
      updated_at: here.at,
    })
    .execute();
  return [createCookieJar(ctx.publicUrl).set("passkey", secret, challengeSeconds)];
}

/** Hands out the challenge of this browser, once, whatever is answered to it; null when there is none of that type. */
export async function takeChallenge(
  ctx: AccountContext,
  asking: AccountRequest,
  type: Challenge["type"],
): Promise<Challenge | null> {
  const secret = createCookieJar(ctx.publicUrl).read(asking.request, "passkey");
  if (secret === null) return null;
  const { at } = clientContextOf(ctx, asking);
  const row = await write(ctx.db, (tx) => deleteChallenge(tx, hashSecret(secret)));
  if (!row || row.expires_at <= at) return null;
  const challenge = challengeSchema.safeParse(JSON.parse(row.value));
  return challenge.success && challenge.data.type === type ? challenge.data : null;
}

function deleteChallenge(tx: Writing, identifier: string) {
  return tx.query
    .deleteFrom("verifications")
    .where("identifier", "=", identifier)
    .returning(["value", "expires_at"])
    .executeTakeFirst();
}
