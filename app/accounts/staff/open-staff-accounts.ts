import { z } from "zod";
import { cacheTags } from "#app/database/cache-tags.ts";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import type { StaffAccounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { mailChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf, recordEvent } from "../request-context.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { endSessions } from "../sessions/session.ts";
import { findUser } from "../users.ts";
import { changeOthers } from "./change-others.ts";
import { invite, resendInvitation, revokeInvitation } from "./invitations.ts";
import { requireAdmin } from "./require-admin.ts";

/** What admins do with the accounts of others, put together. */
export function openStaffAccounts(deps: Dependencies): StaffAccounts {
  return {
    ...changeOthers(deps),
    endSession: endSessionOf(deps),
    endSessions: endSessionsOf(deps),
    invite: invite(deps),
    resendInvitation: resendInvitation(deps),
    revokeInvitation: revokeInvitation(deps),
  };
}

const oneSchema = z.strictObject({ ...idSchema.shape, session: z.string().max(100) });

const endSessionOf =
  (deps: Dependencies): StaffAccounts["endSession"] =>
  async (asking, input) => {
    const { person } = await requireAdmin(deps, asking);
    const { id, session } = checkInput(oneSchema, input);
    const here = clientContextOf(deps, asking);
    await write(deps.db, async (tx) => {
      const ended = await tx.query
        .deleteFrom("sessions")
        .where("id", "=", session)
        .where("user_id", "=", id)
        .executeTakeFirst();
      if (Number(ended.numDeletedRows) === 0) throw refusals.missing();
      tx.invalidate(cacheTags.sessions);
      await recordEvent(tx, here, {
        actor: person.id,
        action: "session-ended",
        subject: id,
        detail: session,
      });
      const user = await findUser(tx, id);
      if (user && id !== person.id) await mailChange(deps, tx, here, user, "sessions-ended");
    });
  };

const endSessionsOf =
  (deps: Dependencies): StaffAccounts["endSessions"] =>
  async (asking, input) => {
    const { person, sessionId } = await requireAdmin(deps, asking);
    const { id } = checkInput(idSchema, input);
    const here = clientContextOf(deps, asking);
    await write(deps.db, async (tx) => {
      await lockPerson(tx, id);
      const user = await findUser(tx, id);
      if (!user) throw refusals.missing();
      await endSessions(tx, id, sessionId);
      await recordEvent(tx, here, { actor: person.id, action: "sessions-ended", subject: id });
      if (id !== person.id) await mailChange(deps, tx, here, user, "sessions-ended");
    });
  };
