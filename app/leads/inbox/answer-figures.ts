import type { Database } from "#app/database/database.ts";
import type { LeadKind } from "../lead-kinds.ts";

export interface AnswerFigures {
  /** How many days back they look. */
  days: number;
  /** How many were answered for the first time in these days. */
  answered: number;
  /** Minutes within which half of them were; null when there were none. */
  median: number | null;
}

const days = 30;
const most = 2000;

/** How fast first answers were, of late. */
export async function readAnswerFigures(db: Database, kind: LeadKind, now: Date): Promise<AnswerFigures> {
  const rows = await db.query
    .selectFrom("leads")
    .select("answer_minutes")
    .where("kind", "=", kind)
    .where("answered_at", ">=", new Date(now.getTime() - days * 86_400_000).toISOString())
    .orderBy("answered_at", "desc")
    .limit(most)
    .execute();
  const minutes = rows
    .flatMap(({ answer_minutes }) => answer_minutes ?? [])
    .sort((one, other) => one - other);
  return { days, answered: minutes.length, median: minutes[Math.floor((minutes.length - 1) / 2)] ?? null };
}
