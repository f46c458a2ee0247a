import { type Repeated, repeat } from "#app/platform/repeat.ts";
import type { Circumstances } from "./circumstances.ts";
import { eraseDue } from "./erase.ts";
import type { World } from "./parts.ts";

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
    await query.deleteFrom(table).where("expires_at", "<=", at).execute();
  // One that has run out is shown for a while, to be sent again or forgotten.
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000).toISOString();
  await query.deleteFrom("invitations").where("expires_at", "<=", monthAgo).execute();
  const yearAgo = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await query.deleteFrom("known_devices").where("seen_at", "<", yearAgo).execute();
  await eraseDue(world, here);
  // The last word to somebody is the last thing that holds their address.
  await query
    .deleteFrom("outbox")
    .where("template", "=", "deleted")
    .where("status", "<>", "waiting")
    .execute();
}
