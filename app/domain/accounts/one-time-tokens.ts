import type { Selectable } from "kysely";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { OneTimeTokenPurpose, OneTimeTokenTable } from "#app/platform/database/tables/accounts.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { type ClientContext, later } from "./account-events.ts";

export type OneTimeToken = Selectable<OneTimeTokenTable>;

/** Creates a single-use token with an expiry; returns the secret for the link. */
export async function createOneTimeToken(
  tx: Writing,
  here: ClientContext,
  token: { userId: string | null; purpose: OneTimeTokenPurpose; data?: string; milliseconds: number },
): Promise<string> {
  const secret = newSecret();
  const { userId, purpose, data = "", milliseconds } = token;
  await tx.query
    .insertInto("one_time_tokens")
    .values({
      id: newId(),
      user_id: userId,
      purpose,
      token_hash: hashSecret(secret),
      data,
      created_at: here.at,
      expires_at: later(here, milliseconds),
      used_at: null,
    })
    .execute();
  return secret;
}

/** Finds a valid token; undefined otherwise. */
export async function findOneTimeToken(
  { query }: Database,
  { at }: ClientContext,
  secret: string,
  purposes: readonly OneTimeTokenPurpose[],
): Promise<OneTimeToken | undefined> {
  return query
    .selectFrom("one_time_tokens")
    .selectAll()
    .where("token_hash", "=", hashSecret(secret))
    .where("purpose", "in", purposes)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
}

/** Consumes a token. Returns true for exactly one of several concurrent callers. */
export async function consumeOneTimeToken(
  tx: Writing,
  { at }: ClientContext,
  { id }: OneTimeToken,
): Promise<boolean> {
  const used = await tx.query
    .updateTable("one_time_tokens")
    .set({ used_at: at })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}
