import { randomInt } from "node:crypto";
import { HOTP, Secret, TOTP } from "otpauth";
import type { Writing } from "#app/database/database.ts";
import { foldDigits, foldText } from "#app/text/fold.ts";
import type { AccountContext } from "../account-context.ts";
import type { ClientContext } from "../account-events.ts";
import type { TwoFactorSetup } from "../accounts.ts";

export const totpSeconds = 30;
/** What apps take for granted (RFC 6238). */
const totpShape = { algorithm: "SHA1", digits: 6 };

/** An authenticator app's secret as people and apps read it. @param secret text, whose bytes are the key */
export function describeTotp(secret: string, issuer: string, account: string): TwoFactorSetup {
  const totp = new TOTP({
    ...totpShape,
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
  { encryption }: AccountContext,
  tx: Writing,
  { now }: ClientContext,
  userId: string,
  code: string,
  verified: 0 | 1 = 1,
): Promise<boolean> {
  const row = await tx.query
    .selectFrom("two_factor")
    .select("secret")
    .where("user_id", "=", userId)
    .where("verified", "=", verified)
    .executeTakeFirst();
  if (!row) return false;
  const step = findStep(encryption.decrypt(row.secret), readCode(code), now);
  if (step === null) return false;
  const used = await tx.query
    .updateTable("two_factor")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .execute();
  return used.length === 1;
}

/** The half minute a code is of, if it is this one. */
function findStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const counter = Math.floor(now.getTime() / 1000 / totpSeconds);
  const delta = HOTP.validate({
    ...totpShape,
    token: code,
    secret: Secret.fromUTF8(secret),
    counter,
    window: 0,
  });
  return delta === null ? null : counter;
}

/** Ten codes such as `7k3m9-qx2fd`, each good once, for whoever has lost the app. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${someCharacters(5)}-${someCharacters(5)}`);
}

/**
 * Codes as they are kept: keyed hashes, so that neither the database nor, with it, the deployer's secret shows a code
 * (ASVS 6.5.2). 49 random bits and a key outside the database are beyond trying.
 */
export function hashRecoveryCodes(ctx: AccountContext, userId: string, codes: readonly string[]): string {
  return JSON.stringify(codes.map((code) => hashCode(ctx, userId, code)));
}

/** Whether it is one of the codes left; then it is left no more. */
export async function isRecoveryCode(
  ctx: AccountContext,
  tx: Writing,
  userId: string,
  typed: string,
): Promise<boolean> {
  const row = await tx.query
    .selectFrom("two_factor")
    .select("recovery_codes")
    .where("user_id", "=", userId)
    .where("verified", "=", 1)
    .executeTakeFirst();
  if (!row) return false;
  // Only ever written by `hashRecoveryCodes`.
  const hashes = JSON.parse(row.recovery_codes) as string[];
  const hash = hashCode(ctx, userId, typed);
  const left = hashes.filter((one) => one !== hash);
  if (left.length === hashes.length) return false;
  const used = await tx.query
    .updateTable("two_factor")
    .set({ recovery_codes: JSON.stringify(left) })
    .where("user_id", "=", userId)
    .where("recovery_codes", "=", row.recovery_codes)
    .returning("user_id")
    .execute();
  return used.length === 1;
}

function hashCode({ encryption }: AccountContext, userId: string, code: string): string {
  return encryption.sign(`recovery code of ${userId}: ${readCode(code)}`);
}

/** A code as it is compared: digits of any script and full-width letters count, spaces and signs do not. */
function readCode(typed: string): string {
  return foldDigits(foldText(typed.normalize("NFKC"))).replace(/[^a-z0-9]/g, "");
}

const codeCharacters = "23456789abcdefghjkmnpqrstuvwxyz";

function someCharacters(count: number): string {
  return Array.from({ length: count }, () => codeCharacters[randomInt(codeCharacters.length)]).join("");
}
