import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import { accountErrors } from "#app/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  knownCaller,
  recordEvent,
} from "#app/accounts/account-events.ts";
import type { AccountAnswer, AccountRequest, NewPasswordInput } from "#app/accounts/accounts.ts";
import {
  callerMailLimits,
  clearSignInLimit,
  countFirst,
  isWithin,
  resetLimits,
  strangerMailLimits,
} from "#app/accounts/limits.ts";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  findOneTimeToken,
  type OneTimeToken,
} from "#app/accounts/one-time-tokens.ts";
import { listPasskeyNames } from "#app/accounts/passkeys.ts";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { lockPerson } from "#app/accounts/sessions/create-session.ts";
import {
  deviceSeconds,
  findKnownAsker,
  forgetDevices,
  rememberDevice,
} from "#app/accounts/sessions/known-devices.ts";
import { endSessions } from "#app/accounts/sessions/session.ts";
import { findUser, findUserByEmail, setPassword, type User } from "#app/accounts/users.ts";
import { type Writing, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { Repeated } from "#app/platform/background-work.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { emailSchema } from "#app/text/email.ts";
import { linkMs } from "../registration/register.ts";
import { hashPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";

export const forgotSchema = z.strictObject({ email: emailSchema("Please provide a valid email address") });

/**
 * Has a link mailed to the stored address, if there is one. The answer and the work are the same if not, and when the
 * address got too many of them: whoever asks is answered before anybody is looked for.
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
    keepResetRequest(tx, here, {
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
 * A new password by a mailed link. Every session ends, also that of whoever knew the old one; no browser is known any
 * more but this one, which has shown whose it is, and what strangers used up of the sign-ins is given back.
 */
export async function reset(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string } & NewPasswordInput,
): Promise<AccountAnswer> {
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

/** What a transaction touches when somebody has asked for a new password. */
export const resetRequestsLabel = "reset-requests";

const requestSchema = z.strictObject({
  email: z.string(),
  /** SHA-256 of the asking browser's cookie. */
  device: z.string(),
  network: z.string(),
  requestId: z.string(),
});

type ResetRequest = z.infer<typeof requestSchema>;

/**
 * Keeps a request for later, with the same work for every address: whether there is an account is looked at only when
 * the answer is long out, so its time tells nothing.
 */
async function keepResetRequest(tx: Writing, here: ClientContext, resetRequest: ResetRequest): Promise<void> {
  await createOneTimeToken(tx, here, {
    userId: null,
    purpose: "reset-asked",
    data: JSON.stringify(resetRequest),
    milliseconds: linkMs,
  });
  tx.invalidate(resetRequestsLabel);
}

/** Sees to every request that waits; several instances may do so at once. */
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

/** A link to the stored address, if there is an account; nothing when the address got enough of them already. */
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
  const isWanted = user !== undefined && (await hasRoom(ctx, here, resetRequest, user));
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
 * Strangers who ask for mails leave the owner's way open: a known browser and the owner's network are counted apart, and
 * whoever else asks has a link mailed as long as none is good. So there is always one in the mailbox, or one to be had.
 */
async function hasRoom(
  ctx: AccountContext,
  here: ClientContext,
  resetRequest: ResetRequest,
  user: User,
): Promise<boolean> {
  const { email, device, network } = resetRequest;
  const known = await findKnownAsker(ctx.db, user.id, device, network);
  const own = known.device ?? known.network;
  if (!(await isWithin(ctx, callerMailLimits("reset", email, own ?? network), here))) return false;
  if (own !== null || !(await hasGoodLink(ctx, here, user))) return true;
  return isWithin(ctx, strangerMailLimits("reset", email), here);
}

async function hasGoodLink({ db }: AccountContext, { at }: ClientContext, { id }: User): Promise<boolean> {
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

const shortestDelayMs = 300;
const longestDelayMs = 1500;
const everyMs = 30_000;

/**
 * Sees to requests a random moment after they came, on whichever instance, and to what a stop left over. Many at once
 * are seen to together.
 */
export function startResetRequests(ctx: AccountContext, onError: (error: unknown) => void): Repeated {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let hasEnded = false;
  const round = () => {
    timer = null;
    running = running.then(() => answerResetRequests(ctx)).catch(onError);
  };
  const soon = () => {
    if (timer === null && !hasEnded)
      timer = setTimeout(round, shortestDelayMs + Math.random() * (longestDelayMs - shortestDelayMs));
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
