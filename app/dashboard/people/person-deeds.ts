import type { Role } from "#app/accounts/accounts.ts";
import { readOther } from "#app/accounts/staff/read-other.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import { askingOf } from "../parts/fresh.ts";
import type { Staff } from "../parts/staff.ts";
import { roleNouns } from "./words.ts";

/** What an admin can do with one person, by intent. */
export function personDeeds(id: string) {
  return {
    role: (sent: Sent, staff: Staff) => changeRole(id, sent, staff),
    ban: async (_: Sent, staff: Staff) => {
      await staff.accounts.staff.ban(askingOf(staff), { id });
      const done = "Banned. They are signed out everywhere and can’t sign in.";
      return { done, undo: { intent: "unban", values: {} } };
    },
    unban: async (_: Sent, staff: Staff) => {
      await staff.accounts.staff.unban(askingOf(staff), { id });
      return { done: "Unbanned. They can sign in again.", undo: { intent: "ban", values: {} } };
    },
    "drop-step": async (_: Sent, staff: Staff) => {
      await staff.accounts.staff.dropSecondStep(askingOf(staff), { id });
      return {
        done: "Two-factor authentication is off and all their sessions ended. They sign in with their password alone.",
      };
    },
    "end-session": async (sent: Sent, staff: Staff) => {
      await staff.accounts.staff.endSession(askingOf(staff), { id, session: sent.text("session") });
      return { done: "Session ended." };
    },
    "end-sessions": async (_: Sent, staff: Staff) => {
      await staff.accounts.staff.endSessions(askingOf(staff), { id });
      return { done: "They are signed out everywhere." };
    },
  };
}

async function changeRole(id: string, sent: Sent, staff: Staff): Promise<Done> {
  const { role: before, name } = await readOther(staff.db, id, staff.deed.now);
  const role = sent.text("role");
  await staff.accounts.staff.changeRole(askingOf(staff), { id, role: role as Role }); // checked where it is taken in
  return {
    done: `${name} is now ${roleNouns[role as Role]}, and has to sign in again.`,
    undo: { intent: "role", values: { role: before } },
  };
}
