import type { Selectable } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import type { OneTimeTokenPurpose, OneTimeTokenTable } from "#app/database/tables/accounts.ts";
import { newId } from "#app/platform/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { type ClientContext, later } from "./account-events.ts";

export type OneTimeToken = Selectable<OneTimeTokenTable>;

/** Makes what a link proves, once and for a while; answers the secret that only the link will hold. */
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

/** A token that may still be used; undefined for any other. */
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

/** Uses a token: of all who try at once one is answered true. */
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
