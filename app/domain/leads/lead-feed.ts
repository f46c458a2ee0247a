import { DomainError } from "#app/lib/errors/domain-error.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { type LeadKind, pluralOf } from "./lead-kinds.ts";

/** Sends changes of leads on any instance to listeners, as server-sent events (WHATWG HTML, 9.2). */
export interface LeadFeed {
  /** Opens a stream. Throws a DomainError if the person has too many, or on shutdown. */
  open(listener: FeedListener): ReadableStream<Uint8Array>;
  /** Closes all streams and rejects new ones. */
  close(): void;
}

export interface FeedListener {
  personId: string;
  /** Id of the last received event; null for a new listener. */
  after: string | null;
  /** Checked repeatedly: whether the listener may still receive events. */
  isAllowed(): Promise<boolean>;
}

interface FeedRate {
  heartbeatMs: number;
  /** Maximum streams per person. */
  maxPerPerson: number;
}

interface OpenStream extends FeedListener {
  /** Earlier leads are not new to this listener; ISO 8601. */
  since: string;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

export function openLeadFeed(
  db: Database,
  clock: Clock,
  { heartbeatMs = 20_000, maxPerPerson = 5 }: Partial<FeedRate> = {},
): LeadFeed {
  const streams = new Set<OpenStream>();
  let isClosed = false;
  let readUntil = clock.now();
  let pending: Promise<void> = Promise.resolve();
  const closeStream = (stream: OpenStream) => {
    if (streams.delete(stream)) stream.controller.close();
  };
  const send = (stream: OpenStream, text: string) => {
    // The listener may have left during an await.
    if (!streams.has(stream)) return;
    // Closes streams that are no longer read.
    if ((stream.controller.desiredSize ?? 0) < -50) return closeStream(stream);
    stream.controller.enqueue(new TextEncoder().encode(text));
  };
  /** Runs steps in sequence; a failed step is repeated with the next heartbeat. */
  const next = (step: () => Promise<void>) => {
    pending = pending.then(step).catch(() => {});
  };
  const sendNews = async () => {
    if (streams.size === 0) return;
    const news = await readNews(db, readUntil, clock.now());
    readUntil = new Date(news.until);
    if (news.arrived.length + news.changed.length > 0)
      for (const stream of streams) send(stream, writeEvent(news, stream.since));
  };
  db.changes.onChange((touched) => {
    // Closes streams of ended sessions before sending more.
    if (touched === null || touched.has(cacheTags.sessions)) next(checkStreams);
    if (touched === null || touched.has(cacheTags.leads)) next(sendNews);
  });
  const checkStreams = async () => {
    for (const stream of streams) {
      // Closes the stream if the check fails; browsers reconnect automatically.
      if (await stream.isAllowed().catch(() => false)) send(stream, ": still here\n\n");
      else closeStream(stream);
    }
  };
  const timer = setInterval(() => next(checkStreams), heartbeatMs);
  timer.unref();
  return {
    open(listener) {
      if (isClosed) throw new DomainError("unavailable", "The site is shutting down.");
      const ownStreams = [...streams].filter(({ personId }) => personId === listener.personId);
      if (ownStreams.length >= maxPerPerson)
        throw new DomainError(
          "too-many",
          `You have ${maxPerPerson} windows with live updates. Close one first.`,
          {
            detail: 60,
          },
        );
      if (streams.size === 0) readUntil = clock.now();
      let stream: OpenStream;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          stream = { ...listener, since: sinceOf(listener, clock.now()), controller };
          streams.add(stream);
          send(stream, `retry: 3000\nid: ${readUntil.toISOString()}\n\n`);
          next(() => catchUp(stream));
        },
        cancel: () => void streams.delete(stream),
      });
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of streams) closeStream(stream);
    },
  };

  async function catchUp(stream: OpenStream): Promise<void> {
    const after = stream.after === null ? Number.NaN : Date.parse(stream.after);
    if (Number.isNaN(after)) return;
    const news = await readNews(db, new Date(after), clock.now());
    if (news.arrived.length + news.changed.length > 0) send(stream, writeEvent(news, stream.since));
  }
}

/** Returns the time from which leads are new to a listener: when the stream opened or was lost. */
function sinceOf({ after }: FeedListener, now: Date): string {
  const lost = after === null ? Number.NaN : Date.parse(after);
  return Number.isNaN(lost) ? now.toISOString() : new Date(lost).toISOString();
}

/** Formats an event. The query overlaps earlier ones to find late commits, which are reported as changes. */
function writeEvent({ until, arrived, changed }: LeadNews, since: string): string {
  const fresh = arrived.filter(({ at }) => at >= since);
  const before = arrived.filter(({ at }) => at < since).map(({ id }) => id);
  const data = {
    arrived: fresh.map(({ id, kind }) => ({ id, kind: pluralOf[kind] })),
    changed: [...changed, ...before],
  };
  return `id: ${until}\nevent: leads\ndata: ${JSON.stringify(data)}\n\n`;
}

/** New lead that is not spam. */
interface ArrivedLead {
  id: string;
  kind: LeadKind;
  /** ISO 8601. */
  at: string;
}

/** New and changed leads since a time, by id. */
interface LeadNews {
  arrived: ArrivedLead[];
  changed: string[];
  /** End of the period; ISO 8601. */
  until: string;
}

/** A transaction may commit later than the times of its rows. */
const overlapMs = 10_000;
const maxEvents = 500;

/** Reads news, which may repeat earlier ones; listeners recognize them by id. */
async function readNews(db: Database, since: Date, now: Date): Promise<LeadNews> {
  const rows = await db.query
    .selectFrom("lead_events")
    .select(["lead_id", "kind", "detail", "at"])
    .where("at", ">", new Date(since.getTime() - overlapMs).toISOString())
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxEvents)
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
