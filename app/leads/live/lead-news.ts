import type { Database } from "#app/database/database.ts";
import type { LeadKind } from "../lead.ts";

/** A lead that came in, and no spam. */
export interface ArrivedLead {
  id: string;
  kind: LeadKind;
  /** ISO 8601. */
  at: string;
}

/** What happened to leads since a moment; ids of messages and calls. */
export interface LeadNews {
  arrived: ArrivedLead[];
  changed: string[];
  /** Up to where this tells; ISO 8601. */
  until: string;
}

/** A transaction may be kept some time after the moment its rows tell. */
const overlapMs = 10_000;
const most = 500;

/** What was told before may be told again: whoever hears it knows by the ids. */
export async function readNews(db: Database, since: Date, now: Date): Promise<LeadNews> {
  const rows = await db.query
    .selectFrom("lead_events")
    .select(["lead_id", "kind", "detail", "at"])
    .where("at", ">", new Date(since.getTime() - overlapMs).toISOString())
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  const arrived = rows.filter(({ kind, detail }) => kind === "arrived" && !detail.includes('"isSpam":true'));
  const arrivedIds = new Set(arrived.map(({ lead_id }) => lead_id));
  const changed = new Set(rows.map(({ lead_id }) => lead_id).filter((id) => !arrivedIds.has(id)));
  const last = rows[0]?.at ?? "";
  const until = last > now.toISOString() ? last : now.toISOString();
  const calls = await findCalls(db, [...arrivedIds]);
  return {
    arrived: arrived.map(({ lead_id, at }) => ({
      id: lead_id,
      kind: calls.has(lead_id) ? "calls" : "messages",
      at,
    })),
    changed: [...changed],
    until,
  };
}

async function findCalls({ query }: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query.selectFrom("calls").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}
