import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { emailKey } from "#app/text/email.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { consumeOneTimeToken, findOneTimeToken } from "../one-time-tokens.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../request-context.ts";
import { createCookieJar } from "../sessions/cookies.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { endSessions } from "../sessions/session.ts";
import { findUser, findUserByEmail, type User } from "../users.ts";
import { forgetEmailChange } from "./email-change.ts";

export async function readEmailChange(
  ctx: AccountContext,
  asking: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone"; end: "old" | "new"; newEmail: string }> {
  const here = clientContextOf(ctx, asking);
  const proof = await findOneTimeToken(ctx.db, here, token, ["email-old", "email-new"]);
  if (!proof) return { state: "gone", end: "new", newEmail: "" };
  return { state: "ready", end: proof.purpose === "email-old" ? "old" : "new", newEmail: proof.data };
}

const tokenSchema = z.strictObject({ token: z.string().max(100) });

/** One end has said yes; with both, the address changes and every session ends. */
export async function confirmEmailChange(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { token: string },
): Promise<AccountAnswer & { changed: boolean }> {
  const here = clientContextOf(ctx, asking);
  const { token } = checkInput(tokenSchema, input);
  const changed = await write(ctx.db, async (tx) => {
    const proof = await findOneTimeToken(tx, here, token, ["email-old", "email-new"]);
    if (!proof?.user_id) throw refusals.gone();
    await lockPerson(tx, proof.user_id);
    if (!(await consumeOneTimeToken(tx, here, proof))) throw refusals.gone();
    const user = await findUser(tx, proof.user_id);
    if (!user || !(await haveBothEnds(tx, here, user.id))) return false;
    await changeEmail(ctx, tx, here, user, proof.data);
    return true;
  });
  const jar = createCookieJar(ctx.publicUrl);
  return { changed, cookies: changed ? [jar.clear("session"), jar.hint(0)] : [] };
}

/** From the old end: the change was not its owner's wish. Whoever asked for it is signed out. */
export async function cancelEmailChange(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { token: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { token } = checkInput(tokenSchema, input);
  await write(ctx.db, async (tx) => {
    const proof = await findOneTimeToken(tx, here, token, ["email-cancel"]);
    if (!proof?.user_id) throw refusals.gone();
    await forgetEmailChange(tx, proof.user_id);
    await endSessions(tx, proof.user_id);
    const { user_id: id } = proof;
    await recordEvent(tx, here, { actor: id, action: "email-change-cancelled", subject: id });
  });
  return { cookies: [] };
}

async function haveBothEnds(tx: Writing, { at }: ClientContext, userId: string): Promise<boolean> {
  const said = await tx.query
    .selectFrom("proofs")
    .select("purpose")
    .where("user_id", "=", userId)
    .where("purpose", "in", ["email-old", "email-new"])
    .where("used_at", "is not", null)
    .where("expires_at", ">", at)
    .execute();
  return new Set(said.map(({ purpose }) => purpose)).size === 2;
}

async function changeEmail(ctx: AccountContext, tx: Writing, here: ClientContext, user: User, email: string) {
  await tx.engine.lock(tx.query, `account:${emailKey(email)}`);
  if (await findUserByEmail(tx, email)) throw refusals.gone();
  const changed = { email, email_key: emailKey(email), updated_at: here.at };
  await tx.query.updateTable("users").set(changed).where("id", "=", user.id).execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", changed.email_key).execute();
  await forgetEmailChange(tx, user.id);
  await tx.query.deleteFrom("proofs").where("user_id", "=", user.id).where("purpose", "=", "reset").execute();
  await endSessions(tx, user.id);
  await recordEvent(tx, here, { actor: user.id, action: "email-changed", subject: user.id });
  const link = new URL("/contact", ctx.publicUrl).href;
  const mail = { template: "email-changed" as const, name: user.name, newEmail: email, link };
  await queueMail(tx, { to: user.email, personId: user.id, mail }, here.now);
}
