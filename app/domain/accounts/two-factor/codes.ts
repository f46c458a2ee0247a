import { randomInt } from "node:crypto";
import { HOTP, Secret, TOTP } from "otpauth";
import { foldDigits, foldText } from "#app/lib/text/fold.ts";
import type { Writing } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import type { ClientContext } from "../account-events.ts";
import type { TwoFactorSetup } from "../accounts.ts";

export const totpSeconds = 30;
/** Defaults of authenticator apps (RFC 6238). */
const totpShape = { algorithm: "SHA1", digits: 6 };

/** Secret of an authenticator app, as text and as a link. @param secret text, whose bytes are the key */
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
 * Whether a code is valid for the current 30 seconds and unused; adjacent periods are rejected (ASVS 6.5.5). Of
 * concurrent uses, one returns true.
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

/** 30-second period of a code, if it is the current one; null otherwise. */
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

/** Ten single-use codes such as `7k3m9-qx2fd`, for people who lost the app. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${someCharacters(5)}-${someCharacters(5)}`);
}

/** Whether a typed code has the form of a recovery code, which no code of an app has. */
export function isLikeRecoveryCode(code: string): boolean {
  return /^[a-z\d]{5}[-\s]?[a-z\d]{5}$/i.test(code);
}

/**
 * Keyed hashes of recovery codes: neither the database nor the secret alone reveals them (ASVS 6.5.2). 49 random bits
 * make guessing infeasible.
 */
export function hashRecoveryCodes(ctx: AccountContext, userId: string, codes: readonly string[]): string {
  return JSON.stringify(codes.map((code) => hashCode(ctx, userId, code)));
}

/** Whether the code is an unused recovery code; consumes it. */
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
  // Written only by `hashRecoveryCodes`.
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

/** Normalizes a typed code: digits of any script and full-width letters; removes spaces and punctuation. */
function readCode(typed: string): string {
  return foldDigits(foldText(typed.normalize("NFKC"))).replace(/[^a-z0-9]/g, "");
}

const codeCharacters = "23456789abcdefghjkmnpqrstuvwxyz";

function someCharacters(count: number): string {
  return Array.from({ length: count }, () => codeCharacters[randomInt(codeCharacters.length)]).join("");
}
