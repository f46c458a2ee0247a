import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountRequest } from "../accounts.ts";
import { type ClientContext, clientContextOf, later } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";

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
