import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { tellOfChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf } from "../request-context.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireSignInMethod } from "../sessions/sign-in-methods.ts";

export const linkedProviders =
  (deps: Dependencies): Accounts["linkedProviders"] =>
  async (asking) => {
    const { person } = await requireSigned(deps, asking);
    const rows = await deps.db.query
      .selectFrom("identities")
      .select(["email", "created_at"])
      .where("user_id", "=", person.id)
      .where("provider_id", "=", "google")
      .execute();
    return rows.map(({ email, created_at }) => ({ id: "google", email, since: created_at }));
  };

export const unlinkProvider =
  (deps: Dependencies): Accounts["unlinkProvider"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireFreshSession(deps, asking);
    const { id } = checkInput(idSchema, input);
    if (id !== "google") throw refusals.missing();
    await write(deps.db, async (tx) => {
      await lockPerson(tx, person.id);
      const gone = await tx.query
        .deleteFrom("identities")
        .where("user_id", "=", person.id)
        .where("provider_id", "=", "google")
        .executeTakeFirst();
      if (Number(gone.numDeletedRows) === 0) throw refusals.missing();
      await requireSignInMethod(tx, person.id);
      await tellOfChange(deps, tx, here, person, "google-unlinked");
    });
    return { cookies: [] };
  };
