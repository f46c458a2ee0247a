import type { Selectable } from "kysely";
import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountRequest, InvitationInput, Role } from "#app/accounts/accounts.ts";
import { askerMailLimits } from "#app/accounts/limits.ts";
import { refusals } from "#app/accounts/refusals.ts";
import { nameField } from "#app/accounts/registration/register.ts";
import { type ClientContext, clientContextOf, later, recordEvent } from "#app/accounts/request-context.ts";
import { idSchema } from "#app/accounts/sessions/own-sessions.ts";
import { findUserByEmail } from "#app/accounts/users.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { InvitationTable } from "#app/database/tables/accounts.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { newId } from "#app/platform/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import { requireAdmin, requireFreshAdmin, roleField } from "./change-others.ts";

export type Invitation = Selectable<InvitationTable>;

export const invitationMs = 7 * 86_400_000;

export const invitationSchema = z.strictObject({
  name: nameField,
  email: emailSchema("Write their e-mail address"),
  role: roleField,
});

/** Mails a link that is good once and for 7 days; answers the invitation's id, which will be the person's. */
export async function invite(
  ctx: AccountContext,
  asking: AccountRequest,
  input: InvitationInput,
): Promise<{ id: string; link: string }> {
  const { person } = await requireFreshAdmin(ctx, asking);
  const { name, email, role } = checkInput(invitationSchema, input);
  const here = clientContextOf(ctx, asking);
  return write(ctx.db, async (tx) => {
    const email_key = emailKey(email);
    await tx.engine.lock(tx.query, `account:${email_key}`);
    await refuseKnown(tx, email);
    const id = newId();
    const moments = { created_at: here.at, sent_at: here.at, expires_at: later(here, invitationMs) };
    const row = { id, name, email, email_key, role, token: "", invited_by: person.id, ...moments };
    const link = await mailLink(ctx, tx, here, row, (token) =>
      tx.query
        .insertInto("invitations")
        .values({ ...row, token })
        .execute(),
    );
    await recordEvent(tx, here, { actor: person.id, action: "invited", subject: id, detail: role });
    return { id, link };
  });
}

/** Whoever sends it again stands for it from then on. */
export async function resendInvitation(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<{ link: string }> {
  const { person } = await requireAdmin(ctx, asking);
  const { id } = checkInput(idSchema, input);
  const here = clientContextOf(ctx, asking);
  return write(ctx.db, async (tx) => {
    const row = await findInvitation(tx, id);
    const changed = { invited_by: person.id, sent_at: here.at, expires_at: later(here, invitationMs) };
    const link = await mailLink(ctx, tx, here, { ...row, invited_by: person.id }, (token) =>
      tx.query
        .updateTable("invitations")
        .set({ ...changed, token })
        .where("id", "=", id)
        .execute(),
    );
    await recordEvent(tx, here, { actor: person.id, action: "invitation-resent", subject: id });
    return { link };
  });
}

export async function revokeInvitation(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<void> {
  const { person } = await requireAdmin(ctx, asking);
  const { id } = checkInput(idSchema, input);
  const here = clientContextOf(ctx, asking);
  await write(ctx.db, async (tx) => {
    await findInvitation(tx, id);
    await tx.query.deleteFrom("invitations").where("id", "=", id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "invitation-revoked", subject: id });
  });
}

async function findInvitation({ query }: Writing, id: string): Promise<Invitation> {
  const row = await query.selectFrom("invitations").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw refusals.missing();
  return row;
}

async function refuseKnown(tx: Writing, email: string): Promise<void> {
  if (await findUserByEmail(tx, email))
    throw refusals.field("email", "This address has an account already; change its role instead");
  const waiting = await tx.query
    .selectFrom("invitations")
    .select("id")
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  if (waiting)
    throw refusals.field("email", "This address is invited already; send that invitation once more");
}

/** The secret is in the mail and in what this answers; what is kept of it is its hash. */
async function mailLink(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { name, email, invited_by }: Pick<Invitation, "name" | "email" | "invited_by">,
  keep: (token: string) => Promise<unknown>,
): Promise<string> {
  await countAttempt(tx, askerMailLimits("invitation", email, invited_by), here.now);
  const secret = newSecret();
  await keep(hashSecret(secret));
  const link = new URL(`/invitation?token=${secret}`, publicUrl).href;
  const expiresAt = new Date(here.now.getTime() + invitationMs);
  await queueMail(tx, { to: email, mail: { template: "invited", name, link }, expiresAt }, here.now);
  return link;
}

/** Somebody who was asked to join and has not yet. */
export interface WaitingInvitation {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Name of who asked them, or sent it last. */
  invitedBy: string;
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
}

/** Everyone who was invited and has not come yet, the latest first; at most 500. */
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
