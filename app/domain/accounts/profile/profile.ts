import { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { clientContextOf, later, recordEvent } from "#app/domain/accounts/account-events.ts";
import type { AccountAnswer, AccountRequest, OwnMessage } from "#app/domain/accounts/accounts.ts";
import { countFirst, photoLimits } from "#app/domain/accounts/limits.ts";
import { nameField } from "#app/domain/accounts/registration/register.ts";
import { requireFreshSession, requireSigned } from "#app/domain/accounts/sessions/identify.ts";
import { acceptPortrait } from "#app/domain/files/pictures/accept-picture.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { emailKey } from "#app/lib/text/email.ts";
import { phoneSchema } from "#app/lib/text/phone.ts";
import { write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { keepAnAdmin } from "../users.ts";

/**
 * Stores a re-encoded, small copy of a photo. It belongs to the person, not to the media library, and is deleted with
 * the account.
 */
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

/** Photo for its owner and staff; null for anyone else or without a photo. */
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

/** Messages sent from a person's address, newest first. */
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
    // The spam status stays hidden from senders.
    status: status === "spam" ? "new" : status,
    summary: firstLine(message || topic),
  }));
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return shorten(line, 140);
}

export const deletionGraceMs = 14 * 86_400_000;

/** Schedules deletion of the account in 14 days, which its owner can cancel. */
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
