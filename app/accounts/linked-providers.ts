import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/check.ts";
import type { Accounts } from "./accounts.ts";
import { holdPerson } from "./admit.ts";
import { circumstancesOf } from "./circumstances.ts";
import { requireFresh, requireSigned } from "./identify.ts";
import { tellOfChange } from "./notices.ts";
import type { World } from "./parts.ts";
import { refusals } from "./refusals.ts";
import { idSchema } from "./sessions.ts";
import { keepAWayIn } from "./ways-in.ts";

export const linkedProviders =
  (world: World): Accounts["linkedProviders"] =>
  async (asking) => {
    const { person } = await requireSigned(world, asking);
    const rows = await world.db.query
      .selectFrom("identities")
      .select(["email", "created_at"])
      .where("user_id", "=", person.id)
      .where("provider_id", "=", "google")
      .execute();
    return rows.map(({ email, created_at }) => ({ id: "google", email, since: created_at }));
  };

export const unlinkProvider =
  (world: World): Accounts["unlinkProvider"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { person } = await requireFresh(world, asking);
    const { id } = checkInput(idSchema, input);
    if (id !== "google") throw refusals.missing();
    await write(world.db, async (tx) => {
      await holdPerson(tx, person.id);
      const gone = await tx.query
        .deleteFrom("identities")
        .where("user_id", "=", person.id)
        .where("provider_id", "=", "google")
        .executeTakeFirst();
      if (Number(gone.numDeletedRows) === 0) throw refusals.missing();
      await keepAWayIn(tx, person.id);
      await tellOfChange(world, tx, here, person, "google-unlinked");
    });
    return { cookies: [] };
  };
