import { z } from "zod";
import { checkInput } from "#app/leads/intake/check.ts";
import type { AccountRequest, StaffAccounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf } from "../request-context.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireFreshAdmin } from "./require-admin.ts";
import { ban, changeRole, dropSecondStep, type StaffChange, unban } from "./roles.ts";

export const roleField = z.enum(["member", "editor", "admin"], "Choose member, editor or admin");

const roleSchema = z.strictObject({ ...idSchema.shape, role: roleField });

/** Roles and bans of others, by an admin who has just shown who they are. */
export function changeOthers(deps: Dependencies) {
  return {
    changeRole: async (asking, input) => {
      const { id, role } = checkInput(roleSchema, input);
      await forOther(
        deps,
        asking,
        { id },
        "You can’t change your own role. Ask another admin.",
        (here, change) => changeRole(deps, here, { ...change, role }),
      );
    },
    ban: (asking, input) =>
      forOther(deps, asking, input, "You can’t ban yourself.", (here, change) => ban(deps, here, change)),
    unban: (asking, input) =>
      forOther(deps, asking, input, "You can’t do this to yourself.", (here, change) =>
        unban(deps, here, change),
      ),
    dropSecondStep: (asking, input) =>
      forOther(deps, asking, input, "Switch off your own second step on your profile.", (here, change) =>
        dropSecondStep(deps, here, change),
      ),
  } satisfies Partial<StaffAccounts>;
}

async function forOther(
  deps: Dependencies,
  asking: AccountRequest,
  input: { id: string },
  ownRefusal: string,
  work: (here: ClientContext, change: StaffChange) => Promise<void>,
): Promise<void> {
  const { person } = await requireFreshAdmin(deps, asking);
  const { id: userId } = checkInput(idSchema, input);
  if (userId === person.id) throw refusals.own(ownRefusal);
  await work(clientContextOf(deps, asking), { actor: person.id, userId });
}
