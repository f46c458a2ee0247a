import { z } from "zod";
import { emailSchema } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, clientContextOf, knownCaller, recordEvent } from "../account-events.ts";
import type { AccountRequest, NewPasswordInput } from "../accounts.ts";
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from "../one-time-tokens.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkFormWithPassword, newPasswordFields } from "../passwords/password-rules.ts";
import { createSession, type SessionAnswer } from "../sessions/create-session.ts";
import { createUser, findUserByEmail, listAdmins, setPassword, type User } from "../users.ts";
import { nameField } from "./register.ts";

export const setupMs = 24 * 3_600_000;

/** Link for the first admin, printed at startup; null if an admin exists. */
export async function offerSetup(ctx: AccountContext, here: ClientContext): Promise<URL | null> {
  return write(ctx.db, async (tx) => {
    await tx.locks.acquire(tx.query, "admins");
    if ((await listAdmins(tx)).length > 0) return null;
    const token = await createOneTimeToken(tx, here, {
      userId: null,
      purpose: "setup",
      milliseconds: setupMs,
    });
    return new URL(`/setup?token=${token}`, ctx.publicUrl);
  });
}

/** Reads the state of a setup link, which the first start prints. */
export async function readSetup(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  token: string,
): Promise<{ state: "ready" | "gone" }> {
  const oneTimeToken = await findOneTimeToken(ctx.db, clientContextOf(ctx, accountRequest), token, ["setup"]);
  return { state: oneTimeToken && (await listAdmins(ctx.db)).length === 0 ? "ready" : "gone" };
}

const setupSchema = z.strictObject({
  token: z.string().max(100),
  name: nameField,
  email: emailSchema("Enter your e-mail address"),
  ...newPasswordFields,
});

/** Creates the first admin, once per link, and signs them in. */
export async function setUp(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { token: string; name: string; email: string } & NewPasswordInput,
): Promise<SessionAnswer & { adminId: string }> {
  const here = clientContextOf(ctx, accountRequest);
  const { token, name, email, password } = await checkFormWithPassword(ctx, setupSchema, input, (typed) => [
    typed.name,
    typed.email,
  ]);
  if (!(await findOneTimeToken(ctx.db, here, token, ["setup"]))) throw accountErrors.gone();
  const hash = await hashPassword(password, knownCaller(here));
  return write(ctx.db, async (tx) => {
    const oneTimeToken = await findOneTimeToken(tx, here, token, ["setup"]);
    if (!oneTimeToken || !(await consumeOneTimeToken(tx, here, oneTimeToken))) throw accountErrors.gone();
    const user = await createFirstAdmin(tx, here, { name, email, hash, by: "setup link" });
    const answer = await createSession(ctx, tx, accountRequest, here, { user, method: "password" });
    return { ...answer, adminId: user.id };
  });
}

export interface FirstAdmin {
  name: string;
  email: string;
  /** Password hash. */
  hash: string;
  by: string;
}

/** Throws a DomainError if an admin exists or the address has an account. */
export async function createFirstAdmin(tx: Writing, here: ClientContext, admin: FirstAdmin): Promise<User> {
  const { name, email, hash, by } = admin;
  await tx.locks.acquire(tx.query, "admins");
  if ((await listAdmins(tx)).length > 0) throw accountErrors.gone();
  if (await findUserByEmail(tx, email))
    throw accountErrors.field(
      "email",
      "This address has an account; make it an admin with: npm run admin -- promote",
    );
  const user = await createUser(tx, here, { name, email, role: "admin", by });
  await setPassword(tx, here, user.id, hash);
  await tx.query.deleteFrom("one_time_tokens").where("purpose", "=", "setup").execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  await recordEvent(tx, here, { actor: user.id, action: "first-admin", subject: user.id, detail: by });
  return user;
}
