import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { type LeadKind, pluralOf } from "./lead-kinds.ts";

/** Tells those who look at messages, wherever they were changed, as server-sent events (WHATWG HTML, 9.2). */
export interface LeadFeed {
  /** Refuses when somebody has too many of them open, or the site is about to stop. */
  open(listener: FeedListener): ReadableStream<Uint8Array>;
  /** Ends all of them, and takes no more. */
  close(): void;
}

export interface FeedListener {
  personId: string;
  /** Up to where the listener has heard before, as the last event said; null for the first time. */
  after: string | null;
  /** Asked again and again: whether they may still hear. */
  mayHear(): Promise<boolean>;
}

interface FeedRate {
  heartbeatMs: number;
  /** So many at a time for one person. */
  most: number;
}

interface Open extends FeedListener {
  /** What came in before is no news to this listener; ISO 8601. */
  since: string;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export function openLeadFeed(
  db: Database,
  clock: Clock,
  { heartbeatMs = 20_000, most = 5 }: Partial<FeedRate> = {},
): LeadFeed {
  const all = new Set<Open>();
  let isClosed = false;
  let heard = clock.now();
  let looking: Promise<void> = Promise.resolve();
  const end = (one: Open) => {
    if (all.delete(one)) one.controller.close();
  };
  const send = (one: Open, text: string) => {
    // Who was waited for may have left meanwhile.
    if (!all.has(one)) return;
    // Who reads nothing any more is not written to for ever.
    if ((one.controller.desiredSize ?? 0) < -50) return end(one);
    one.controller.enqueue(new TextEncoder().encode(text));
  };
  /** One after the other; what fails is asked anew at the next heartbeat. */
  const next = (step: () => Promise<void>) => {
    looking = looking.then(step).catch(() => {});
  };
  const look = async () => {
    if (all.size === 0) return;
    const news = await readNews(db, heard, clock.now());
    heard = new Date(news.until);
    if (news.arrived.length + news.changed.length > 0)
      for (const one of all) send(one, writeEvent(news, one.since));
  };
  db.changes.onChange((touched) => {
    // Whoever may not hear any more is sent away before anything else is told.
    if (touched === null || touched.has(cacheTags.sessions)) next(beat);
    if (touched === null || touched.has(cacheTags.leads)) next(look);
  });
  const beat = async () => {
    for (const one of all) {
      // While nobody can say whether they may, they may not: a browser comes back by itself.
      if (await one.mayHear().catch(() => false)) send(one, ": still here\n\n");
      else end(one);
    }
  };
  const timer = setInterval(() => next(beat), heartbeatMs);
  timer.unref();
  return {
    open(listener) {
      if (isClosed) throw new DomainError("unavailable", "The site is about to stop.");
      const theirs = [...all].filter(({ personId }) => personId === listener.personId);
      if (theirs.length >= most)
        throw new DomainError("too-many", `You have ${most} windows open that are kept up to date.`, {
          detail: 60,
        });
      if (all.size === 0) heard = clock.now();
      let one: Open;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          one = { ...listener, since: sinceOf(listener, clock.now()), controller };
          all.add(one);
          send(one, `retry: 3000\nid: ${heard.toISOString()}\n\n`);
          next(() => catchUp(one));
        },
        cancel: () => void all.delete(one),
      });
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const one of all) end(one);
    },
  };

  async function catchUp(one: Open): Promise<void> {
    const after = one.after === null ? Number.NaN : Date.parse(one.after);
    if (Number.isNaN(after)) return;
    const news = await readNews(db, new Date(after), clock.now());
    if (news.arrived.length + news.changed.length > 0) send(one, writeEvent(news, one.since));
  }
}

/** From when on a listener hears what comes in: since they opened the stream, or since they lost it. */
function sinceOf({ after }: FeedListener, now: Date): string {
  const lost = after === null ? Number.NaN : Date.parse(after);
  return Number.isNaN(lost) ? now.toISOString() : new Date(lost).toISOString();
}

/** The past is looked through again for what was stored late; of that a listener hears only that something changed. */
function writeEvent({ until, arrived, changed }: LeadNews, since: string): string {
  const fresh = arrived.filter(({ at }) => at >= since);
  const before = arrived.filter(({ at }) => at < since).map(({ id }) => id);
  const data = {
    arrived: fresh.map(({ id, kind }) => ({ id, kind: pluralOf[kind] })),
    changed: [...changed, ...before],
  };
  return `id: ${until}\nevent: leads\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A lead that came in, and no spam. */
interface ArrivedLead {
  id: string;
  kind: LeadKind;
  /** ISO 8601. */
  at: string;
}

/** What happened to leads since a moment; ids of messages and calls. */
interface LeadNews {
  arrived: ArrivedLead[];
  changed: string[];
  /** Up to where this tells; ISO 8601. */
  until: string;
}

/** A transaction may be kept some time after the moment its rows tell. */
const overlapMs = 10_000;
const most = 500;

/** What was told before may be told again: whoever hears it knows by the ids. */
async function readNews(db: Database, since: Date, now: Date): Promise<LeadNews> {
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
  const kinds = await readKinds(db, [...arrivedIds]);
  return {
    arrived: arrived.map(({ lead_id, at }) => ({
      id: lead_id,
      kind: kinds.get(lead_id) ?? "message",
      at,
    })),
    changed: [...changed],
    until,
  };
}

async function readKinds({ query }: Database, ids: string[]): Promise<Map<string, LeadKind>> {
  if (ids.length === 0) return new Map();
  const rows = await query.selectFrom("leads").select(["id", "kind"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
