import type { Asking, Role } from "#app/accounts/accounts.ts";
import { readOther } from "#app/accounts/staff/read-other.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import { askingOf, confirmed } from "../parts/confirmed.ts";
import type { Staff } from "../parts/staff.ts";
import { roleWords } from "./words.ts";

/** What an admin can do with one person, by intent. */
export function personDeeds(id: string) {
  const asFresh = (work: (staff: Staff, asking: Asking) => Promise<Done>) => (_: Sent, staff: Staff) =>
    confirmed(staff, (asking) => work(staff, asking));
  return {
    role: (sent: Sent, staff: Staff) => changeRole(id, sent, staff),
    ban: asFresh(async ({ accounts }, asking) => {
      await accounts.staff.ban(asking, { id });
      const done = "They are banned: signed out everywhere, and no way in leads anywhere.";
      return { done, undo: { intent: "unban", values: {} } };
    }),
    unban: asFresh(async ({ accounts }, asking) => {
      await accounts.staff.unban(asking, { id });
      return { done: "The ban is lifted. They can sign in again.", undo: { intent: "ban", values: {} } };
    }),
    "drop-step": asFresh(async ({ accounts }, asking) => {
      await accounts.staff.dropSecondStep(asking, { id });
      return {
        done: "Their second step is gone, and all their sessions with it. Their password alone lets them in.",
      };
    }),
    "end-session": async (sent: Sent, staff: Staff) => {
      await staff.accounts.staff.endSession(askingOf(staff), { id, session: sent.text("session") });
      return { done: "That session is ended." };
    },
    "end-sessions": async (_: Sent, staff: Staff) => {
      await staff.accounts.staff.endSessions(askingOf(staff), { id });
      return { done: "They are signed out everywhere." };
    },
  };
}

async function changeRole(id: string, sent: Sent, staff: Staff): Promise<Done | Response> {
  const { role: before, name } = await readOther(staff.db, id, staff.deed.now);
  const role = sent.text("role");
  const next = `/dashboard/user/${id}?${new URLSearchParams({ role })}`;
  const work = async (asking: Asking): Promise<Done> => {
    await staff.accounts.staff.changeRole(asking, { id, role: role as Role }); // checked where it is taken in
    const done = `${name} is ${roleWords[role as Role].toLowerCase()} from now on, and has to sign in anew.`;
    return { done, undo: { intent: "role", values: { role: before } } };
  };
  return confirmed(staff, work, next);
}
