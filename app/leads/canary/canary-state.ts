import type { Database } from "#app/database/database.ts";
import type { CanaryLink } from "#app/database/tables/leads.ts";
import { readLeadSettings } from "../settings/store-lead-settings.ts";
import type { Break, CanaryRound } from "./rounds.ts";

/** How the way of messages stands, as the last test messages showed it. */
export interface CanaryState {
  isOn: boolean;
  /** When the last whole message arrived, its mail taken by the mail server; null for never. ISO 8601. */
  lastArrivedAt: string | null;
  /** Where the way is broken, and since when; null while it is not known to be. */
  broken: (Break & { since: string }) | null;
  /** Whether nothing was tried for most of an hour: the database takes no writing, or no instance does what happens by itself. */
  isStale: boolean;
}

export const canaryLinks = ["page", "form", "database", "outbox", "mail"] as const satisfies CanaryLink[];

const staleMs = 50 * 60_000;

export async function readCanaryState(db: Database, now: Date): Promise<CanaryState> {
  const { isOn } = (await readLeadSettings(db)).canary;
  const arrived = await db.query
    .selectFrom("canary_rounds")
    .select("ended_at")
    .where("kind", "=", "message")
    .where("broken_link", "=", "")
    .where("ended_at", "is not", null)
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const rounds = await readRounds(db, mostLookedAt);
  const [newest] = rounds;
  return {
    isOn,
    lastArrivedAt: arrived?.ended_at ?? null,
    broken: findBreak(rounds),
    isStale: newest !== undefined && now.getTime() - Date.parse(newest.started_at) > staleMs,
  };
}

/** A break that lasts longer than these rounds is said to have begun with the first of them. */
const mostLookedAt = 200;

/** Newest first. */
export function readRounds(db: Pick<Database, "query">, limit: number): Promise<CanaryRound[]> {
  return db.query
    .selectFrom("canary_rounds")
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * A mail that the mail server did not take, of a whole message, is known to be broken. Anything else may be a restart, and is
 * broken when it is so twice in a row.
 * @param rounds newest first
 */
export function findBreak(rounds: readonly CanaryRound[]): CanaryState["broken"] {
  const ended = rounds.filter(({ ended_at }) => ended_at !== null);
  const firstWell = ended.findIndex(({ broken_link }) => broken_link === "");
  const failing = firstWell === -1 ? ended : ended.slice(0, firstWell);
  const [newest] = failing;
  const oldest = failing.at(-1);
  if (!newest || !oldest || newest.broken_link === "") return null;
  if (failing.length === 1 && !isKnownAtOnce(newest)) return null;
  return {
    link: newest.broken_link,
    why: newest.broken_why,
    since: oldest.started_at,
  };
}

/** Whether a failed round needs no second one to be believed. */
export function isKnownAtOnce({ kind, broken_link }: CanaryRound): boolean {
  return kind === "message" && (broken_link === "mail" || broken_link === "outbox");
}
