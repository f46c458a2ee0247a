import { z } from "zod";
import type { AccountContext } from "#app/accounts/account-context.ts";
import { clientContextOf, later, recordEvent } from "#app/accounts/account-events.ts";
import type { AccountAnswer, AccountRequest, OwnMessage } from "#app/accounts/accounts.ts";
import { countFirst, photoLimits } from "#app/accounts/limits.ts";
import { nameField } from "#app/accounts/registration/register.ts";
import { requireFreshSession, requireSigned } from "#app/accounts/sessions/identify.ts";
import { write } from "#app/database/database.ts";
import { acceptPortrait } from "#app/files/pictures/accept-picture.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { newId } from "#app/platform/id.ts";
import { shorten } from "#app/text/cut.ts";
import { emailKey } from "#app/text/email.ts";
import { phoneSchema } from "#app/text/phone.ts";
import { keepAnAdmin } from "../users.ts";

/** Drawn anew and small. It stays out of the company's library: it is the person's own, and goes with them. */
export async function savePhoto(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  file: Uint8Array | null,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireSigned(ctx, accountRequest);
  if (file !== null) await countFirst(ctx, photoLimits(person.id), here);
  const bytes = file === null ? null : (await acceptPortrait(file)).toString("base64");
  const id = newId();
  await write(ctx.db, async (tx) => {
    await tx.query.deleteFrom("photos").where("user_id", "=", person.id).execute();
    const row = { id, user_id: person.id, created_at: here.at };
    if (bytes)
      await tx.query
        .insertInto("photos")
        .values({ ...row, bytes })
        .execute();
    const changed = { image: bytes ? id : null, updated_at: here.at };
    await tx.query.updateTable("users").set(changed).where("id", "=", person.id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "photo-changed", subject: person.id });
  });
  return { cookies: [] };
}

/** A photo for its owner and for staff; null for anybody else, and where there is none. */
export async function readPhoto(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { person } = await requireSigned(ctx, accountRequest);
  const row = await ctx.db.query.selectFrom("photos").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (row.user_id !== person.id && person.role === "member")) return null;
  return Uint8Array.from(Buffer.from(row.bytes, "base64"));
}

const profileSchema = z.strictObject({ name: nameField, phone: phoneSchema() });

export async function saveProfile(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { name: string; phone: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireSigned(ctx, accountRequest);
  const { name, phone } = checkInput(profileSchema, input);
  await write(ctx.db, async (tx) => {
    const changed = { name, phone, updated_at: here.at };
    await tx.query.updateTable("users").set(changed).where("id", "=", person.id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "profile-changed", subject: person.id });
  });
  return { cookies: [] };
}

/** What a person sent the company from their address, the newest first. */
export async function listMyMessages(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<OwnMessage[]> {
  const { person } = await requireSigned(ctx, accountRequest);
  const rows = await ctx.db.query
    .selectFrom("leads")
    .select(["kind", "reference", "status", "message", "topic", "created_at as at"])
    .where("email_key", "=", emailKey(person.email))
    .orderBy("created_at", "desc")
    .limit(100)
    .execute();
  return rows.map(({ message, topic, status, ...row }) => ({
    ...row,
    // That something was taken for spam is nothing its sender is told.
    status: status === "spam" ? "new" : status,
    summary: firstLine(message || topic),
  }));
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return shorten(line, 140);
}

export const deletionGraceMs = 14 * 86_400_000;

/** The account goes in 14 days, unless its owner thinks again. */
export async function askDeletion(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireFreshSession(ctx, accountRequest);
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

export async function keepAccount(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireSigned(ctx, accountRequest);
  await write(ctx.db, async (tx) => {
    await tx.query.updateTable("users").set({ deletes_at: null }).where("id", "=", person.id).execute();
    await recordEvent(tx, here, { actor: person.id, action: "deletion-withdrawn", subject: person.id });
  });
  return { cookies: [] };
}
