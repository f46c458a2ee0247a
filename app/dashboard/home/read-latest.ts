import { listDeeds } from "#app/audit/list-deeds.ts";
import type { Database } from "#app/database/database.ts";
import { type DescribedDeed, describeDeeds } from "../audit/describe-deeds.ts";

const lookedAt = 200;
const shown = 8;

/** Deeds on accounts that change who may do what; coming and going is no news. */
const forAdmins = [
  "first-admin",
  "role-changed",
  "banned",
  "unbanned",
  "invited",
  "invitation-accepted",
  "invitation-revoked",
  "account-created",
  "account-erased",
];

/** What was done last; of what one person did to one thing only the last. */
export async function readLatest(db: Database, isAdmin: boolean): Promise<DescribedDeed[]> {
  const { rows } = await listDeeds(db, { limit: lookedAt });
  const meant = rows.filter(({ action }) => action.includes(".") || (isAdmin && forAdmins.includes(action)));
  const once = new Map(
    meant.toReversed().map((row) => [`${row.actor} ${row.subject || row.action}`, row] as const),
  );
  const latest = [...once.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, shown);
  return describeDeeds(db, latest, isAdmin ? "admin" : "editor");
}
