import { z } from "zod";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest, NewPasswordInput, ReadInvitation } from "../accounts.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkNewPassword, passwordField } from "../passwords/password-rules.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, knownAsker, recordEvent } from "../request-context.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { createUser, findUserByEmail, setPassword, type User } from "../users.ts";
import type { Invitation } from "./invitations.ts";
import { giveRole } from "./roles.ts";

export async function readInvitation(
  ctx: AccountContext,
  asking: AccountRequest,
  token: string,
): Promise<ReadInvitation> {
  const found = await findGood(ctx.db, clientContextOf(ctx, asking), token);
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

/** Makes the account, or gives the role to the one that has come to be since; nobody is signed in by it. */
export async function acceptInvitation(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { token: string } & Partial<NewPasswordInput>,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { token, password = "", passwordAgain = "" } = checkInput(acceptSchema, input);
  const seen = await findGood(ctx.db, here, token);
  if (!seen) throw refusals.gone();
  const hasAccount = (await findUserByEmail(ctx.db, seen.email)) !== undefined;
  if (!hasAccount) await checkNewPassword(ctx, { password, passwordAgain }, [seen.name, seen.email]);
  const hash = hasAccount ? null : await hashPassword(password, knownAsker(here));
  await write(ctx.db, (tx) => join(ctx, tx, here, { token, hash }));
  return { cookies: [] };
}

async function join(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  { token, hash }: { token: string; hash: string | null },
): Promise<void> {
  const found = await findGood(tx, here, token);
  if (!found) throw refusals.gone();
  await tx.engine.lock(tx.query, `account:${found.email_key}`);
  const used = await tx.query.deleteFrom("invitations").where("id", "=", found.id).executeTakeFirst();
  if (Number(used.numDeletedRows) === 0) throw refusals.gone();
  const known = await findUserByEmail(tx, found.email);
  if (known) await raise(ctx, tx, here, known, found);
  else if (hash === null) throw refusals.gone();
  else await makeAccount(tx, here, found, hash);
}

async function makeAccount(tx: Writing, here: ClientContext, invited: Invitation, hash: string) {
  const { id, name, email, email_key, role } = invited;
  const user = await createUser(tx, here, { id, name, email, role, by: "invitation" });
  await setPassword(tx, here, user.id, hash);
  await tx.query.deleteFrom("registrations").where("email_key", "=", email_key).execute();
}

/** Whoever has made an account meanwhile is a member; a role that staff have given since stays. */
async function raise(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  known: User,
  invited: Invitation,
) {
  await lockPerson(tx, known.id);
  if (known.banned === 1) throw refusals.banned();
  if (known.role === "member")
    await giveRole(ctx, tx, here, known, { actor: invited.invited_by, role: invited.role });
  const event = { actor: known.id, action: "invitation-accepted" as const, subject: known.id };
  await recordEvent(tx, here, { ...event, detail: invited.id });
}

/** An invitation is worth what its inviter is: it ends with their being an admin. */
async function findGood(
  { query }: Database,
  { at }: ClientContext,
  token: string,
): Promise<Invitation | undefined> {
  return query
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invited_by")
    .selectAll("invitations")
    .where("invitations.token", "=", hashSecret(token))
    .where("invitations.expires_at", ">", at)
    .where("users.role", "=", "admin")
    .where("users.banned", "=", 0)
    .executeTakeFirst();
}
