import { write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { clientContextOf, later, recordEvent } from "../request-context.ts";
import { requireFreshSession, requireSigned } from "../sessions/identify.ts";
import { keepAnAdmin } from "../staff/last-admin.ts";

export const deletionGraceMs = 14 * 86_400_000;

/** The account goes in 14 days, unless its owner thinks again. */
export async function askDeletion(ctx: AccountContext, asking: AccountRequest): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
  await write(ctx.db, async (tx) => {
    await keepAnAdmin(tx, person.id);
    const on = later(here, deletionGraceMs);
    await tx.query.updateTable("users").set({ deletes_at: on }).where("id", "=", person.id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "deletion-asked", subject: person.id });
    const link = new URL("/myprofile", ctx.publicUrl).href;
    const mail = { template: "deletion-asked" as const, name: person.name, on: new Date(on), link };
    await queueMail(tx, { to: person.email, personId: person.id, mail }, here.now);
  });
  return { cookies: [] };
}

export async function keepAccount(ctx: AccountContext, asking: AccountRequest): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireSigned(ctx, asking);
  await write(ctx.db, async (tx) => {
    await tx.query.updateTable("users").set({ deletes_at: null }).where("id", "=", person.id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "deletion-withdrawn", subject: person.id });
  });
  return { cookies: [] };
}
