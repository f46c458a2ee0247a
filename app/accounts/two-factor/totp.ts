import { createOTP } from "@better-auth/utils/otp";
import type { Writing } from "#app/database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ClientContext } from "../request-context.ts";

export const totpSeconds = 30;

/** An authenticator app's secret as people and apps read it (RFC 6238: SHA-1, six digits, 30 seconds). */
export function totpAddress(secret: string, issuer: string, account: string): string {
  return createOTP(secret, { digits: 6, period: totpSeconds }).url(issuer, account);
}

/**
 * Whether a code is that of this half minute, and was not used before; neither the one before nor the one after is taken
 * (ASVS 6.5.5). Of two who bring the same code at once one is answered true.
 */
export async function isTotpCode(
  { vault }: Dependencies,
  tx: Writing,
  { now }: ClientContext,
  userId: string,
  code: string,
  verified: 0 | 1 = 1,
): Promise<boolean> {
  const row = await tx.query
    .selectFrom("second_steps")
    .select("secret")
    .where("user_id", "=", userId)
    .where("verified", "=", verified)
    .executeTakeFirst();
  if (!row) return false;
  const step = await findStep(vault.decrypt(row.secret), code.replace(/\s/g, ""), now);
  if (step === null) return false;
  const result = await tx.query
    .updateTable("second_steps")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** The half minute a code is of, if it is this one. */
async function findStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const step = Math.floor(now.getTime() / 1000 / totpSeconds);
  return (await createOTP(secret, { digits: 6 }).hotp(step)) === code ? step : null;
}
