import type { Selectable } from "kysely";
import { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import {
  type ClientContext,
  clientContextOf,
  knownCaller,
  later,
  recordEvent,
} from "#app/domain/accounts/account-events.ts";
import type {
  AccountAnswer,
  AccountRequest,
  NewPasswordInput,
  ReadInvitation,
  Role,
} from "#app/domain/accounts/accounts.ts";
import { callerMailLimits } from "#app/domain/accounts/limits.ts";
import { nameField } from "#app/domain/accounts/registration/register.ts";
import { createSession, type SessionAnswer } from "#app/domain/accounts/sessions/create-session.ts";
import { idSchema } from "#app/domain/accounts/sessions/own-sessions.ts";
import { createUser, findUserByEmail, setPassword, type User } from "#app/domain/accounts/users.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailKey, emailSchema } from "#app/lib/text/email.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { InvitationTable } from "#app/platform/database/tables/accounts.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkNewPassword, passwordField } from "../passwords/password-rules.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { giveRole, requireAdmin, requireFreshAdmin, roleField } from "./change-others.ts";

type Invitation = Selectable<InvitationTable>;

export const invitationMs = 7 * 86_400_000;

export const invitationSchema = z.strictObject({
  name: nameField,
  email: emailSchema("Write their e-mail address"),
  role: roleField,
});

/** Mails a single-use link, valid for 7 days; returns the invitation's id, which becomes the person's id. */
export async function invite(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<{ id: string; link: string }> {
  const { person } = await requireFreshAdmin(ctx, accountRequest);
  const { name, email, role } = checkInput(invitationSchema, input);
  const here = clientContextOf(ctx, accountRequest);
  return write(ctx.db, async (tx) => {
    const email_key = emailKey(email);
    await tx.locks.acquire(tx.query, `account:${email_key}`);
    await refuseKnown(tx, email);
    const id = newId();
    const moments = { created_at: here.at, sent_at: here.at, expires_at: later(here, invitationMs) };
    const row = { id, name, email, email_key, role, token_hash: "", invited_by: person.id, ...moments };
    const link = await mailLink(ctx, tx, here, row, (token_hash) =>
      tx.query
        .insertInto("invitations")
        .values({ ...row, token_hash })
        .execute(),
    );
    await recordEvent(tx, here, { actor: person.id, action: "invited", subject: id, detail: role });
    return { id, link };
  });
}

/** Resends an invitation; the sender becomes its inviter. */
export async function resendInvitation(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<{ link: string }> {
  const { person } = await requireAdmin(ctx, accountRequest);
  const { id } = checkInput(idSchema, input);
  const here = clientContextOf(ctx, accountRequest);
  return write(ctx.db, async (tx) => {
    const row = await findInvitation(tx, id);
    const changed = { invited_by: person.id, sent_at: here.at, expires_at: later(here, invitationMs) };
    const link = await mailLink(ctx, tx, here, { ...row, invited_by: person.id }, (token_hash) =>
      tx.query
        .updateTable("invitations")
        .set({ ...changed, token_hash })
        .where("id", "=", id)
        .execute(),
    );
    await recordEvent(tx, here, { actor: person.id, action: "invitation-resent", subject: id });
    return { link };
  });
}

export async function revokeInvitation(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<void> {
  const { person } = await requireAdmin(ctx, accountRequest);
  const { id } = checkInput(idSchema, input);
  const here = clientContextOf(ctx, accountRequest);
  await write(ctx.db, async (tx) => {
    await findInvitation(tx, id);
    await tx.query.deleteFrom("invitations").where("id", "=", id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "invitation-revoked", subject: id });
  });
}

async function findInvitation({ query }: Writing, id: string): Promise<Invitation> {
  const row = await query.selectFrom("invitations").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw accountErrors.missing();
  return row;
}

async function refuseKnown(tx: Writing, email: string): Promise<void> {
  if (await findUserByEmail(tx, email))
    throw accountErrors.field("email", "This address has an account already; change its role instead");
  const waiting = await tx.query
    .selectFrom("invitations")
    .select("id")
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  if (waiting)
    throw accountErrors.field("email", "This address is invited already; send that invitation once more");
}

/** Stores the hash of a new secret; the mail and the return value contain the secret. */
async function mailLink(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { name, email, invited_by }: Pick<Invitation, "name" | "email" | "invited_by">,
  store: (tokenHash: string) => Promise<unknown>,
): Promise<string> {
  await countAttempt(tx, callerMailLimits("invitation", email, invited_by), here.now);
  const secret = newSecret();
  await store(hashSecret(secret));
  const link = new URL(`/invitation?token=${secret}`, publicUrl).href;
  const expiresAt = new Date(here.now.getTime() + invitationMs);
  await queueMail(tx, { to: email, mail: { template: "invited", name, link }, expiresAt }, here.now);
  return link;
}

/** Pending invitation. */
export interface WaitingInvitation {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Name of the person who sent it last. */
  invitedBy: string;
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
}

/** Pending invitations, newest first; at most 500. */
export async function listInvitations({ query }: Database, now: Date): Promise<WaitingInvitation[]> {
  const rows = await query
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invited_by")
    .selectAll("invitations")
    .select("users.name as inviter")
    .orderBy("sent_at", "desc")
    .orderBy("invitations.id", "desc")
    .limit(500)
    .execute();
  const at = now.toISOString();
  return rows.map(({ id, name, email, role, inviter, sent_at, expires_at }) => ({
    id,
    name,
    email,
    role,
    invitedBy: inviter,
    sentAt: sent_at,
    expiresAt: expires_at,
    isExpired: expires_at <= at,
  }));
}

export async function readInvitation(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  token: string,
): Promise<ReadInvitation> {
  const found = await findValid(ctx.db, clientContextOf(ctx, accountRequest), token);
  if (!found) return { state: "gone", name: "", email: "", role: "member", hasAccount: false };
  const { name, email, role } = found;
  const hasAccount = (await findUserByEmail(ctx.db, email)) !== undefined;
  return { state: "ready", name, email, role, hasAccount };
}

const acceptSchema = z.strictObject({
  token: z.string().max(100),
  password: passwordField.optional(),
  passwordAgain: passwordField.optional(),
});

/** `sign-in` for an existing account, because the link proves neither its password nor its second factor. */
type AcceptAnswer = AccountAnswer & { next: SessionAnswer["next"] | "sign-in" };

/** Creates the account and signs it in, or gives the role to an account that was created since the invitation. */
export async function acceptInvitation(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string } & Partial<NewPasswordInput>,
): Promise<AcceptAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { token, password = "", passwordAgain = "" } = checkInput(acceptSchema, input);
  const seen = await findValid(ctx.db, here, token);
  if (!seen) throw accountErrors.gone();
  const hasAccount = (await findUserByEmail(ctx.db, seen.email)) !== undefined;
  if (!hasAccount) await checkNewPassword(ctx, { password, passwordAgain }, [seen.name, seen.email]);
  const hash = hasAccount ? null : await hashPassword(password, knownCaller(here));
  return write(ctx.db, async (tx): Promise<AcceptAnswer> => {
    const user = await createOrPromote(ctx, tx, here, { token, hash });
    if (user) return createSession(ctx, tx, accountRequest, here, { user, method: "password" });
    return { next: "sign-in", cookies: [] };
  });
}

/** Creates the account; returns null if one exists. */
async function createOrPromote(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  { token, hash }: { token: string; hash: string | null },
): Promise<User | null> {
  const found = await findValid(tx, here, token);
  if (!found) throw accountErrors.gone();
  await tx.locks.acquire(tx.query, `account:${found.email_key}`);
  const used = await tx.query.deleteFrom("invitations").where("id", "=", found.id).executeTakeFirst();
  if (Number(used.numDeletedRows) === 0) throw accountErrors.gone();
  const known = await findUserByEmail(tx, found.email);
  if (known) {
    await promote(ctx, tx, here, known, found);
    return null;
  }
  if (hash === null) throw accountErrors.gone();
  return makeAccount(tx, here, found, hash);
}

async function makeAccount(
  tx: Writing,
  here: ClientContext,
  invited: Invitation,
  hash: string,
): Promise<User> {
  const { id, name, email, email_key, role } = invited;
  const user = await createUser(tx, here, { id, name, email, role, by: "invitation" });
  await setPassword(tx, here, user.id, hash);
  await tx.query.deleteFrom("registrations").where("email_key", "=", email_key).execute();
  return user;
}

/** Promotes an account created since the invitation, if it is a member; a role given since then stays. */
async function promote(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  known: User,
  invited: Invitation,
) {
  await lockPerson(tx, known.id);
  if (known.banned === 1) throw accountErrors.banned();
  if (known.role === "member")
    await giveRole(ctx, tx, here, known, { actor: invited.invited_by, role: invited.role });
  const event = { actor: known.id, action: "invitation-accepted" as const, subject: known.id };
  await recordEvent(tx, here, { ...event, detail: invited.id });
}

/** Finds a valid invitation. It ends when its inviter loses the admin role. */
async function findValid(
  { query }: Database,
  { at }: ClientContext,
  token: string,
): Promise<Invitation | undefined> {
  return query
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invited_by")
    .selectAll("invitations")
    .where("invitations.token_hash", "=", hashSecret(token))
    .where("invitations.expires_at", ">", at)
    .where("users.role", "=", "admin")
    .where("users.banned", "=", 0)
    .executeTakeFirst();
}
