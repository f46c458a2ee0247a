import { z } from "zod";
import { write } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import type { World } from "../dependencies.ts";
import { mailChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { circumstancesOf, recordEvent } from "../request-context.ts";
import { holdPerson } from "../sessions/create-session.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { endSessions } from "../sessions/session.ts";
import { findUser } from "../users.ts";
import { changeOthers } from "./change-others.ts";
import { invite, resendInvitation, revokeInvitation } from "./invitations.ts";
import { requireAdmin } from "./require-admin.ts";
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

const oneSchema = z.strictObject({ ...idSchema.shape, session: z.string().max(100) });

const endSessionOf =
  (world: World): StaffAccounts["endSession"] =>
  async (asking, input) => {
    const { person } = await requireAdmin(world, asking);
    const { id, session } = checkInput(oneSchema, input);
    const here = circumstancesOf(world, asking);
    await write(world.db, async (tx) => {
      const ended = await tx.query
        .deleteFrom("sessions")
        .where("id", "=", session)
        .where("user_id", "=", id)
        .executeTakeFirst();
      if (Number(ended.numDeletedRows) === 0) throw refusals.missing();
      tx.touch(labels.sessions);
      await recordEvent(tx, here, {
        actor: person.id,
        action: "session-ended",
        subject: id,
        detail: session,
      });
      const user = await findUser(tx, id);
      if (user && id !== person.id) await mailChange(world, tx, here, user, "sessions-ended");
    });
  };

const endSessionsOf =
  (world: World): StaffAccounts["endSessions"] =>
  async (asking, input) => {
    const { person, sessionId } = await requireAdmin(world, asking);
    const { id } = checkInput(idSchema, input);
    const here = circumstancesOf(world, asking);
    await write(world.db, async (tx) => {
      await holdPerson(tx, id);
      const user = await findUser(tx, id);
      if (!user) throw refusals.missing();
      await endSessions(tx, id, sessionId);
      await recordEvent(tx, here, { actor: person.id, action: "sessions-ended", subject: id });
      if (id !== person.id) await mailChange(world, tx, here, user, "sessions-ended");
    });
  };
