import { z } from "zod";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { write } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest, OwnSession } from "../accounts.ts";
import { requireFreshSession, requireSigned } from "./identify.ts";
import { describeBrowser } from "./known-devices.ts";
import { endOneSession, endSessions } from "./session.ts";

/** Sessions of a person, last used first. */
export async function listSessions(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<OwnSession[]> {
  const { at } = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireSigned(ctx, accountRequest);
  const rows = await ctx.db.query
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
    network: row.ip_prefix ?? "",
    createdAt: row.created_at,
    lastSeenAt: row.updated_at,
  }));
}

export const idSchema = z.strictObject({ id: z.string().max(100) });

/** Ends one of the person's own sessions; others are reported as missing. */
export async function endSession(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { id: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
  const { id } = checkInput(idSchema, input);
  await write(ctx.db, (tx) => endOneSession(tx, here, { id, userId: person.id, actor: person.id }));
  return { cookies: [] };
}

export async function endOtherSessions(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireFreshSession(ctx, accountRequest);
  await write(ctx.db, async (tx) => {
    await endSessions(tx, person.id, sessionId);
    await recordEvent(tx, here, { actor: person.id, action: "other-sessions-ended", subject: person.id });
  });
  return { cookies: [] };
}
