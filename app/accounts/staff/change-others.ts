import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountRequest, Role, Signed } from "#app/accounts/accounts.ts";
import { mailChange } from "#app/accounts/notices.ts";
import { refusals } from "#app/accounts/refusals.ts";
import { type ClientContext, clientContextOf, recordEvent } from "#app/accounts/request-context.ts";
import { identifyByToken } from "#app/accounts/sessions/access-tokens.ts";
import { lockPerson } from "#app/accounts/sessions/create-session.ts";
import { identify } from "#app/accounts/sessions/identify.ts";
import { idSchema } from "#app/accounts/sessions/own-sessions.ts";
import { endOneSession, endSessions } from "#app/accounts/sessions/session.ts";
import { findUser } from "#app/accounts/users.ts";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { ban, changeRole, dropSecondStep, type StaffChange, unban } from "./roles.ts";

export const roleField = z.enum(["member", "editor", "admin"], "Choose member, editor or admin");

const roleSchema = z.strictObject({ ...idSchema.shape, role: roleField });

/** Never one's own, nor the last admin's. What was open under the old role ends. Asks for a fresh session, as all of these. */
export async function changeRoleOf(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string; role: Role },
): Promise<void> {
  const { id, role } = checkInput(roleSchema, input);
  const own = "You can’t change your own role. Ask another admin.";
  await forOther(ctx, asking, { id }, own, (here, change) => changeRole(ctx, here, { ...change, role }));
}

/** Never oneself, nor the last admin. */
export function banPerson(ctx: AccountContext, asking: AccountRequest, input: { id: string }): Promise<void> {
  return forOther(ctx, asking, input, "You can’t ban yourself.", (here, change) => ban(ctx, here, change));
}

export function unbanPerson(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<void> {
  return forOther(ctx, asking, input, "You can’t do this to yourself.", (here, change) =>
    unban(ctx, here, change),
  );
}

/** For somebody who has lost app and codes, and has shown in person who they are; never for oneself. */
export function dropSecondStepOf(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<void> {
  const own = "Switch off your own second step on your profile.";
  return forOther(ctx, asking, input, own, (here, change) => dropSecondStep(ctx, here, change));
}

async function forOther(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
  ownRefusal: string,
  work: (here: ClientContext, change: StaffChange) => Promise<void>,
): Promise<void> {
  const { person } = await requireFreshAdmin(ctx, asking);
  const { id: userId } = checkInput(idSchema, input);
  if (userId === person.id) throw refusals.own(ownRefusal);
  await work(clientContextOf(ctx, asking), { actor: person.id, userId });
}

const oneSchema = z.strictObject({ ...idSchema.shape, session: z.string().max(100) });

export async function endSessionOf(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string; session: string },
): Promise<void> {
  const { person } = await requireAdmin(ctx, asking);
  const { id, session } = checkInput(oneSchema, input);
  const here = clientContextOf(ctx, asking);
  await write(ctx.db, async (tx) => {
    await endOneSession(tx, here, { id: session, userId: id, actor: person.id });
    const user = await findUser(tx, id);
    if (user && id !== person.id) await mailChange(ctx, tx, here, user, "sessions-ended");
  });
}

/** All of somebody's; of one's own the one that asks stays. */
export async function endSessionsOf(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<void> {
  const { person, sessionId } = await requireAdmin(ctx, asking);
  const { id } = checkInput(idSchema, input);
  const here = clientContextOf(ctx, asking);
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, id);
    const user = await findUser(tx, id);
    if (!user) throw refusals.missing();
    await endSessions(tx, id, sessionId);
    await recordEvent(tx, here, { actor: person.id, action: "sessions-ended", subject: id });
    if (id !== person.id) await mailChange(ctx, tx, here, user, "sessions-ended");
  });
}

/** The admin who asks, by cookie or by token; throws a DomainError for anybody else, whatever a page or a route has let through. */
export async function requireAdmin(ctx: AccountContext, asking: AccountRequest): Promise<Signed> {
  const hasToken = asking.request.headers.has("authorization");
  const signed = await (hasToken ? identifyByToken(ctx, asking) : identify(ctx, asking));
  if (!signed) throw refusals.signedOut();
  if (signed.person.role !== "admin" || signed.needsSecondStep) throw refusals.needsRole();
  return signed;
}

/** The same for what must not be done by whoever finds the browser open. */
export async function requireFreshAdmin(ctx: AccountContext, asking: AccountRequest): Promise<Signed> {
  const signed = await requireAdmin(ctx, asking);
  if (!signed.isFresh) throw refusals.stale();
  return signed;
}
