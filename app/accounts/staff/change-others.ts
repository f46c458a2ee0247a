import { z } from "zod";
import { checkInput } from "#app/leads/intake/check.ts";
import type { AccountRequest } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf } from "../request-context.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireFreshAdmin } from "./require-admin.ts";
import { ban, changeRole, dropSecondStep, type StaffChange, unban } from "./roles.ts";
import type { StaffAccounts } from "./staff-accounts.ts";

export const roleField = z.enum(["member", "editor", "admin"], "Choose member, editor or admin");

const roleSchema = z.strictObject({ ...idSchema.shape, role: roleField });

/** Roles and bans of others, by an admin who has just shown who they are. */
export function changeOthers(world: Dependencies) {
  return {
    changeRole: async (asking, input) => {
      const { id, role } = checkInput(roleSchema, input);
      await forOther(
        world,
        asking,
        { id },
        "You can’t change your own role. Ask another admin.",
        (here, deed) => changeRole(world, here, { ...deed, role }),
      );
    },
    ban: (asking, input) =>
      forOther(world, asking, input, "You can’t ban yourself.", (here, deed) => ban(world, here, deed)),
    unban: (asking, input) =>
      forOther(world, asking, input, "You can’t do this to yourself.", (here, deed) =>
        unban(world, here, deed),
      ),
    dropSecondStep: (asking, input) =>
      forOther(world, asking, input, "Switch off your own second step on your profile.", (here, deed) =>
        dropSecondStep(world, here, deed),
      ),
  } satisfies Partial<StaffAccounts>;
}

async function forOther(
  world: Dependencies,
  asking: AccountRequest,
  input: { id: string },
  ownRefusal: string,
  work: (here: ClientContext, deed: StaffChange) => Promise<void>,
): Promise<void> {
  const { person } = await requireFreshAdmin(world, asking);
  const { id: userId } = checkInput(idSchema, input);
  if (userId === person.id) throw refusals.own(ownRefusal);
  await work(clientContextOf(world, asking), { actor: person.id, userId });
}
