import type { Selectable } from "kysely";
import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import type { InvitationTable } from "#app/database/tables/accounts.ts";
import { countAttempt } from "#app/http/ops/limits.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { newId } from "#app/platform/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import type { StaffAccounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { askerMailLimits } from "../limits.ts";
import { refusals } from "../refusals.ts";
import { nameField } from "../registration/register.ts";
import { type ClientContext, clientContextOf, later, recordEvent } from "../request-context.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { findUserByEmail } from "../users.ts";
import { roleField } from "./change-others.ts";
import { requireAdmin, requireFreshAdmin } from "./require-admin.ts";

export type Invitation = Selectable<InvitationTable>;

export const invitationMs = 7 * 86_400_000;

export const invitationSchema = z.strictObject({
  name: nameField,
  email: emailSchema("Write their e-mail address"),
  role: roleField,
});

export const invite =
  (deps: Dependencies): StaffAccounts["invite"] =>
  async (asking, input) => {
    const { person } = await requireFreshAdmin(deps, asking);
    const { name, email, role } = checkInput(invitationSchema, input);
    const here = clientContextOf(deps, asking);
    return write(deps.db, async (tx) => {
      const email_key = emailKey(email);
      await tx.engine.lock(tx.query, `account:${email_key}`);
      await refuseKnown(tx, email);
      const id = newId();
      const moments = { created_at: here.at, sent_at: here.at, expires_at: later(here, invitationMs) };
      const row = { id, name, email, email_key, role, token: "", invited_by: person.id, ...moments };
      const link = await mailLink(deps, tx, here, row, (token) =>
        tx.query
          .insertInto("invitations")
          .values({ ...row, token })
          .execute(),
      );
      await recordEvent(tx, here, { actor: person.id, action: "invited", subject: id, detail: role });
      return { id, link };
    });
  };

/** Whoever sends it again stands for it from then on. */
export const resendInvitation =
  (deps: Dependencies): StaffAccounts["resendInvitation"] =>
  async (asking, input) => {
    const { person } = await requireAdmin(deps, asking);
    const { id } = checkInput(idSchema, input);
    const here = clientContextOf(deps, asking);
    return write(deps.db, async (tx) => {
      const row = await findInvitation(tx, id);
      const changed = { invited_by: person.id, sent_at: here.at, expires_at: later(here, invitationMs) };
      const link = await mailLink(deps, tx, here, { ...row, invited_by: person.id }, (token) =>
        tx.query
          .updateTable("invitations")
          .set({ ...changed, token })
          .where("id", "=", id)
          .execute(),
      );
      await recordEvent(tx, here, { actor: person.id, action: "invitation-resent", subject: id });
      return { link };
    });
  };

export const revokeInvitation =
  (deps: Dependencies): StaffAccounts["revokeInvitation"] =>
  async (asking, input) => {
    const { person } = await requireAdmin(deps, asking);
    const { id } = checkInput(idSchema, input);
    const here = clientContextOf(deps, asking);
    await write(deps.db, async (tx) => {
      await findInvitation(tx, id);
      await tx.query.deleteFrom("invitations").where("id", "=", id).execute();
      await recordEvent(tx, here, { actor: person.id, action: "invitation-revoked", subject: id });
    });
  };

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
  { publicUrl }: Dependencies,
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
