import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import {
  type ClientContext,
  clientContextOf,
  recordEvent,
  tellOfChange,
} from "#app/accounts/account-events.ts";
import type { AccountAnswer, AccountRequest, OwnPasskey } from "#app/accounts/accounts.ts";
import { challengeLimits, countFirst } from "#app/accounts/limits.ts";
import { refusals } from "#app/accounts/refusals.ts";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { lockPerson } from "#app/accounts/sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "#app/accounts/sessions/identify.ts";
import { idSchema } from "#app/accounts/sessions/own-sessions.ts";
import { requireSignInMethod } from "#app/accounts/users.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";
import { type Challenge, keepChallenge, takeChallenge } from "./passkeys.ts";

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Options for `navigator.credentials.create`, as JSON. */
export async function passkeyRegisterOptions(
  ctx: AccountContext,
  asking: AccountRequest,
): Promise<AccountAnswer & { options: object }> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
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
  const cookies = await keepChallenge(ctx, here, {
    type: "registration",
    expectedChallenge: options.challenge,
    userId: person.id,
  });
  return { options, cookies };
}

const passkeyName = plainText({ max: 60 }).pipe(z.string().min(1, "Give it a name"));
const registerSchema = z.strictObject({ name: passkeyName, response: z.looseObject({}) });

export async function registerPasskey(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { name: string; response: unknown },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
  const { name, response } = checkInput(registerSchema, input);
  const challenge = await takeChallenge(ctx, asking, "registration");
  if (!challenge) throw notChecked();
  // Somebody else has signed in here since the options were made: theirs it is not.
  if (challenge.userId !== person.id) throw refusals.missing();
  const made = await verifyNew(ctx, challenge, response);
  if (!made) throw notChecked();
  await write(ctx.db, async (tx) => {
    if (!(await insertPasskey(tx, here, { ...made, user_id: person.id, name }))) throw notChecked();
    await tellOfChange(ctx, tx, here, person, "passkey-added");
  });
  return { cookies: [createCookieJar(ctx.publicUrl).clear("passkey")] };
}

function notChecked(): DomainError {
  return new DomainError("invalid", "The passkey could not be checked. Please try once more.", {
    reason: "passkey-wrong",
  });
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create`; what its parts say is checked by the library. */
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

/** The new passkey as it is kept; null for one that did not answer the challenge, or did not ask for its owner. */
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
    // The library throws for whatever it does not accept.
    ctx.warn("a new passkey was not accepted", error);
    return null;
  }
}

type NewPasskey = NonNullable<Awaited<ReturnType<typeof verifyNew>>> & { user_id: string; name: string };

/** Whether it was kept: not when it is known here already. */
async function insertPasskey(tx: Writing, { at }: ClientContext, passkey: NewPasskey): Promise<boolean> {
  const result = await tx.query
    .insertInto("passkeys")
    .values({ ...passkey, id: newId(), created_at: at, last_used_at: null })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export async function listPasskeys(ctx: AccountContext, asking: AccountRequest): Promise<OwnPasskey[]> {
  const { person } = await requireSigned(ctx, asking);
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
  asking: AccountRequest,
  input: { id: string; name: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireSigned(ctx, asking);
  const { id, name } = checkInput(renameSchema, input);
  await write(ctx.db, async (tx) => {
    const renamed = await tx.query
      .updateTable("passkeys")
      .set({ name })
      .where("id", "=", id)
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    if (Number(renamed.numUpdatedRows) === 0) throw refusals.missing();
    await recordEvent(tx, here, { actor: person.id, action: "passkey-renamed", subject: person.id });
  });
  return { cookies: [] };
}

/** Never the last way in. */
export async function removePasskey(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
  const { id } = checkInput(idSchema, input);
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, person.id);
    const own = tx.query
      .selectFrom("passkeys")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", person.id);
    if (!(await own.executeTakeFirst())) throw refusals.missing();
    await tx.query.deleteFrom("passkeys").where("id", "=", id).execute();
    await requireSignInMethod(tx, person.id);
    await tellOfChange(ctx, tx, here, person, "passkey-removed");
  });
  return { cookies: [] };
}

/** What a person calls their passkeys, the oldest first. */
export async function listPasskeyNames({ query }: Database, userId: string): Promise<string[]> {
  const rows = await query
    .selectFrom("passkeys")
    .select("name")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ name }) => name ?? "Passkey");
}
