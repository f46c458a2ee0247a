import type { World } from "../parts.ts";
import { changeOthers } from "./change-others.ts";
import { endSessionOf, endSessionsOf } from "./end-others-sessions.ts";
import { invite, resendInvitation, revokeInvitation } from "./invitations.ts";
import type { StaffAccounts } from "./staff-accounts.ts";

/** What admins do with the accounts of others, put together. */
export function openStaffAccounts(world: World): StaffAccounts {
  return {
    ...changeOthers(world),
    endSession: endSessionOf(world),
    endSessions: endSessionsOf(world),
    invite: invite(world),
    resendInvitation: resendInvitation(world),
    revokeInvitation: revokeInvitation(world),
  };
}
