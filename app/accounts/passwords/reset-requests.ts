import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { Repeated } from "#app/platform/repeat.ts";
import type { AccountContext } from "../account-context.ts";
import { askerMailLimits, isWithin, strangerMailLimits } from "../limits.ts";
import { createOneTimeToken, type OneTimeToken } from "../one-time-tokens.ts";
import { linkMs } from "../registration/register.ts";
import { type ClientContext, recordEvent } from "../request-context.ts";
import { findKnownAsker } from "../sessions/known-devices.ts";
import { findUserByEmail, type User } from "../users.ts";

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
export async function keepResetRequest(tx: Writing, here: ClientContext, asked: ResetRequest): Promise<void> {
  await createOneTimeToken(tx, here, {
    userId: null,
    purpose: "reset-asked",
    data: JSON.stringify(asked),
    milliseconds: linkMs,
  });
  tx.invalidate(resetRequestsLabel);
}

/** Sees to every request that waits; several instances may do so at once. */
export async function answerResetRequests(ctx: AccountContext): Promise<void> {
  const waiting = await ctx.db.query
    .selectFrom("proofs")
    .selectAll()
    .where("purpose", "=", "reset-asked")
    .orderBy("created_at")
    .limit(100)
    .execute();
  for (const request of waiting) await answerOne(ctx, request);
}

/** A link to the stored address, if there is an account; nothing when the address got enough of them already. */
async function answerOne(ctx: AccountContext, request: OneTimeToken): Promise<void> {
  const asked = requestSchema.parse(JSON.parse(request.data));
  const now = ctx.clock.now();
  const here = {
    now,
    at: now.toISOString(),
    network: asked.network,
    userAgent: "",
    requestId: asked.requestId,
  };
  const user = await findUserByEmail(ctx.db, asked.email);
  const isWanted = user !== undefined && (await hasRoom(ctx, here, asked, user));
  await write(ctx.db, async (tx) => {
    const taken = await tx.query.deleteFrom("proofs").where("id", "=", request.id).executeTakeFirst();
    if (Number(taken.numDeletedRows) === 0) return;
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
  asked: ResetRequest,
  user: User,
): Promise<boolean> {
  const { email, device, network } = asked;
  const known = await findKnownAsker(ctx.db, user.id, device, network);
  const own = known.device ?? known.network;
  if (!(await isWithin(ctx, askerMailLimits("reset", email, own ?? network), here))) return false;
  if (own !== null || !(await hasGoodLink(ctx, here, user))) return true;
  return isWithin(ctx, strangerMailLimits("reset", email), here);
}

async function hasGoodLink({ db }: AccountContext, { at }: ClientContext, { id }: User): Promise<boolean> {
  const row = await db.query
    .selectFrom("proofs")
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
  ctx.db.engine.onChange((labels) => {
    if (labels === null || labels.has(resetRequestsLabel)) soon();
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
