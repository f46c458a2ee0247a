import { HOTP, Secret, TOTP } from "otpauth";
import type { Writing } from "#app/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import type { SecondStepSetup } from "../accounts.ts";
import type { ClientContext } from "../request-context.ts";

export const totpSeconds = 30;
/** What apps take for granted (RFC 6238). */
const shape = { algorithm: "SHA1", digits: 6 };

/** An authenticator app's secret as people and apps read it. @param secret text, whose bytes are the key */
export function describeTotp(secret: string, issuer: string, account: string): SecondStepSetup {
  const totp = new TOTP({
    ...shape,
    period: totpSeconds,
    issuer,
    label: account,
    secret: Secret.fromUTF8(secret),
  });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Whether a code is that of this half minute, and was not used before; neither the one before nor the one after is taken
 * (ASVS 6.5.5). Of two who bring the same code at once one is answered true.
 */
export async function isTotpCode(
  { vault }: AccountContext,
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
  const step = findStep(vault.decrypt(row.secret), code.replace(/\s/g, ""), now);
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
function findStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const counter = Math.floor(now.getTime() / 1000 / totpSeconds);
  const delta = HOTP.validate({ ...shape, token: code, secret: Secret.fromUTF8(secret), counter, window: 0 });
  return delta === null ? null : counter;
}
