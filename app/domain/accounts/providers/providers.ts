import { z } from "zod";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, clientContextOf, reportCredentialChange } from "../account-events.ts";
import type { AccountAnswer, AccountRequest, LinkedProvider } from "../accounts.ts";
import { countFirst, providerLimits } from "../limits.ts";
import { createOneTimeToken } from "../one-time-tokens.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { ownPath } from "../sessions/own-path.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireSignInMethod } from "../users.ts";

export const callbackPath = "/api/auth/callback/google";
export const attemptMs = 10 * 60_000;

const startSchema = z.object({
  mode: z.enum(["popup", "redirect", "link"]),
  /** Attempt id from the popup, returned at the end. */
  attempt: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  /** Redirect target; own paths only. */
  next: z.string().max(8000).optional(),
});

/** Attempt data stored under the hash of its state until the callback. */
export const attemptSchema = startSchema.extend({
  verifier: z.string(),
  nonce: z.string(),
  /** SHA-256 of the cookie of the browser that started the attempt. */
  browser: z.string(),
  /** Id of the account to link. */
  linkTo: z.string().nullable(),
});

export type ProviderAttempt = z.infer<typeof attemptSchema>;

/**
 * Redirects to the provider by code flow with PKCE. State, verifier and nonce are single-use and bound to this browser.
 */
export async function startProvider(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<AccountAnswer & { location: string }> {
  const here = clientContextOf(ctx, accountRequest);
  const start = checkInput(startSchema, input);
  const linkTo = start.mode === "link" ? (await requireFreshSession(ctx, accountRequest)).person.id : null;
  await countFirst(ctx, providerLimits(here.network), here);
  const provider = await ctx.findProvider();
  if (!provider) throw notReachable(ctx);
  const browser = newSecret();
  const attempt = {
    ...start,
    next: ownPath(start.next),
    linkTo,
    browser: hashSecret(browser),
    ...newSecrets(),
  };
  const state = await write(ctx.db, (tx) => storeAttempt(tx, here, attempt));
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
  const location = buildAuthorizationUrl(provider, {
    redirect_uri: new URL(callbackPath, ctx.publicUrl).href,
    scope: "openid email profile",
    state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
  });
  const cookies = [createCookieJar(ctx.publicUrl).set("provider", browser, attemptMs / 1000)];
  return { location: location.href, cookies };
}

function newSecrets() {
  return { verifier: newSecret() + newSecret(), nonce: newSecret() };
}

function storeAttempt(tx: Writing, here: ClientContext, attempt: ProviderAttempt): Promise<string> {
  const data = JSON.stringify(attempt);
  return createOneTimeToken(tx, here, {
    userId: attempt.linkTo,
    purpose: "provider",
    data,
    milliseconds: attemptMs,
  });
}

export function notReachable({ google }: AccountContext): DomainError {
  return google
    ? new DomainError(
        "unavailable",
        "Google can't be reached just now. Please sign in another way, or try again later.",
        {
          reason: "provider-unreachable",
        },
      )
    : new DomainError("missing", "Signing in with Google is not set up here.", { reason: "provider-off" });
}

/** Whether the configured provider is reachable and valid. */
export async function checkProvider({ google, findProvider }: AccountContext): Promise<boolean> {
  return google === null || (await findProvider()) !== null;
}

export async function linkedProviders(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<LinkedProvider[]> {
  const { person } = await requireSigned(ctx, accountRequest);
  const rows = await ctx.db.query
    .selectFrom("identities")
    .select(["email", "created_at"])
    .where("user_id", "=", person.id)
    .where("provider_id", "=", "google")
    .execute();
  return rows.map(({ email, created_at }) => ({ id: "google", email, since: created_at }));
}

/** Unlinks the provider, unless it is the last sign-in method. */
export async function unlinkProvider(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  const { id } = checkInput(idSchema, input);
  if (id !== "google") throw accountErrors.missing();
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, person.id);
    const gone = await tx.query
      .deleteFrom("identities")
      .where("user_id", "=", person.id)
      .where("provider_id", "=", "google")
      .executeTakeFirst();
    if (Number(gone.numDeletedRows) === 0) throw accountErrors.missing();
    await requireSignInMethod(tx, person.id);
    await reportCredentialChange(ctx, tx, here, person, "google-unlinked");
  });
  return { cookies: [] };
}
