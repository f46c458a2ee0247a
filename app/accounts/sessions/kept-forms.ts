import { newId } from "#app/platform/id.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf, later } from "../account-events.ts";
import type { AccountRequest } from "../accounts.ts";
import { requireSigned } from "./identify.ts";

/** How long what was typed waits while somebody confirms who they are. */
const keptMs = 10 * 60_000;
/** Of JSON; longer forms than any that asks for a fresh session are not kept. */
const mostCharacters = 50_000;

/**
 * Keeps what was typed into a form while its person confirms who they are. It lies in the database, sealed by the deployer's
 * secret, for ten minutes, one form a session; nobody but that session is ever shown it.
 */
export async function storeForm(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  { path, typed }: { path: string; typed: Record<string, string> },
): Promise<void> {
  const here = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireSigned(ctx, accountRequest);
  const text = JSON.stringify({ path, typed });
  if (text.length > mostCharacters) return;
  const stored = {
    user_id: person.id,
    purpose: "kept-form" as const,
    data: ctx.encryption.encrypt(text),
    created_at: here.at,
    expires_at: later(here, keptMs),
    used_at: null,
  };
  await ctx.db.query
    .insertInto("one_time_tokens")
    .values({ id: newId(), token_hash: tokenOf(sessionId), ...stored })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(stored))
    .execute();
}

/** Hands it out once, and only to the page it was typed on. */
export async function takeStoredForm(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  { path }: { path: string },
): Promise<Record<string, string> | null> {
  const { at } = clientContextOf(ctx, accountRequest);
  const { sessionId, isFresh } = await requireSigned(ctx, accountRequest);
  if (!isFresh) return null;
  const row = await ctx.db.query
    .selectFrom("one_time_tokens")
    .select(["id", "data"])
    .where("token_hash", "=", tokenOf(sessionId))
    .where("expires_at", ">", at)
    .executeTakeFirst();
  const kept = row && open(ctx, row.data);
  if (!row || kept?.path !== path) return null;
  await ctx.db.query.deleteFrom("one_time_tokens").where("id", "=", row.id).execute();
  return kept.typed;
}

interface KeptForm {
  path: string;
  typed: Record<string, string>;
}

/** Undefined for what another secret has sealed: the secret was changed in these ten minutes. */
function open({ encryption }: AccountContext, sealed: string): KeptForm | undefined {
  try {
    return JSON.parse(encryption.decrypt(sealed)) as KeptForm; // only `storeForm` can have sealed it
  } catch {
    return undefined;
  }
}

/** One place for each session. Not a secret: the row is found by who asks, never by what they send. */
function tokenOf(sessionId: string): string {
  return hashSecret(`kept-form ${sessionId}`);
}
