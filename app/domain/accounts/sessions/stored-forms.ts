import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf, later } from "../account-events.ts";
import type { AccountRequest } from "../accounts.ts";
import { requireSigned } from "./identify.ts";

/** Time that a form is stored during reauthentication. */
const storedFormMs = 10 * 60_000;
/** In JSON; longer than any form that requires a fresh session. */
const maxCharacters = 50_000;

/**
 * Stores a form while its person reauthenticates: encrypted, for ten minutes, one form per session. Only that session
 * can read it.
 */
export async function storeForm(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  { path, typed }: { path: string; typed: Record<string, string> },
): Promise<void> {
  const here = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireSigned(ctx, accountRequest);
  const text = JSON.stringify({ path, typed });
  if (text.length > maxCharacters) return;
  const stored = {
    user_id: person.id,
    purpose: "kept-form" as const,
    data: ctx.encryption.encrypt(text),
    created_at: here.at,
    expires_at: later(here, storedFormMs),
    used_at: null,
  };
  await ctx.db.query
    .insertInto("one_time_tokens")
    .values({ id: newId(), token_hash: tokenOf(sessionId), ...stored })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(stored))
    .execute();
}

/** Deletes and returns the form, only for the page it was sent from. */
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
  const stored = row && open(ctx, row.data);
  if (!row || stored?.path !== path) return null;
  await ctx.db.query.deleteFrom("one_time_tokens").where("id", "=", row.id).execute();
  return stored.typed;
}

interface StoredForm {
  path: string;
  typed: Record<string, string>;
}

/** Decrypts a form; undefined if the secret changed since it was stored. */
function open({ encryption }: AccountContext, sealed: string): StoredForm | undefined {
  try {
    return JSON.parse(encryption.decrypt(sealed)) as StoredForm; // written only by `storeForm`
  } catch {
    return undefined;
  }
}

/** One row per session. Not secret: the session of the request determines the row. */
function tokenOf(sessionId: string): string {
  return hashSecret(`kept-form ${sessionId}`);
}
