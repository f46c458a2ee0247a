import type { Accounts } from "./accounts.ts";
import { requireSigned } from "./identify.ts";
import type { World } from "./parts.ts";

/** By what whoever is signed in can show again who they are. */
export const waysToConfirm =
  (world: World): Accounts["waysToConfirm"] =>
  async (asking) => {
    const { person, isFresh } = await requireSigned(world, asking);
    const { query } = world.db;
    const google = await query
      .selectFrom("identities")
      .select("id")
      .where("user_id", "=", person.id)
      .where("provider_id", "=", "google")
      .executeTakeFirst();
    const passkey = await query
      .selectFrom("passkeys")
      .select("id")
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    return {
      personId: person.id,
      email: person.email,
      isFresh,
      hasPassword: person.hasPassword,
      hasSecondStep: person.hasSecondStep,
      hasGoogle: google !== undefined,
      hasPasskey: passkey !== undefined,
    };
  };
