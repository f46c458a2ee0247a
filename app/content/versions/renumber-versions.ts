import { stateOf } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import type { Writing } from "#app/database/database.ts";
import { readRow } from "./read-versions.ts";

/** The numbers that versions of one entry had elsewhere. */
export interface VersionNumbers {
  /** Of the one the public reads; null where none is said to be. */
  live: number | null;
  /** Of the newest, where that is not the public one. */
  latest: number | null;
  /** The highest of the others; 0 without any. */
  highestOther: number;
}

/**
 * Gives the public and the newest version of a just stored entry the numbers they had elsewhere, so that the others can be stored
 * around them; whatever else it has of versions is dropped. Two that say the same become one where elsewhere it was one.
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
  const kept = live !== null && isOne ? live : latest;
  await tx.query
    .deleteFrom("entry_versions")
    .where("entry_id", "=", id)
    .where("number", "not in", isOne || live === null ? [kept] : [live, latest])
    .execute();
  const next = nextNumbers(numbers, isOne);
  // Negative first, so that no two have the same number meanwhile.
  await setNumber(tx, id, kept, -next.latest);
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
