import { type Writing, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { AccountContext } from "../account-context.ts";
import type { Role } from "../accounts.ts";
import { mailChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, recordEvent } from "../request-context.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { endSessions } from "../sessions/session.ts";
import { findUser, type User } from "../users.ts";
import { keepAnAdmin } from "./last-admin.ts";

/** Who does it: a person's id, or "command" for the command line; and to whom. */
export interface StaffChange {
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
    await tellOfClosing(ctx, tx, here, user, true);
  });
}

export function unban(ctx: AccountContext, here: ClientContext, actionContext: StaffChange): Promise<void> {
  return changePerson(ctx, actionContext, async (tx, user) => {
    await tx.query
      .updateTable("users")
      .set({ banned: 0, updated_at: here.at })
      .where("id", "=", user.id)
      .execute();
    await recordEvent(tx, here, { actor: actionContext.actor, action: "unbanned", subject: user.id });
    await tellOfClosing(ctx, tx, here, user, false);
  });
}

/** For somebody who has lost app and codes, and has shown in person who they are. */
export function dropSecondStep(
  ctx: AccountContext,
  here: ClientContext,
  actionContext: StaffChange,
): Promise<void> {
  return changePerson(ctx, actionContext, async (tx, user) => {
    await tx.query.deleteFrom("second_steps").where("user_id", "=", user.id).execute();
    await endSessions(tx, user.id);
    await recordEvent(tx, here, {
      actor: actionContext.actor,
      action: "second-step-dropped",
      subject: user.id,
    });
    await mailChange(ctx, tx, here, user, "second-step-dropped");
  });
}

function tellOfClosing(
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
    if (!user) throw refusals.missing();
    await work(tx, user);
  });
}
