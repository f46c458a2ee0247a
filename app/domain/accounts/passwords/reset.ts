import { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  knownCaller,
  recordEvent,
} from "#app/domain/accounts/account-events.ts";
import type { AccountAnswer, AccountRequest, NewPasswordInput } from "#app/domain/accounts/accounts.ts";
import {
  callerMailLimits,
  clearSignInLimit,
  countFirst,
  isWithin,
  resetLimits,
  strangerMailLimits,
} from "#app/domain/accounts/limits.ts";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  findOneTimeToken,
  type OneTimeToken,
} from "#app/domain/accounts/one-time-tokens.ts";
import { listPasskeyNames } from "#app/domain/accounts/passkeys.ts";
import { createCookieJar } from "#app/domain/accounts/sessions/cookies.ts";
import { lockPerson } from "#app/domain/accounts/sessions/create-session.ts";
import {
  deviceSeconds,
  findKnownOrigin,
  forgetDevices,
  rememberDevice,
} from "#app/domain/accounts/sessions/known-devices.ts";
import { endSessions } from "#app/domain/accounts/sessions/session.ts";
import { findUser, findUserByEmail, setPassword, type User } from "#app/domain/accounts/users.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailSchema } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { linkMs } from "../registration/register.ts";
import { hashPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";

export const forgotSchema = z.strictObject({ email: emailSchema("Please provide a valid email address") });

/**
 * Mails a reset link to the stored address, if it exists. Response and work are the same for unknown addresses and
 * above the mail limit: lookup happens after the response.
 */
export async function forgot(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<void> {
  const here = clientContextOf(ctx, accountRequest);
  const { email } = checkInput(forgotSchema, input);
  await countFirst(ctx, resetLimits(here.network), here);
  const cookie = createCookieJar(ctx.publicUrl).read(accountRequest.request, "device");
  await write(ctx.db, (tx) =>
    storeResetRequest(tx, here, {
      email,
      device: hashSecret(cookie ?? ""),
      network: here.network,
      requestId: here.requestId,
    }),
  );
}

export async function readReset(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone" }> {
  const oneTimeToken = await findOneTimeToken(ctx.db, clientContextOf(ctx, accountRequest), token, ["reset"]);
  return { state: oneTimeToken?.user_id ? "ready" : "gone" };
}

const resetSchema = z.strictObject({
  token: z.string().max(100),
  password: passwordField,
  passwordAgain: passwordField,
});

/**
 * Sets a new password by a mailed link. Ends all sessions, forgets all known browsers but this one, and resets the
 * sign-in count of strangers.
 */
export async function reset(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string } & NewPasswordInput,
): Promise<AccountAnswer & { email: string }> {
  const here = clientContextOf(ctx, accountRequest);
  const { token, ...passwords } = checkInput(resetSchema, input);
  const oneTimeToken = await findOneTimeToken(ctx.db, here, token, ["reset"]);
  const user = oneTimeToken?.user_id ? await findUser(ctx.db, oneTimeToken.user_id) : undefined;
  if (!oneTimeToken || !user) throw accountErrors.gone();
  await checkNewPassword(ctx, passwords, [user.name, user.email]);
  const hash = await hashPassword(passwords.password, knownCaller(here));
  const jar = createCookieJar(ctx.publicUrl);
  const device = jar.read(accountRequest.request, "device") ?? newSecret();
  await write(ctx.db, (tx) =>
    replacePassword(ctx, tx, here, { oneTimeToken, userId: user.id, hash, device }),
  );
  return {
    email: user.email,
    cookies: [
      jar.clear("session"),
      jar.hint(0),
      jar.clear("secondStep"),
      jar.set("device", device, deviceSeconds),
    ],
  };
}

interface Replacing {
  oneTimeToken: OneTimeToken;
  userId: string;
  hash: string;
  /** The secret of this browser's cookie. */
  device: string;
}

async function replacePassword(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { oneTimeToken, userId, hash, device }: Replacing,
): Promise<void> {
  await lockPerson(tx, userId);
  if (!(await consumeOneTimeToken(tx, here, oneTimeToken))) throw accountErrors.gone();
  const user = await findUser(tx, userId);
  if (!user) throw accountErrors.gone();
  await setPassword(tx, here, userId, hash);
  await endSessions(tx, userId);
  await tx.query
    .deleteFrom("one_time_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "=", "reset")
    .execute();
  await forgetDevices(tx, userId, null);
  await rememberDevice(tx, here, userId, device);
  await clearSignInLimit(tx, user.email);
  await recordEvent(tx, here, { actor: userId, action: "password-reset", subject: userId });
  const mail = {
    template: "password-changed" as const,
    name: user.name,
    at: here.now,
    link: new URL("/login", publicUrl).href,
    passkeys: await listPasskeyNames(tx, userId),
  };
  await queueMail(tx, { to: user.email, personId: userId, mail }, here.now);
}

/** Invalidation label for pending reset requests. */
export const resetRequestsLabel = "reset-requests";

const requestSchema = z.strictObject({
  email: z.string(),
  /** SHA-256 of the requesting browser's cookie. */
  device: z.string(),
  network: z.string(),
  requestId: z.string(),
});

type ResetRequest = z.infer<typeof requestSchema>;

/**
 * Stores a request with the same work for every address. The account is looked up after the response, so response times
 * reveal nothing.
 */
async function storeResetRequest(
  tx: Writing,
  here: ClientContext,
  resetRequest: ResetRequest,
): Promise<void> {
  await createOneTimeToken(tx, here, {
    userId: null,
    purpose: "reset-asked",
    data: JSON.stringify(resetRequest),
    milliseconds: linkMs,
  });
  tx.invalidate(resetRequestsLabel);
}

/** Processes all pending requests; safe to run on several instances at once. */
export async function answerResetRequests(ctx: AccountContext): Promise<void> {
  const waiting = await ctx.db.query
    .selectFrom("one_time_tokens")
    .selectAll()
    .where("purpose", "=", "reset-asked")
    .orderBy("created_at")
    .limit(100)
    .execute();
  for (const request of waiting) await answerOne(ctx, request);
}

/** Mails a link to the stored address, unless there is no account or the limit is reached. */
async function answerOne(ctx: AccountContext, request: OneTimeToken): Promise<void> {
  const resetRequest = requestSchema.parse(JSON.parse(request.data));
  const now = ctx.clock.now();
  const here = {
    now,
    at: now.toISOString(),
    network: resetRequest.network,
    userAgent: "",
    requestId: resetRequest.requestId,
  };
  const user = await findUserByEmail(ctx.db, resetRequest.email);
  const isWanted = user !== undefined && (await isMailAllowed(ctx, here, resetRequest, user));
  await write(ctx.db, async (tx) => {
    const taken = await tx.query
      .deleteFrom("one_time_tokens")
      .where("id", "=", request.id)
      .returning("id")
      .executeTakeFirst();
    if (!taken) return;
    await recordEvent(tx, here, { actor: "visitor", action: "reset-asked", subject: user?.id ?? "" });
    if (isWanted) await mailLink(ctx, tx, here, user);
  });
}

/**
 * Whether another reset mail is allowed. Known browsers and networks have separate counts; other callers trigger a mail
 * only while no link is valid, so the owner can always obtain one.
 */
async function isMailAllowed(
  ctx: AccountContext,
  here: ClientContext,
  resetRequest: ResetRequest,
  user: User,
): Promise<boolean> {
  const { email, device, network } = resetRequest;
  const known = await findKnownOrigin(ctx.db, user.id, device, network);
  const own = known.device ?? known.network;
  if (!(await isWithin(ctx, callerMailLimits("reset", email, own ?? network), here))) return false;
  if (own !== null || !(await hasValidLink(ctx, here, user))) return true;
  return isWithin(ctx, strangerMailLimits("reset", email), here);
}

async function hasValidLink({ db }: AccountContext, { at }: ClientContext, { id }: User): Promise<boolean> {
  const row = await db.query
    .selectFrom("one_time_tokens")
    .select("id")
    .where("user_id", "=", id)
    .where("purpose", "=", "reset")
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}

async function mailLink(ctx: AccountContext, tx: Writing, here: ClientContext, user: User): Promise<void> {
  const token = await createOneTimeToken(tx, here, {
    userId: user.id,
    purpose: "reset",
    milliseconds: linkMs,
  });
  const mail = {
    template: "reset" as const,
    name: user.name,
    link: new URL(`/reset-password?token=${token}`, ctx.publicUrl).href,
  };
  const expiresAt = new Date(here.now.getTime() + linkMs);
  await queueMail(tx, { to: user.email, personId: user.id, mail, expiresAt }, here.now);
}

const minDelayMs = 300;
const maxDelayMs = 1500;
const everyMs = 30_000;

/**
 * Processes requests after a random delay, on any instance and after restarts. Concurrent requests are processed
 * together.
 */
export function startResetRequests(ctx: AccountContext, onError: (error: unknown) => void): PeriodicTask {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let hasEnded = false;
  const round = () => {
    timer = null;
    running = running.then(() => answerResetRequests(ctx)).catch(onError);
  };
  const soon = () => {
    if (timer === null && !hasEnded)
      timer = setTimeout(round, minDelayMs + Math.random() * (maxDelayMs - minDelayMs));
  };
  ctx.db.changes.onChange((tags) => {
    if (tags === null || tags.has(resetRequestsLabel)) soon();
  });
  soon();
  const regular = setInterval(soon, everyMs);
  regular.unref();
  return {
    async stop() {
      hasEnded = true;
      clearInterval(regular);
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
