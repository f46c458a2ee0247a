import type { Database } from "#app/database/database.ts";

/** What a person calls their passkeys, the oldest first. */
export async function listPasskeyNames({ query }: Database, userId: string): Promise<string[]> {
  const rows = await query
    .selectFrom("passkeys")
    .select("name")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ name }) => name ?? "Passkey");
}
