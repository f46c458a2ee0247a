import { randomInt } from "node:crypto";
import type { Writing } from "#app/database/database.ts";
import type { World } from "./parts.ts";

/** Ten codes such as `7k3m9-qx2fd`, each good once, for whoever has lost the app. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${someCharacters(5)}-${someCharacters(5)}`);
}

export function readRecoveryCodes({ vault }: World, sealed: string): string[] {
  // Only ever sealed from such a list.
  return JSON.parse(vault.open(sealed)) as string[];
}

export function sealRecoveryCodes({ vault }: World, codes: readonly string[]): string {
  return vault.seal(JSON.stringify(codes));
}

/** Whether it is one of the codes left; then it is left no more. */
export async function isRecoveryCode(
  world: World,
  tx: Writing,
  userId: string,
  typed: string,
): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  const row = await tx.query
    .selectFrom("second_steps")
    .select("recovery_codes")
    .where("user_id", "=", userId)
    .where("verified", "=", 1)
    .executeTakeFirst();
  if (!row) return false;
  const codes = readRecoveryCodes(world, row.recovery_codes);
  const left = codes.filter((one) => one.replace("-", "") !== code);
  if (left.length === codes.length) return false;
  const result = await tx.query
    .updateTable("second_steps")
    .set({ recovery_codes: sealRecoveryCodes(world, left) })
    .where("user_id", "=", userId)
    .where("recovery_codes", "=", row.recovery_codes)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

const characters = "23456789abcdefghjkmnpqrstuvwxyz";

function someCharacters(count: number): string {
  return Array.from({ length: count }, () => characters[randomInt(characters.length)]).join("");
}
