import type { Database, Writing } from "#app/database/database.ts";
import { refusals } from "../refusals.ts";

/** Throws a DomainError when without this person no admin would be left. Others who ask wait for this transaction's end. */
export async function keepAnAdmin(tx: Writing, userId: string): Promise<void> {
  await tx.engine.lock(tx.query, "admins");
  const admins = await listAdmins(tx);
  if (admins.includes(userId) && admins.length === 1) throw refusals.lastAdmin();
}

/** Ids of those who can act as admins and will go on to. */
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
