import type { Configuration } from "openid-client";
import { z } from "zod";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { emailKey, parseEmail } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import {
  type ClientContext,
  clientContextOf,
  recordEvent,
  reportCredentialChange,
} from "../account-events.ts";
import { type AccountAnswer, type AccountRequest, accountConsent } from "../accounts.ts";
import { consumeOneTimeToken, findOneTimeToken } from "../one-time-tokens.ts";
import { nameField } from "../registration/register.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { createSession, type SessionAnswer } from "../sessions/create-session.ts";
import { requireSigned } from "../sessions/identify.ts";
import { createUser, findUser, findUserByEmail, type User } from "../users.ts";
import { attemptSchema, callbackPath, type ProviderAttempt } from "./providers.ts";

interface Outcome {
  outcome: "in" | "second-step" | "cancelled" | "refused";
  code?: string;
  cookies: readonly string[];
}

/** Handles the provider's callback: checks the response and redirects to the start of the attempt. */
export async function finishProvider(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer & { location: string }> {
  const here = clientContextOf(ctx, accountRequest);
  const attempt = await takeAttempt(ctx, accountRequest, here);
  const done = attempt ? await finishAttempt(ctx, accountRequest, attempt) : refuse("state-mismatch");
  if (done.outcome === "refused") {
    const event = {
      actor: "visitor",
      action: "sign-in-failed" as const,
      subject: "",
      detail: `google: ${done.code}`,
    };
    await write(ctx.db, (tx) => recordEvent(tx, here, event));
  }
  const cookies = [...done.cookies, createCookieJar(ctx.publicUrl).clear("provider")];
  return { location: nextAddressAfter(attempt, done), cookies };
}

/** Consumes the attempt of this response; it must have started in this browser. */
async function takeAttempt(
  ctx: AccountContext,
  { request }: AccountRequest,
  here: ClientContext,
): Promise<ProviderAttempt | null> {
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const browser = createCookieJar(ctx.publicUrl).read(request, "provider");
  const oneTimeToken = await findOneTimeToken(ctx.db, here, state, ["provider"]);
  if (!oneTimeToken || browser === null) return null;
  const attempt = attemptSchema.parse(JSON.parse(oneTimeToken.data));
  if (attempt.browser !== hashSecret(browser)) return null;
  return (await write(ctx.db, (tx) => consumeOneTimeToken(tx, here, oneTimeToken))) ? attempt : null;
}

async function finishAttempt(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  attempt: ProviderAttempt,
): Promise<Outcome> {
  const query = new URL(accountRequest.request.url).searchParams;
  if (query.has("error"))
    return { ...refuse("provider-error"), ...(query.get("error") === "access_denied" && cancelled) };
  const provider = await ctx.findProvider();
  if (!provider) return refuse("provider-unreachable");
  const person = await askProvider(ctx, provider, attempt, query);
  if (!person) return refuse("provider-error");
  if (!person.isVerified) return refuse("unverified");
  try {
    if (attempt.mode === "link")
      return { outcome: "in", ...(await linkProvider(ctx, accountRequest, attempt, person)) };
    const { next, cookies } = await createSessionByProvider(ctx, accountRequest, person);
    return { outcome: next, cookies };
  } catch (error) {
    if (error instanceof DomainError) return refuse(error.reason);
    throw error;
  }
}

const cancelled = { outcome: "cancelled" as const, code: "cancelled" };

/**
 * Person signed in at the provider, from an identity token with verified signature, issuer, audience, time and nonce;
 * null if invalid. @param query callback parameters; their state matches the attempt
 */
async function askProvider(
  ctx: AccountContext,
  provider: Configuration,
  { verifier, nonce }: ProviderAttempt,
  query: URLSearchParams,
): Promise<ProviderPerson | null> {
  const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
  try {
    const tokens = await authorizationCodeGrant(
      provider,
      new URL(`${callbackPath}?${query}`, ctx.publicUrl),
      {
        expectedState: query.get("state") ?? "",
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      },
    );
    const claims = tokens.claims();
    if (!claims) return null;
    // Some providers return the address only from the userinfo endpoint.
    if (claims.email || !provider.serverMetadata().userinfo_endpoint)
      return readProviderPerson(claims, claims.iss);
    const info = await fetchUserInfo(provider, tokens.access_token, claims.sub);
    return readProviderPerson(info, claims.iss);
  } catch (error) {
    ctx.warn("invalid response from sign-in provider", error);
    return null;
  }
}

function refuse(code: string): Outcome {
  return { outcome: "refused", code, cookies: [] };
}

/** Address of the popup's result page or, for a redirect, of its target or the page that shows the error. */
function nextAddressAfter(attempt: ProviderAttempt | null, { outcome, code }: Outcome): string {
  if (attempt?.mode === "popup") {
    const query = new URLSearchParams({ attempt: attempt.attempt ?? "", outcome, ...(code && { code }) });
    return `/auth/done?${query}`;
  }
  if (attempt?.mode === "link") return outcome === "in" ? "/myprofile" : `/myprofile?problem=${code}`;
  if (outcome === "in") return attempt?.next ?? "/";
  const query = new URLSearchParams({ ...(attempt?.next && attempt.next !== "/" && { next: attempt.next }) });
  if (outcome === "second-step") query.set("step", "second");
  else query.set("problem", code ?? outcome);
  return `/login?${query}`;
}

/**
 * Signs in a linked account, or creates an account for an unused address and deletes its pending registrations. An
 * unlinked account with this address stays closed until its owner links it in the profile.
 */
function createSessionByProvider(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  person: ProviderPerson,
): Promise<SessionAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  return write(ctx.db, async (tx) => {
    const user = (await findLinked(tx, person)) ?? (await createLinked(ctx, tx, here, person));
    return createSession(ctx, tx, accountRequest, here, { user, method: "google" });
  });
}

/** Links the provider to the account that started the attempt, if it is still signed in. */
async function linkProvider(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  { linkTo }: ProviderAttempt,
  person: ProviderPerson,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person: owner } = await requireSigned(ctx, accountRequest);
  if (owner.id !== linkTo)
    throw new DomainError("forbidden", "Another account is signed in now.", { reason: "state-mismatch" });
  await write(ctx.db, async (tx) => {
    const linked = await findLinked(tx, person);
    if (linked?.id === owner.id) return;
    if (linked)
      throw new DomainError("in-use", "This Google account belongs to another account here.", {
        reason: "linked-elsewhere",
      });
    await tx.query
      .deleteFrom("identities")
      .where("user_id", "=", owner.id)
      .where("provider_id", "=", "google")
      .execute();
    await insertLink(tx, here, owner.id, person);
    await reportCredentialChange(ctx, tx, here, owner, "google-linked");
  });
  return { cookies: [] };
}

async function findLinked(tx: Writing, { issuer, accountId }: ProviderPerson): Promise<User | undefined> {
  const row = await tx.query
    .selectFrom("identities")
    .select("user_id")
    .where("provider_id", "=", "google")
    .where("issuer", "=", issuer)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row && findUser(tx, row.user_id);
}

async function createLinked(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  person: ProviderPerson,
): Promise<User> {
  const { name, email } = person;
  await tx.locks.acquire(tx.query, `account:${emailKey(email)}`);
  const meanwhile = await findLinked(tx, person);
  if (meanwhile) return meanwhile;
  if (await findUserByEmail(tx, email))
    throw new DomainError(
      "in-use",
      "There is an account with this address. Sign in and link Google in your profile.",
      {
        reason: "not-linked",
      },
    );
  const user = await createUser(tx, here, {
    name,
    email,
    by: "google",
    consent: { text: accountConsent, at: here.at },
  });
  await insertLink(tx, here, user.id, person);
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  const link = new URL("/login", publicUrl).href;
  await queueMail(tx, { to: email, personId: user.id, mail: { template: "welcome", name, link } }, here.now);
  return user;
}

async function insertLink(
  tx: Writing,
  { at }: ClientContext,
  userId: string,
  person: ProviderPerson,
): Promise<void> {
  const { issuer, accountId, email } = person;
  await tx.query
    .insertInto("identities")
    .values({
      id: newId(),
      user_id: userId,
      provider_id: "google",
      issuer,
      account_id: accountId,
      email,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** Identity from the provider. */
interface ProviderPerson {
  /** Issuer URL. */
  issuer: string;
  /** Stable id of the person at the provider. */
  accountId: string;
  email: string;
  name: string;
  /** Whether the provider verified the address; only the value `true` counts. */
  isVerified: boolean;
}

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().max(1000),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
});

/** Reads the claims of a verified identity token; null if they identify no one. */
function readProviderPerson(claims: unknown, issuer: string): ProviderPerson | null {
  const read = claimsSchema.safeParse(claims);
  const email = read.success ? parseEmail(read.data.email) : { wrong: "" };
  if (!read.success || !("address" in email)) return null;
  const { sub, email_verified, name } = read.data;
  const local = email.address.split("@")[0] ?? "";
  return {
    issuer,
    accountId: sub,
    email: email.address,
    isVerified: email_verified === true,
    name: nameField.safeParse(name).data ?? local,
  };
}
