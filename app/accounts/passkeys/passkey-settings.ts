import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { challengeLimits, countFirst } from "../limits.ts";
import { tellOfChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireSignInMethod } from "../sessions/sign-in-methods.ts";
import { type Challenge, keepChallenge, takeChallenge } from "./challenges.ts";

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
const supportedAlgorithmIDs = [-8, -7, -257];

export const passkeyRegisterOptions =
  (deps: Dependencies): Accounts["passkeyRegisterOptions"] =>
  async (asking) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireFreshSession(deps, asking);
    await countFirst(deps, challengeLimits(person.id), here);
    const own = await deps.db.query
      .selectFrom("passkeys")
      .select(["credential_id", "transports"])
      .where("user_id", "=", person.id)
      .execute();
    const { generateRegistrationOptions } = await import("@simplewebauthn/server");
    const options = await generateRegistrationOptions({
      rpName: "Frontdesk",
      rpID: deps.publicUrl.hostname,
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
    const cookies = await keepChallenge(deps, here, {
      type: "registration",
      expectedChallenge: options.challenge,
      userId: person.id,
    });
    return { options, cookies };
  };

const passkeyName = plainText({ max: 60 }).pipe(z.string().min(1, "Give it a name"));
const registerSchema = z.strictObject({ name: passkeyName, response: z.looseObject({}) });

export const registerPasskey =
  (deps: Dependencies): Accounts["registerPasskey"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireFreshSession(deps, asking);
    const { name, response } = checkInput(registerSchema, input);
    const challenge = await takeChallenge(deps, asking, "registration");
    if (!challenge) throw notChecked();
    // Somebody else has signed in here since the options were made: theirs it is not.
    if (challenge.userId !== person.id) throw refusals.missing();
    const made = await verifyNew(deps, challenge, response);
    if (!made) throw notChecked();
    await write(deps.db, async (tx) => {
      if (!(await insertPasskey(tx, here, { ...made, user_id: person.id, name }))) throw notChecked();
      await tellOfChange(deps, tx, here, person, "passkey-added");
    });
    return { cookies: [createCookieJar(deps.publicUrl).clear("passkey")] };
  };

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
async function verifyNew(deps: Dependencies, { expectedChallenge }: Challenge, input: object) {
  const attestation = attestationSchema.safeParse(input);
  if (!attestation.success) return null;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation.data, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: deps.publicUrl.origin,
      expectedRPID: deps.publicUrl.hostname,
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
    deps.warn("a new passkey was not accepted", error);
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

export const listPasskeys =
  ({ db, ...deps }: Dependencies): Accounts["listPasskeys"] =>
  async (asking) => {
    const { person } = await requireSigned({ db, ...deps }, asking);
    const rows = await db.query
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
  };

const renameSchema = idSchema.extend({ name: passkeyName });

export const renamePasskey =
  (deps: Dependencies): Accounts["renamePasskey"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireSigned(deps, asking);
    const { id, name } = checkInput(renameSchema, input);
    await write(deps.db, async (tx) => {
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
  };

export const removePasskey =
  (deps: Dependencies): Accounts["removePasskey"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireFreshSession(deps, asking);
    const { id } = checkInput(idSchema, input);
    await write(deps.db, async (tx) => {
      await lockPerson(tx, person.id);
      const own = tx.query
        .selectFrom("passkeys")
        .select("id")
        .where("id", "=", id)
        .where("user_id", "=", person.id);
      if (!(await own.executeTakeFirst())) throw refusals.missing();
      await tx.query.deleteFrom("passkeys").where("id", "=", id).execute();
      await requireSignInMethod(tx, person.id);
      await tellOfChange(deps, tx, here, person, "passkey-removed");
    });
    return { cookies: [] };
  };
