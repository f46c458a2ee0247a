import { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  mailChange,
  recordEvent,
} from "#app/domain/accounts/account-events.ts";
import type { AccountRequest, Role, Signed } from "#app/domain/accounts/accounts.ts";
import { identifyByToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { lockPerson } from "#app/domain/accounts/sessions/create-session.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { idSchema } from "#app/domain/accounts/sessions/own-sessions.ts";
import { endOneSession, endSessions } from "#app/domain/accounts/sessions/session.ts";
import { findUser, keepAnAdmin, type User } from "#app/domain/accounts/users.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { type Writing, write } from "#app/platform/database/database.ts";

export const roleField = z.enum(["member", "editor", "admin"], "Choose member, editor or admin");

const roleSchema = z.strictObject({ ...idSchema.shape, role: roleField });

/**
 * Changes another person's role and ends their sessions; never the last admin's. Like all functions here, requires a
 * fresh session.
 */
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

/** Bans another person; never the last admin. */
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

/**
 * Turns off two-factor authentication of another person who lost app and codes and has proved their identity in person.
 */
export function turnOffTwoFactorOf(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<void> {
  const own = "Turn off your own two-factor authentication on your profile.";
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

/** Ends all sessions of a person; one's own current session remains. */
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

/** Requesting admin, by cookie or token; throws a DomainError otherwise, even if the page or route forgot to check. */
export async function requireAdmin(ctx: AccountContext, accountRequest: AccountRequest): Promise<Signed> {
  const hasToken = accountRequest.request.headers.has("authorization");
  const signed = await (hasToken ? identifyByToken(ctx, accountRequest) : identify(ctx, accountRequest));
  if (!signed) throw accountErrors.signedOut();
  if (signed.person.role !== "admin" || signed.needsTwoFactor) throw accountErrors.needsRole();
  return signed;
}

/** Requesting admin with a fresh session, for actions that a stranger at an open browser must not perform. */
export async function requireFreshAdmin(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<Signed> {
  const signed = await requireAdmin(ctx, accountRequest);
  if (!signed.isFresh) throw accountErrors.stale();
  return signed;
}

/** Actor of a change and the affected person. The actor is a person's id, or "command" for the command line. */
interface StaffChange {
  actor: string;
  userId: string;
}

/** Changes a role and ends the sessions opened under the old one. */
export function changeRole(
  ctx: AccountContext,
  here: ClientContext,
  change: StaffChange & { role: Role },
): Promise<void> {
  return changePerson(ctx, change, (tx, user) => giveRole(ctx, tx, here, user, change));
}

/** Changes a role within a transaction that has locked the person. */
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

/** Bans a person, which ends all sessions and blocks sign-in. */
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

/** Turns off two-factor authentication for a person who lost app and codes and has proved their identity in person. */
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
