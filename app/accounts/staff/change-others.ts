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
        (here, actionContext) => changeRole(deps, here, { ...actionContext, role }),
      );
    },
    ban: (asking, input) =>
      forOther(deps, asking, input, "You can’t ban yourself.", (here, actionContext) =>
        ban(deps, here, actionContext),
      ),
    unban: (asking, input) =>
      forOther(deps, asking, input, "You can’t do this to yourself.", (here, actionContext) =>
        unban(deps, here, actionContext),
      ),
    dropSecondStep: (asking, input) =>
      forOther(
        deps,
        asking,
        input,
        "Switch off your own second step on your profile.",
        (here, actionContext) => dropSecondStep(deps, here, actionContext),
      ),
  } satisfies Partial<StaffAccounts>;
}

async function forOther(
  deps: Dependencies,
  asking: AccountRequest,
  input: { id: string },
  ownRefusal: string,
  work: (here: ClientContext, actionContext: StaffChange) => Promise<void>,
): Promise<void> {
  const { person } = await requireFreshAdmin(deps, asking);
  const { id: userId } = checkInput(idSchema, input);
  if (userId === person.id) throw refusals.own(ownRefusal);
  await work(clientContextOf(deps, asking), { actor: person.id, userId });
}
