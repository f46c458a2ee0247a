import type { Writing } from "#app/database/database.ts";
import { refusals } from "../refusals.ts";

/** Throws a DomainError when nothing is left that a person could sign in by; what was taken away then stays. */
export async function requireSignInMethod(tx: Writing, userId: string): Promise<void> {
  const identity = tx.query.selectFrom("identities").select("id").where("user_id", "=", userId);
  const passkey = tx.query.selectFrom("passkeys").select("id").where("user_id", "=", userId);
  if ((await identity.executeTakeFirst()) || (await passkey.executeTakeFirst())) return;
  throw refusals.lastWayIn();
}
