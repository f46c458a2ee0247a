import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { emailSchema } from "#app/text/email.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from "../one-time-tokens.ts";
import { hashPassword } from "../passwords/password.ts";
import { checkFormWithPassword, newPasswordFields } from "../passwords/password-rules.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf, knownAsker, recordEvent } from "../request-context.ts";
import { listAdmins } from "../staff/last-admin.ts";
import { createUser, findUserByEmail, setPassword } from "../users.ts";
import { nameField } from "./register.ts";

export const setupMs = 24 * 3_600_000;

/** A link to become the first admin by, for whoever reads the start's output; null when there is an admin. */
export async function offerSetup(deps: Dependencies, here: ClientContext): Promise<URL | null> {
  return write(deps.db, async (tx) => {
    await tx.engine.lock(tx.query, "admins");
    if ((await listAdmins(tx)).length > 0) return null;
    const token = await createOneTimeToken(tx, here, {
      userId: null,
      purpose: "setup",
      milliseconds: setupMs,
    });
    return new URL(`/setup?token=${token}`, deps.publicUrl);
  });
}

export const readSetup =
  (deps: Dependencies): Accounts["readSetup"] =>
  async (asking, token) => {
    const proof = await findOneTimeToken(deps.db, clientContextOf(deps, asking), token, ["setup"]);
    return { state: proof && (await listAdmins(deps.db)).length === 0 ? "ready" : "gone" };
  };

const setupSchema = z.strictObject({
  token: z.string().max(100),
  name: nameField,
  email: emailSchema("Enter your e-mail address"),
  ...newPasswordFields,
});

/** The first admin. However many hold the link, there is one. */
export const setUp =
  (deps: Dependencies): Accounts["setUp"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { token, name, email, password } = await checkFormWithPassword(
      deps,
      setupSchema,
      input,
      (typed) => [typed.name, typed.email],
    );
    if (!(await findOneTimeToken(deps.db, here, token, ["setup"]))) throw refusals.gone();
    const hash = await hashPassword(password, knownAsker(here));
    await write(deps.db, async (tx) => {
      const proof = await findOneTimeToken(tx, here, token, ["setup"]);
      if (!proof || !(await consumeOneTimeToken(tx, here, proof))) throw refusals.gone();
      await createFirstAdmin(tx, here, { name, email, hash, by: "setup link" });
    });
    return { cookies: [] };
  };

export interface FirstAdmin {
  name: string;
  email: string;
  /** Of the password. */
  hash: string;
  by: string;
}

/** Throws a DomainError when there is an admin, or the address has an account. */
export async function createFirstAdmin(tx: Writing, here: ClientContext, admin: FirstAdmin): Promise<void> {
  const { name, email, hash, by } = admin;
  await tx.engine.lock(tx.query, "admins");
  if ((await listAdmins(tx)).length > 0) throw refusals.gone();
  if (await findUserByEmail(tx, email))
    throw refusals.field(
      "email",
      "This address has an account; make it an admin with: npm run admin -- promote",
    );
  const user = await createUser(tx, here, { name, email, role: "admin", by });
  await setPassword(tx, here, user.id, hash);
  await tx.query.deleteFrom("proofs").where("purpose", "=", "setup").execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  await recordEvent(tx, here, { actor: user.id, action: "first-admin", subject: user.id, detail: by });
}
