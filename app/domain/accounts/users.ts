import type { Selectable } from "kysely";
import { emailKey } from "#app/lib/text/email.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { UserTable } from "#app/platform/database/tables/accounts.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { accountErrors } from "./account-errors.ts";
import { type ClientContext, recordEvent } from "./account-events.ts";
import type { Role } from "./accounts.ts";

export type User = Selectable<UserTable>;

export async function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return db.query.selectFrom("users").selectAll().where("email_key", "=", emailKey(email)).executeTakeFirst();
}

export async function findUser(db: Database, id: string): Promise<User | undefined> {
  return db.query.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export interface NewUser {
  name: string;
  /** Verified address. */
  email: string;
  role?: Role;
  /** Reserved id, such as an invitation's; new otherwise. */
  id?: string;
  /** Origin of the account, for the audit log. */
  by: string;
  /** Consent text as shown; absent for accounts created by others. */
  consent?: { text: string; at: string };
}

/** Creates an account. The unique key of the address resolves concurrent attempts. */
export async function createUser(
  tx: Writing,
  here: ClientContext,
  { name, email, role = "member", id = newId(), by, consent }: NewUser,
): Promise<User> {
  const user: User = {
    id,
    name,
    email,
    email_key: emailKey(email),
    email_verified: 1,
    image: null,
    phone: "",
    role,
    role_since: here.at,
    banned: 0,
    created_at: here.at,
    updated_at: here.at,
    deletes_at: null,
    last_seen_at: "",
    consent_text: consent?.text ?? "",
    consented_at: consent?.at ?? "",
  };
  await tx.query.insertInto("users").values(user).execute();
  await recordEvent(tx, here, { actor: user.id, action: "account-created", subject: user.id, detail: by });
  return user;
}

/** Returns the hash of a person's password; null without one. */
export async function findPassword(db: Database, userId: string): Promise<string | null> {
  const row = await db.query
    .selectFrom("identities")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Sets the first or a new password. @param hash from `hashPassword` */
export async function setPassword(
  tx: Writing,
  { at }: ClientContext,
  userId: string,
  hash: string,
): Promise<void> {
  const row = { password: hash, updated_at: at };
  await tx.query
    .insertInto("identities")
    .values({
      ...row,
      id: newId(),
      user_id: userId,
      provider_id: "credential",
      account_id: userId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "provider_id"]).doUpdateSet(row))
    .execute();
}

/** Throws a DomainError if this person is the last admin. Locks the admins until the transaction ends. */
export async function keepAnAdmin(tx: Writing, userId: string): Promise<void> {
  await tx.locks.acquire(tx.query, "admins");
  const admins = await listAdmins(tx);
  if (admins.includes(userId) && admins.length === 1) throw accountErrors.lastAdmin();
}

/** Ids of admins who are neither banned nor scheduled for deletion. */
export async function listAdmins({ query }: Database): Promise<string[]> {
  const rows = await query
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("banned", "=", 0)
    .where("deletes_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether anyone has ever signed in. */
export async function hasSignIns({ query }: Database): Promise<boolean> {
  const user = await query
    .selectFrom("users")
    .select("id")
    .where("last_seen_at", "<>", "")
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/** Throws a DomainError if no sign-in method would remain; the caller's transaction then rolls back. */
export async function requireSignInMethod(tx: Writing, userId: string): Promise<void> {
  const identity = tx.query.selectFrom("identities").select("id").where("user_id", "=", userId);
  const passkey = tx.query.selectFrom("passkeys").select("id").where("user_id", "=", userId);
  if ((await identity.executeTakeFirst()) || (await passkey.executeTakeFirst())) return;
  throw accountErrors.lastWayIn();
}
