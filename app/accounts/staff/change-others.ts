import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import { accountErrors } from "#app/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  mailChange,
  recordEvent,
} from "#app/accounts/account-events.ts";
import type { AccountRequest, Role, Signed } from "#app/accounts/accounts.ts";
import { identifyByToken } from "#app/accounts/sessions/access-tokens.ts";
import { lockPerson } from "#app/accounts/sessions/create-session.ts";
import { identify } from "#app/accounts/sessions/identify.ts";
import { idSchema } from "#app/accounts/sessions/own-sessions.ts";
import { endOneSession, endSessions } from "#app/accounts/sessions/session.ts";
import { findUser, keepAnAdmin, type User } from "#app/accounts/users.ts";
import { type Writing, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { checkInput } from "#app/platform/check-input.ts";

export const roleField = z.enum(["member", "editor", "admin"], "Choose member, editor or admin");

const roleSchema = z.strictObject({ ...idSchema.shape, role: roleField });

/** Never one's own, nor the last admin's. What was open under the old role ends. Asks for a fresh session, as all of these. */
export async function changeRoleOf(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string; role: Role },
): Promise<void> {
  const { id, role } = checkInput(roleSchema, input);
  const own = "You can’t change your own role. Ask another admin.";
  await forOther(ctx, accountRequest, { id }, own, (here, change) =>
    changeRole(ctx, here, { ...change, role }),
  );
}

/** Never oneself, nor the last admin. */
export function banPerson(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<void> {
  return forOther(ctx, accountRequest, input, "You can’t ban yourself.", (here, change) =>
    ban(ctx, here, change),
  );
}

export function unbanPerson(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<void> {
  return forOther(ctx, accountRequest, input, "You can’t do this to yourself.", (here, change) =>
    unban(ctx, here, change),
  );
}

/** For somebody who has lost app and codes, and has shown in person who they are; never for oneself. */
export function turnOffTwoFactorOf(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<void> {
  const own = "Switch off your own second step on your profile.";
  return forOther(ctx, accountRequest, input, own, (here, change) => turnOffTwoFactor(ctx, here, change));
}

async function forOther(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
  ownError: string,
  work: (here: ClientContext, change: StaffChange) => Promise<void>,
): Promise<void> {
  const { person } = await requireFreshAdmin(ctx, accountRequest);
  const { id: userId } = checkInput(idSchema, input);
  if (userId === person.id) throw accountErrors.own(ownError);
  await work(clientContextOf(ctx, accountRequest), { actor: person.id, userId });
}

const oneSchema = z.strictObject({ ...idSchema.shape, session: z.string().max(100) });

export async function endSessionOf(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string; session: string },
): Promise<void> {
  const { person } = await requireAdmin(ctx, accountRequest);
  const { id, session } = checkInput(oneSchema, input);
  const here = clientContextOf(ctx, accountRequest);
  await write(ctx.db, async (tx) => {
    await endOneSession(tx, here, { id: session, userId: id, actor: person.id });
    const user = await findUser(tx, id);
    if (user && id !== person.id) await mailChange(ctx, tx, here, user, "sessions-ended");
  });
}

/** All of somebody's; of one's own the one that asks stays. */
export async function endSessionsOf(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<void> {
  const { person, sessionId } = await requireAdmin(ctx, accountRequest);
  const { id } = checkInput(idSchema, input);
  const here = clientContextOf(ctx, accountRequest);
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, id);
    const user = await findUser(tx, id);
    if (!user) throw accountErrors.missing();
    await endSessions(tx, id, sessionId);
    await recordEvent(tx, here, { actor: person.id, action: "sessions-ended", subject: id });
    if (id !== person.id) await mailChange(ctx, tx, here, user, "sessions-ended");
  });
}

/** The admin who asks, by cookie or by token; throws a DomainError for anybody else, whatever a page or a route has let through. */
export async function requireAdmin(ctx: AccountContext, accountRequest: AccountRequest): Promise<Signed> {
  const hasToken = accountRequest.request.headers.has("authorization");
  const signed = await (hasToken ? identifyByToken(ctx, accountRequest) : identify(ctx, accountRequest));
  if (!signed) throw accountErrors.signedOut();
  if (signed.person.role !== "admin" || signed.needsTwoFactor) throw accountErrors.needsRole();
  return signed;
}

/** The same for what must not be done by whoever finds the browser open. */
export async function requireFreshAdmin(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<Signed> {
  const signed = await requireAdmin(ctx, accountRequest);
  if (!signed.isFresh) throw accountErrors.stale();
  return signed;
}

/** Who does it: a person's id, or "command" for the command line; and to whom. */
interface StaffChange {
  actor: string;
  userId: string;
}

/** What was opened under the old role ends. */
export function changeRole(
  ctx: AccountContext,
  here: ClientContext,
  change: StaffChange & { role: Role },
): Promise<void> {
  return changePerson(ctx, change, (tx, user) => giveRole(ctx, tx, here, user, change));
}

/** The same within a transaction that holds the person. */
export async function giveRole(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  user: User,
  { actor, role }: { actor: string; role: Role },
): Promise<void> {
  if (user.role === role) return;
  if (role !== "admin") await keepAnAdmin(tx, user.id);
  const changed = { role, role_since: here.at, updated_at: here.at };
  await tx.query.updateTable("users").set(changed).where("id", "=", user.id).execute();
  await endSessions(tx, user.id);
  const detail = `${user.role} to ${role}`;
  await recordEvent(tx, here, { actor, action: "role-changed", subject: user.id, detail });
  const link = new URL("/login", publicUrl).href;
  const mail = { template: "role-changed" as const, name: user.name, role, link };
  await queueMail(tx, { to: user.email, personId: user.id, mail }, here.now);
}

/** A banned person is signed out everywhere and can't sign in any more. */
export function ban(ctx: AccountContext, here: ClientContext, change: StaffChange): Promise<void> {
  return changePerson(ctx, change, async (tx, user) => {
    await keepAnAdmin(tx, user.id);
    await tx.query
      .updateTable("users")
      .set({ banned: 1, updated_at: here.at })
      .where("id", "=", user.id)
      .execute();
    await endSessions(tx, user.id);
    await recordEvent(tx, here, { actor: change.actor, action: "banned", subject: user.id });
    await mailAccountClosing(ctx, tx, here, user, true);
  });
}

function unban(ctx: AccountContext, here: ClientContext, actionContext: StaffChange): Promise<void> {
  return changePerson(ctx, actionContext, async (tx, user) => {
    await tx.query
      .updateTable("users")
      .set({ banned: 0, updated_at: here.at })
      .where("id", "=", user.id)
      .execute();
    await recordEvent(tx, here, { actor: actionContext.actor, action: "unbanned", subject: user.id });
    await mailAccountClosing(ctx, tx, here, user, false);
  });
}

/** For somebody who has lost app and codes, and has shown in person who they are. */
export function turnOffTwoFactor(
  ctx: AccountContext,
  here: ClientContext,
  actionContext: StaffChange,
): Promise<void> {
  return changePerson(ctx, actionContext, async (tx, user) => {
    await tx.query.deleteFrom("two_factor").where("user_id", "=", user.id).execute();
    await endSessions(tx, user.id);
    await recordEvent(tx, here, {
      actor: actionContext.actor,
      action: "second-step-dropped",
      subject: user.id,
    });
    await mailChange(ctx, tx, here, user, "second-step-dropped");
  });
}

function mailAccountClosing(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  user: User,
  isClosed: boolean,
): Promise<string> {
  const link = new URL(isClosed ? "/contact" : "/login", publicUrl).href;
  const mail = { template: "account-closed" as const, name: user.name, isClosed, link };
  return queueMail(tx, { to: user.email, personId: user.id, mail }, here.now);
}

async function changePerson(
  { db }: AccountContext,
  { userId }: StaffChange,
  work: (tx: Writing, user: User) => Promise<void>,
): Promise<void> {
  await write(db, async (tx) => {
    await lockPerson(tx, userId);
    const user = await findUser(tx, userId);
    if (!user) throw accountErrors.missing();
    await work(tx, user);
  });
}
