import { stateOf } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { readRow } from "./read-versions.ts";

/** Version numbers of an entry in another system. */
export interface VersionNumbers {
  /** Public version; null without one. */
  live: number | null;
  /** Newest version, if different from the public one. */
  latest: number | null;
  /** Highest number of the others; 0 without any. */
  highestOther: number;
}

/**
 * Renumbers the public and newest versions of a just stored entry to their numbers elsewhere, so others can be stored
 * around them; removes other versions. Merges two equal versions if they were one elsewhere.
 */
export async function renumberVersions(
  tx: Writing,
  kind: Kind,
  id: string,
  numbers: VersionNumbers,
): Promise<void> {
  const row = await readRow(tx, kind, id, { inTrash: true });
  const { live_version: live, latest_version: latest } = row;
  const isOne = live === null || live === latest || (await hasSameData(tx, id, numbers, live, latest));
  const remaining = live !== null && isOne ? live : latest;
  await tx.query
    .deleteFrom("entry_versions")
    .where("entry_id", "=", id)
    .where("number", "not in", isOne || live === null ? [remaining] : [live, latest])
    .execute();
  const next = nextNumbers(numbers, isOne);
  // Negative numbers first, to avoid duplicates in between.
  await setNumber(tx, id, remaining, -next.latest);
  if (!isOne && live !== null) await setNumber(tx, id, live, -next.live);
  await tx.query
    .updateTable("entry_versions")
    .set((eb) => ({ number: eb.neg("number") }))
    .where("entry_id", "=", id)
    .execute();
  const live_version = live === null ? null : isOne ? next.latest : next.live;
  const changed = { ...row, live_version, latest_version: next.latest };
  await tx.query
    .updateTable("entries")
    .set({ live_version, latest_version: next.latest, state: stateOf(changed) })
    .where("id", "=", id)
    .execute();
}

function nextNumbers({ live, latest, highestOther }: VersionNumbers, isOne: boolean) {
  if (isOne) return { live: 0, latest: latest ?? live ?? highestOther + 1 };
  const nextLive = live ?? highestOther + 1;
  return { live: nextLive, latest: Math.max(latest ?? 0, nextLive + 1, highestOther + 1) };
}

async function hasSameData(
  { query }: Writing,
  id: string,
  numbers: VersionNumbers,
  ...versions: [number, number]
): Promise<boolean> {
  if (numbers.latest !== null || numbers.live === null || numbers.live <= numbers.highestOther) return false;
  const rows = await query
    .selectFrom("entry_versions")
    .select("data")
    .where("entry_id", "=", id)
    .where("number", "in", versions)
    .execute();
  return rows[0]?.data === rows[1]?.data;
}

async function setNumber({ query }: Writing, id: string, from: number, to: number): Promise<void> {
  await query
    .updateTable("entry_versions")
    .set({ number: to })
    .where("entry_id", "=", id)
    .where("number", "=", from)
    .execute();
}
