import { setImmediate as nextTurn } from "node:timers/promises";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import type { Circumstances } from "./circumstances.ts";
import { eraseDue } from "./erase.ts";
import type { World } from "./parts.ts";
import { hashEncryptedCodes } from "./recovery-codes.ts";

/** Deletes what has run out and erases who wished to go, now and every hour. */
export function startAccountUpkeep(
  world: World,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): Repeated {
  return repeat(() => tidyAccounts(world), everyMs, onError);
}

export async function tidyAccounts(world: World): Promise<void> {
  const now = world.clock.now();
  const at = now.toISOString();
  const here: Circumstances = { now, at, network: "", userAgent: "", requestId: "schedule" };
  const { query } = world.db;
  for (const table of ["registrations", "proofs", "sessions", "verifications"] as const)
    await deleteExpired(world, table, at);
  // One that has run out is shown for a while, to be sent again or forgotten.
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await query.deleteFrom("invitations").where("expires_at", "<=", monthAgo).execute();
  const yearAgo = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await query.deleteFrom("known_devices").where("seen_at", "<", yearAgo).execute();
  await hashEncryptedCodes(world);
  await eraseDue(world, here);
  // The last word to somebody is the last thing that holds their address.
  await query
    .deleteFrom("outbox")
    .where("template", "=", "deleted")
    .where("status", "<>", "waiting")
    .execute();
}

/** Rows deleted in one statement: SQLite does it on the event loop, where everybody waits for its end. */
const rowsAtOnce = 1000;

async function deleteExpired(
  { db }: World,
  table: "registrations" | "proofs" | "sessions" | "verifications",
  at: string,
): Promise<void> {
  for (;;) {
    const due = db.query.selectFrom(table).select("id").where("expires_at", "<=", at).limit(rowsAtOnce);
    const result = await db.query.deleteFrom(table).where("id", "in", due).executeTakeFirst();
    if (Number(result.numDeletedRows) < rowsAtOnce) return;
    await nextTurn();
  }
}
