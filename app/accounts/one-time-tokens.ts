import type { Selectable } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import type { ProofPurpose, ProofTable } from "#app/database/tables/accounts.ts";
import { newId } from "#app/platform/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { type ClientContext, later } from "./account-events.ts";

export type OneTimeToken = Selectable<ProofTable>;

/** Makes what a link proves, once and for a while; answers the secret that only the link will hold. */
export async function createOneTimeToken(
  tx: Writing,
  here: ClientContext,
  proof: { userId: string | null; purpose: ProofPurpose; data?: string; milliseconds: number },
): Promise<string> {
  const secret = newSecret();
  const { userId, purpose, data = "", milliseconds } = proof;
  await tx.query
    .insertInto("proofs")
    .values({
      id: newId(),
      user_id: userId,
      purpose,
      token: hashSecret(secret),
      data,
      created_at: here.at,
      expires_at: later(here, milliseconds),
      used_at: null,
    })
    .execute();
  return secret;
}

/** A proof that may still be used; undefined for any other. */
export async function findOneTimeToken(
  { query }: Database,
  { at }: ClientContext,
  secret: string,
  purposes: readonly ProofPurpose[],
): Promise<OneTimeToken | undefined> {
  return query
    .selectFrom("proofs")
    .selectAll()
    .where("token", "=", hashSecret(secret))
    .where("purpose", "in", purposes)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
}

/** Uses a proof: of all who try at once one is answered true. */
export async function consumeOneTimeToken(
  tx: Writing,
  { at }: ClientContext,
  { id }: OneTimeToken,
): Promise<boolean> {
  const result = await tx.query
    .updateTable("proofs")
    .set({ used_at: at })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}
