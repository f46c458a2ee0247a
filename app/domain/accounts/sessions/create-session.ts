import type { Database, Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, later, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { findUser, type User } from "../users.ts";
import { createCookieJar } from "./cookies.ts";
import { deviceSeconds, mailNewDevice, rememberDevice } from "./known-devices.ts";
import { insertSession, type SignInMethod } from "./session.ts";

export type SessionAnswer = AccountAnswer & { next: "in" | "second-step" };

export const stepMinutes = 10;

/**
 * Last step of every sign-in method. Rejects banned people and requires the second step, unless the proof included two
 * factors.
 */
export async function createSession(
  ctx: AccountContext,
  tx: Writing,
  accountRequest: AccountRequest,
  here: ClientContext,
  { user, method }: { user: User; method: "password" | "google" | "passkey" },
): Promise<SessionAnswer> {
  await lockPerson(tx, user.id);
  if ((await findUser(tx, user.id))?.banned !== 0) throw accountErrors.banned();
  if (method !== "passkey" && (await hasTwoFactor(tx, user.id)))
    return askForTwoFactor(ctx, tx, here, { user, method });
  return openSession(ctx, tx, accountRequest, here, { user, method });
}

/** Locks a person until the transaction ends, so no session opens while others are ended. */
export async function lockPerson(tx: Writing, userId: string): Promise<void> {
  await tx.locks.acquire(tx.query, `person:${userId}`);
}

/** Creates a session that replaces the browser's previous one, and notifies the person about a new browser. */
export async function openSession(
  ctx: AccountContext,
  tx: Writing,
  accountRequest: AccountRequest,
  here: ClientContext,
  { user, method }: { user: User; method: SignInMethod },
): Promise<SessionAnswer> {
  const jar = createCookieJar(ctx.publicUrl);
  const before = jar.read(accountRequest.request, "session");
  if (before !== null)
    await tx.query.deleteFrom("sessions").where("token_hash", "=", hashSecret(before)).execute();
  const { secret, seconds } = await insertSession(tx, here, user, method);
  const device = jar.read(accountRequest.request, "device") ?? newSecret();
  const { isNew } = await rememberDevice(tx, here, user.id, device);
  if (isNew) await mailNewDevice(ctx, tx, here, user);
  await recordEvent(tx, here, { actor: user.id, action: "signed-in", subject: user.id, detail: method });
  const cookies = [
    jar.set("session", secret, seconds),
    jar.hint(seconds),
    jar.set("device", device, deviceSeconds),
  ];
  return { next: "in", cookies: [...cookies, jar.clear("secondStep")] };
}

/** Whether a person has an active authenticator app. */
export async function hasTwoFactor({ query }: Database, userId: string): Promise<boolean> {
  const row = await query
    .selectFrom("two_factor")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("verified", "=", 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Starts the second step of a sign-in, bound to this browser. */
async function askForTwoFactor(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { user, method }: { user: User; method: "password" | "google" },
): Promise<SessionAnswer> {
  const secret = newSecret();
  const row = {
    id: newId(),
    user_id: user.id,
    purpose: "second-step" as const,
    token_hash: hashSecret(secret),
    data: method,
  };
  const expires_at = later(here, stepMinutes * 60_000);
  await tx.query
    .insertInto("one_time_tokens")
    .values({ ...row, created_at: here.at, expires_at, used_at: null })
    .execute();
  await recordEvent(tx, here, {
    actor: user.id,
    action: "second-step-asked",
    subject: user.id,
    detail: method,
  });
  return {
    next: "second-step",
    cookies: [createCookieJar(publicUrl).set("secondStep", secret, stepMinutes * 60)],
  };
}
