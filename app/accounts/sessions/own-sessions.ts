import { z } from "zod";
import { cacheTags } from "#app/database/cache-tags.ts";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf, recordEvent } from "../request-context.ts";
import { describeBrowser } from "./browser-name.ts";
import { requireFreshSession, requireSigned } from "./identify.ts";
import { endSessions } from "./session.ts";

/** Where a person is signed in, the last used first. */
export const listSessions =
  (deps: Dependencies): Accounts["listSessions"] =>
  async (asking) => {
    const { at } = clientContextOf(deps, asking);
    const { person, sessionId } = await requireSigned(deps, asking);
    const rows = await deps.db.query
      .selectFrom("sessions")
      .selectAll()
      .where("user_id", "=", person.id)
      .where("method", "<>", "")
      .where("expires_at", ">", at)
      .orderBy("updated_at", "desc")
      .execute();
    return rows.map((row) => ({
      id: row.id,
      current: row.id === sessionId,
      browser: describeBrowser(row.user_agent ?? ""),
      network: row.ip_address ?? "",
      createdAt: row.created_at,
      lastSeenAt: row.updated_at,
    }));
  };

export const idSchema = z.strictObject({ id: z.string().max(100) });

/** One of a person's own; another's is not there. */
export const endSession =
  (deps: Dependencies): Accounts["endSession"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireFreshSession(deps, asking);
    const { id } = checkInput(idSchema, input);
    await write(deps.db, async (tx) => {
      const ended = await tx.query
        .deleteFrom("sessions")
        .where("id", "=", id)
        .where("user_id", "=", person.id)
        .executeTakeFirst();
      if (Number(ended.numDeletedRows) === 0) throw refusals.missing();
      tx.invalidate(cacheTags.sessions);
      await recordEvent(tx, here, {
        actor: person.id,
        action: "session-ended",
        subject: person.id,
        detail: id,
      });
    });
    return { cookies: [] };
  };

export const endOtherSessions =
  (deps: Dependencies): Accounts["endOtherSessions"] =>
  async (asking) => {
    const here = clientContextOf(deps, asking);
    const { person, sessionId } = await requireFreshSession(deps, asking);
    await write(deps.db, async (tx) => {
      await endSessions(tx, person.id, sessionId);
      await recordEvent(tx, here, { actor: person.id, action: "other-sessions-ended", subject: person.id });
    });
    return { cookies: [] };
  };
