import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest, LinkedProvider } from "../accounts.ts";
import { tellOfChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf } from "../request-context.ts";
import { lockPerson } from "../sessions/create-session.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { idSchema } from "../sessions/own-sessions.ts";
import { requireSignInMethod } from "../sessions/sign-in-methods.ts";

export async function linkedProviders(
  ctx: AccountContext,
  asking: AccountRequest,
): Promise<LinkedProvider[]> {
  const { person } = await requireSigned(ctx, asking);
  const rows = await ctx.db.query
    .selectFrom("identities")
    .select(["email", "created_at"])
    .where("user_id", "=", person.id)
    .where("provider_id", "=", "google")
    .execute();
  return rows.map(({ email, created_at }) => ({ id: "google", email, since: created_at }));
}

/** Never the last way in. */
export async function unlinkProvider(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { id: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
  const { id } = checkInput(idSchema, input);
  if (id !== "google") throw refusals.missing();
  await write(ctx.db, async (tx) => {
    await lockPerson(tx, person.id);
    const gone = await tx.query
      .deleteFrom("identities")
      .where("user_id", "=", person.id)
      .where("provider_id", "=", "google")
      .executeTakeFirst();
    if (Number(gone.numDeletedRows) === 0) throw refusals.missing();
    await requireSignInMethod(tx, person.id);
    await tellOfChange(ctx, tx, here, person, "google-unlinked");
  });
  return { cookies: [] };
}
