import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountAnswer, AccountRequest, Person, SecondStepSetup } from "../accounts.ts";
import { confirmLimits, countFirst } from "../limits.ts";
import { type CredentialChange, tellOfChange } from "../notices.ts";
import { refusals } from "../refusals.ts";
import { type ClientContext, clientContextOf } from "../request-context.ts";
import { requireFreshSession } from "../sessions/identify.ts";
import { endSessions } from "../sessions/session.ts";
import { hashRecoveryCodes, newRecoveryCodes } from "./recovery-codes.ts";
import { describeTotp, isTotpCode } from "./totp.ts";

/** A secret for an app. Nothing counts until a code of the app was seen. */
export async function beginTwoFactor(ctx: AccountContext, asking: AccountRequest): Promise<SecondStepSetup> {
  const here = clientContextOf(ctx, asking);
  const { person } = await requireFreshSession(ctx, asking);
  if (person.hasSecondStep) throw refusals.field("code", "Two-factor authentication is already on");
  const secret = randomBytes(20).toString("hex");
  const fresh = {
    secret: ctx.vault.encrypt(secret),
    recovery_codes: "[]",
    verified: 0,
    last_step: 0,
    created_at: here.at,
  };
  await ctx.db.query
    .insertInto("second_steps")
    .values({ user_id: person.id, ...fresh })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(fresh).where("second_steps.verified", "=", 0),
    )
    .execute();
  return describeTotp(secret, (await ctx.companyName()) || "Frontdesk", person.email);
}

const codeSchema = z.strictObject({ code: z.string("Enter the code").max(60, "This code is too long") });

/** Other sessions began without the step, so they end. */
export async function enableTwoFactor(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { code: string },
): Promise<AccountAnswer & { recoveryCodes: string[] }> {
  const here = clientContextOf(ctx, asking);
  const { person, sessionId } = await requireFreshSession(ctx, asking);
  const { code } = checkInput(codeSchema, input);
  await countFirst(ctx, confirmLimits(person.id), here);
  const recoveryCodes = newRecoveryCodes();
  await write(ctx.db, async (tx) => {
    if (!(await isTotpCode(ctx, tx, here, person.id, code, 0)))
      throw refusals.field("code", "This code is wrong or has expired. Enter the one your app shows now");
    await tx.query
      .updateTable("second_steps")
      .set({ verified: 1, recovery_codes: hashRecoveryCodes(ctx, person.id, recoveryCodes) })
      .where("user_id", "=", person.id)
      .execute();
    await endSessions(tx, person.id, sessionId);
    await tellOfChange(ctx, tx, here, person, "second-step-on");
  });
  return { cookies: [], recoveryCodes };
}

export async function disableTwoFactor(ctx: AccountContext, asking: AccountRequest): Promise<AccountAnswer> {
  const { person, sessionId } = await requireFreshSession(ctx, asking);
  if (person.role !== "member") throw refusals.needsRole();
  await changeStep(ctx, clientContextOf(ctx, asking), person, "second-step-off", async (tx) => {
    await tx.query.deleteFrom("second_steps").where("user_id", "=", person.id).execute();
    await endSessions(tx, person.id, sessionId);
  });
  return { cookies: [] };
}

export async function renewRecoveryCodes(
  ctx: AccountContext,
  asking: AccountRequest,
): Promise<{ recoveryCodes: string[] }> {
  const { person } = await requireFreshSession(ctx, asking);
  if (!person.hasSecondStep) throw refusals.missing();
  const recoveryCodes = newRecoveryCodes();
  await changeStep(ctx, clientContextOf(ctx, asking), person, "recovery-codes-renewed", async (tx) => {
    const recovery_codes = hashRecoveryCodes(ctx, person.id, recoveryCodes);
    await tx.query
      .updateTable("second_steps")
      .set({ recovery_codes })
      .where("user_id", "=", person.id)
      .execute();
  });
  return { recoveryCodes };
}

function changeStep(
  ctx: AccountContext,
  here: ClientContext,
  person: Person,
  what: CredentialChange,
  work: (tx: Writing) => Promise<void>,
): Promise<void> {
  return write(ctx.db, async (tx) => {
    await work(tx);
    await tellOfChange(ctx, tx, here, person, what);
  });
}
