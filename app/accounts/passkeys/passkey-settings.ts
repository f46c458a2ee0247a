import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { challengeLimits, countFirst } from "../limits.ts";
import { tellOfChange } from "../notices.ts";
import type { AuthProviders } from "../providers/auth-providers.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireSignInMethod } from "../sessions/sign-in-methods.ts";
import { challengeOf, isClientError, keepChallenge, passkeyName } from "./passkeys.ts";

export const passkeyRegisterOptions =
  (deps: Dependencies, identity: AuthProviders): Accounts["passkeyRegisterOptions"] =>
  async (asking) => {
    const { person } = await requireFreshSession(deps, asking);
    await countFirst(deps, challengeLimits(person.id), clientContextOf(deps, asking));
    const api = await identity.passkeys();
    const context = JSON.stringify({ id: person.id, name: person.email });
    const { response, headers } = await api.generatePasskeyRegistrationOptions({
      headers: new Headers(),
      returnHeaders: true,
      query: { context },
    });
    return { options: response, cookies: keepChallenge(deps, headers) };
  };

const registerSchema = z.strictObject({ name: passkeyName, response: z.looseObject({}) });

export const registerPasskey =
  (deps: Dependencies, identity: AuthProviders): Accounts["registerPasskey"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireFreshSession(deps, asking);
    const { name, response } = checkInput(registerSchema, input);
    const made = await verifyNew(deps, identity, { headers: challengeOf(deps, asking), name, response });
    await write(deps.db, async (tx) => {
      // Somebody else has signed in here since the options were made: theirs it is not.
      if (made.userId !== person.id) return dropPasskey(tx, made.id);
      await tellOfChange(deps, tx, here, person, "passkey-added");
    });
    if (made.userId !== person.id) throw refusals.missing();
    return { cookies: [createCookieJar(deps.publicUrl).clear("passkey")] };
  };

async function verifyNew(
  _world: Dependencies,
  identity: AuthProviders,
  { headers, name, response }: { headers: Headers; name: string; response: object },
) {
  const api = await identity.passkeys();
  try {
    return await api.verifyPasskeyRegistration({ headers, body: { name, response } });
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw new DomainError("invalid", "The passkey could not be checked. Please try once more.", {
      reason: "passkey-wrong",
    });
  }
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
      await dropPasskey(tx, id);
      await requireSignInMethod(tx, person.id);
      await tellOfChange(deps, tx, here, person, "passkey-removed");
    });
    return { cookies: [] };
  };

async function dropPasskey(tx: Writing, id: string): Promise<void> {
  await tx.query.deleteFrom("passkeys").where("id", "=", id).execute();
}
