import { z } from "zod";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "./account-context.ts";
import { accountErrors } from "./account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  later,
  recordEvent,
  reportCredentialChange,
} from "./account-events.ts";
import type { AccountAnswer, AccountRequest, OwnPasskey } from "./accounts.ts";
import { challengeLimits, countFirst, passkeyLimits } from "./limits.ts";
import { createCookieJar } from "./sessions/cookies.ts";
import { createSession, lockPerson } from "./sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "./sessions/identify.ts";
import { idSchema } from "./sessions/own-sessions.ts";
import { findUser, requireSignInMethod } from "./users.ts";

/** Options for `navigator.credentials.get`, as JSON. */
export async function passkeySignInOptions(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer & { options: object }> {
  const here = clientContextOf(ctx, accountRequest);
  await countFirst(ctx, challengeLimits(here.network), here);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: ctx.publicUrl.hostname,
    userVerification: "required",
  });
  const cookies = await storeChallenge(ctx, here, {
    type: "authentication",
    expectedChallenge: options.challenge,
    userId: "",
  });
  return { options, cookies };
}

const inputSchema = z.strictObject({ response: z.looseObject({ id: z.string().max(2000) }) });

/** Signs in by passkey. It proves possession and user verification, so no second step is required. */
export async function passkeySignIn(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { response } = checkInput(inputSchema, input);
  await countFirst(ctx, passkeyLimits(response.id, here.network), here);
  const challenge = await takeChallenge(ctx, accountRequest, "authentication");
  const passkey = challenge && (await verifyPasskey(ctx, challenge, response));
  if (!passkey) {
    const event = { actor: "visitor", action: "sign-in-failed" as const, subject: "", detail: "passkey" };
    await write(ctx.db, (tx) => recordEvent(tx, here, event));
    throw new DomainError("unauthenticated", "This passkey is not registered here, or was not confirmed.", {
      reason: "wrong-credentials",
    });
  }
  const { cookies } = await write(ctx.db, async (tx) => {
    const user = await findUser(tx, passkey.userId);
    if (!user) throw accountErrors.wrongCredentials();
    await tx.query
      .updateTable("passkeys")
      .set({ counter: passkey.counter, last_used_at: here.at })
      .where("id", "=", passkey.id)
      .execute();
    return createSession(ctx, tx, accountRequest, here, { user, method: "passkey" });
  });
  return { cookies: [...cookies, createCookieJar(ctx.publicUrl).clear("passkey")] };
}

/** Output of `PublicKeyCredential.toJSON()` after `navigator.credentials.get`; the library checks its parts. */
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

/** Verifies the response to a challenge; returns the passkey with its new counter, or null if invalid. */
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
      // Requires user verification, so a found device alone cannot sign in.
      requireUserVerification: true,
    });
    return verified ? { id: row.id, userId: row.user_id, counter: authenticationInfo.newCounter } : null;
  } catch (error) {
    // The library throws for every response it rejects.
    ctx.warn("passkey sign-in rejected", error);
    return null;
  }
}

/** Purpose of a challenge; it is invalid for any other. */
const challengeSchema = z.object({
  type: z.enum(["registration", "authentication"]),
  expectedChallenge: z.string(),
  /** Person who adds the passkey; empty before sign-in. */
  userId: z.string(),
});

export type Challenge = z.infer<typeof challengeSchema>;

export const challengeSeconds = 300;

/** Stores a challenge for this browser; returns the cookie that identifies it. */
async function storeChallenge(
  ctx: AccountContext,
  here: ClientContext,
  challenge: Challenge,
): Promise<readonly string[]> {
  const secret = newSecret();
  await ctx.db.query
    .insertInto("passkey_challenges")
    .values({
      id: newId(),
      token_hash: hashSecret(secret),
      challenge: JSON.stringify(challenge),
      expires_at: later(here, challengeSeconds * 1000),
      created_at: here.at,
    })
    .execute();
  return [createCookieJar(ctx.publicUrl).set("passkey", secret, challengeSeconds)];
}

/**
 * Deletes and returns the challenge of this browser, whether or not the response is valid; null without one of that
 * type.
 */
async function takeChallenge(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  type: Challenge["type"],
): Promise<Challenge | null> {
  const secret = createCookieJar(ctx.publicUrl).read(accountRequest.request, "passkey");
  if (secret === null) return null;
  const { at } = clientContextOf(ctx, accountRequest);
  const row = await write(ctx.db, (tx) => deleteChallenge(tx, hashSecret(secret)));
  if (!row || row.expires_at <= at) return null;
  const challenge = challengeSchema.safeParse(JSON.parse(row.challenge));
  return challenge.success && challenge.data.type === type ? challenge.data : null;
}

function deleteChallenge(tx: Writing, tokenHash: string) {
  return tx.query
    .deleteFrom("passkey_challenges")
    .where("token_hash", "=", tokenHash)
    .returning(["challenge", "expires_at"])
    .executeTakeFirst();
}

/** COSE identifiers of EdDSA, ES256 and RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Options for `navigator.credentials.create`, as JSON. */
export async function passkeyRegisterOptions(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer & { options: object }> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  await countFirst(ctx, challengeLimits(person.id), here);
  const own = await ctx.db.query
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", person.id)
    .execute();
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: "Frontdesk",
    rpID: ctx.publicUrl.hostname,
    userName: person.email,
    userDisplayName: person.email,
    attestationType: "none",
    excludeCredentials: own.map(({ credential_id, transports }) => ({
      id: credential_id,
      ...(transports && { transports: transports.split(",") }),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs,
  });
  const cookies = await storeChallenge(ctx, here, {
    type: "registration",
    expectedChallenge: options.challenge,
    userId: person.id,
  });
  return { options, cookies };
}

/** Maximum characters of the name of a passkey. */
export const maxPasskeyName = 60;

const passkeyName = plainText({ max: maxPasskeyName }).pipe(z.string().min(1, "Give it a name"));
const registerSchema = z.strictObject({ name: passkeyName, response: z.looseObject({}) });

export async function registerPasskey(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  const { name, response } = checkInput(registerSchema, input);
  const challenge = await takeChallenge(ctx, accountRequest, "registration");
  if (!challenge) throw notChecked();
  // Another person has signed in since the options were created.
  if (challenge.userId !== person.id) throw accountErrors.missing();
  const made = await verifyNew(ctx, challenge, response);
  if (!made) throw notChecked();
  await write(ctx.db, async (tx) => {
    if (!(await insertPasskey(tx, here, { ...made, user_id: person.id, name }))) throw notChecked();
    await reportCredentialChange(ctx, tx, here, person, "passkey-added");
  });
  return { cookies: [createCookieJar(ctx.publicUrl).clear("passkey")] };
}

function notChecked(): DomainError {
  return new DomainError("invalid", "The passkey could not be checked. Please try once more.", {
    reason: "passkey-wrong",
  });
}

/** Output of `PublicKeyCredential.toJSON()` after `navigator.credentials.create`; the library checks its parts. */
const attestationSchema = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string().regex(/^[\w-]{1,30}$/))
      .max(10)
      .catch([]),
  }),
});

/** Verifies a new passkey; returns it as stored, or null if the challenge or the user verification fails. */
async function verifyNew(ctx: AccountContext, { expectedChallenge }: Challenge, input: object) {
  const attestation = attestationSchema.safeParse(input);
  if (!attestation.success) return null;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation.data, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: ctx.publicUrl.origin,
      expectedRPID: ctx.publicUrl.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (!verified) return null;
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64"),
      counter: credential.counter,
      device_type: credentialDeviceType,
      backed_up: credentialBackedUp ? 1 : 0,
      transports: attestation.data.response.transports.join(","),
      aaguid,
    };
  } catch (error) {
    // The library throws for every response it rejects.
    ctx.warn("passkey registration rejected", error);
    return null;
  }
}

type NewPasskey = NonNullable<Awaited<ReturnType<typeof verifyNew>>> & { user_id: string; name: string };

/** Inserts a passkey; returns false if it is already registered. */
async function insertPasskey(tx: Writing, { at }: ClientContext, passkey: NewPasskey): Promise<boolean> {
  const result = await tx.query
    .insertInto("passkeys")
    .values({ ...passkey, id: newId(), created_at: at, last_used_at: null })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export async function listPasskeys(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<OwnPasskey[]> {
  const { person } = await requireSigned(ctx, accountRequest);
  const rows = await ctx.db.query
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", person.id)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name: name ?? "Passkey",
    createdAt: created_at ?? "",
    lastUsedAt: last_used_at,
  }));
}

const renameSchema = idSchema.extend({ name: passkeyName });

export async function renamePasskey(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string; name: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireSigned(ctx, accountRequest);
  const { id, name } = checkInput(renameSchema, input);
  await write(ctx.db, async (tx) => {
    const renamed = await tx.query
      .updateTable("passkeys")
      .set({ name })
      .where("id", "=", id)
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    if (Number(renamed.numUpdatedRows) === 0) throw accountErrors.missing();
    await recordEvent(tx, here, { actor: person.id, action: "passkey-renamed", subject: person.id });
  });
  return { cookies: [] };
}

/** Removes a passkey, unless it is the last sign-in method. */
export async function removePasskey(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  const { id } = checkInput(idSchema, input);
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, person.id);
    const own = tx.query
      .selectFrom("passkeys")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", person.id);
    if (!(await own.executeTakeFirst())) throw accountErrors.missing();
    await tx.query.deleteFrom("passkeys").where("id", "=", id).execute();
    await requireSignInMethod(tx, person.id);
    await reportCredentialChange(ctx, tx, here, person, "passkey-removed");
  });
  return { cookies: [] };
}

/** Names of a person's passkeys, oldest first. */
export async function listPasskeyNames({ query }: Database, userId: string): Promise<string[]> {
  const rows = await query
    .selectFrom("passkeys")
    .select("name")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ name }) => name ?? "Passkey");
}
