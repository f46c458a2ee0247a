import type { Database } from "#app/database/database.ts";
import type { SignInKind } from "../accounts.ts";

interface Ways {
  waysIn: SignInKind[];
  hasSecondStep: boolean;
}

/** By which ways these people can sign in, and who of them has a second step. */
export async function findWaysIn({ query }: Database, ids: readonly string[]): Promise<(id: string) => Ways> {
  if (ids.length === 0) return () => ({ waysIn: [], hasSecondStep: false });
  const identities = await query
    .selectFrom("identities")
    .select(["user_id", "provider_id"])
    .where("user_id", "in", ids)
    .execute();
  const passkeys = await query
    .selectFrom("passkeys")
    .select("user_id")
    .distinct()
    .where("user_id", "in", ids)
    .execute();
  const steps = await query
    .selectFrom("second_steps")
    .select("user_id")
    .where("user_id", "in", ids)
    .where("verified", "=", 1)
    .execute();
  const has = (rows: readonly { user_id: string }[], id: string) => rows.some((row) => row.user_id === id);
  const ofProvider = (name: string) => identities.filter(({ provider_id }) => provider_id === name);
  const [passwords, googles] = [ofProvider("credential"), ofProvider("google")];
  return (id) => ({
    waysIn: [
      ...(has(passwords, id) ? (["password"] as const) : []),
      ...(has(googles, id) ? (["google"] as const) : []),
      ...(has(passkeys, id) ? (["passkey"] as const) : []),
    ],
    hasSecondStep: has(steps, id),
  });
}
