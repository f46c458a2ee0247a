import { countFolders, listValues } from "../../app/domain/leads/inbox/count-inbox.ts";
import { readFilter } from "../../app/domain/leads/inbox/filter.ts";
import { readInbox } from "../../app/domain/leads/inbox/read-inbox.ts";
import { indexedWords } from "../../app/domain/leads/inbox/search-leads.ts";
import { listSiblings, readTimeline } from "../../app/domain/leads/inbox/timeline.ts";
import { findLead, type Lead } from "../../app/domain/leads/lead.ts";
import { type Database, write } from "../../app/platform/database/database.ts";
import { writeCursor } from "../../app/platform/database/paging.ts";
import { newId } from "../../app/platform/runtime/id.ts";
import { engines, openTestDatabase } from "../../tests/support/database.ts";
import { pickWord } from "./render.ts";

const messages = 100_000;
const viewer = { timeZone: "Asia/Dhaka", personId: "nobody" };

export interface InboxCost {
  engine: string;
  query: string;
  /** Median and maximum of ten runs in milliseconds. */
  median: number;
  max: number;
}

/** Times of the inbox queries with many messages, on both engines. */
export async function measureInbox(): Promise<InboxCost[]> {
  const costs: InboxCost[] = [];
  for (const engine of engines) {
    await using open = await openTestDatabase(engine);
    await fill(open.db);
    for (const [query, run] of await queriesOf(open.db))
      costs.push({ engine, query, ...(await measure(run)) });
  }
  return costs;
}

async function queriesOf(db: Database): Promise<[string, () => Promise<unknown>][]> {
  const list = (query: string, after?: string) => () =>
    readInbox(db, "message", readFilter(new URLSearchParams(query)), { limit: 50, after }, viewer);
  const middle = await db.query
    .selectFrom("leads")
    .select(["sort_date", "id"])
    .orderBy("id")
    .limit(1)
    .offset(messages / 2)
    .executeTakeFirstOrThrow();
  const place = writeCursor({ sortKey: middle.sort_date, id: middle.id });
  const lead = await findLead(db, "message", middle.id);
  return [
    ["first page of new messages", list("")],
    ["first page of closed messages", list("folder=closed")],
    ["middle page", list("folder=closed", place)],
    ["oldest first", list("folder=closed&sort=oldest")],
    ["all unassigned messages", list("folder=all&assignee=nobody")],
    ["one service", list("folder=all&service=Service+3")],
    ["one rare service", list("folder=all&service=Rare")],
    ["one day", list("folder=all&from=2024-01-10&to=2024-01-10")],
    ["search, one hit", list("q=needle")],
    ["search that matches every message", list("q=ledger")],
    ["search by word prefix", list("q=ri")],
    ["search with many hits, none new", list("folder=new&q=ledger")],
    ["search for an address", list("q=sender77%40shapla.example")],
    ["folder counts", () => countFolders(db, "message")],
    ["services for the filter", () => listValues(db, "message", "service")],
    ["one message with its history", () => (lead ? readTimeline(db, lead) : Promise.resolve())],
    ["other messages from its sender", () => (lead ? listSiblings(db, lead) : Promise.resolve())],
  ];
}

async function measure(run: () => Promise<unknown>): Promise<{ median: number; max: number }> {
  const times: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const startedAt = performance.now();
    await run();
    if (n > 1) times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  return { median: times[Math.floor(times.length / 2)] ?? 0, max: times.at(-1) ?? 0 };
}

async function fill(db: Database): Promise<void> {
  for (let from = 0; from < messages; from += 1000)
    await write(db, async (tx) => {
      const rows = Array.from({ length: 1000 }, (_, n) => rowOf(from + n));
      for (let at = 0; at < rows.length; at += 200)
        await tx.query
          .insertInto("leads")
          .values(rows.slice(at, at + 200))
          .execute();
      for (const row of rows)
        await tx.search.leads.index(tx.query, {
          leadId: row.id,
          kind: "messages",
          words: indexedWords(row),
        });
    });
  if (db.dialect.name === "postgres")
    await db.query.executeQuery((await import("kysely")).sql`vacuum analyze`.compile(db.query));
}

function rowOf(n: number): Lead {
  const at = new Date(Date.UTC(2023, 0, 1) + n * 400_000).toISOString();
  const pick = (k: number) => pickWord(n, k);
  const text = Array.from({ length: 90 }, (_, k) => pick(k)).join(" ");
  const isRecent = n > messages - 40;
  const status = isRecent
    ? ("new" as const)
    : n % 20 === 0
      ? ("spam" as const)
      : n % 500 === 1
        ? ("open" as const)
        : ("closed" as const);
  return {
    id: newId(),
    kind: "message",
    reference: `FD-${n}`,
    name: `Sender ${n % 20_000}`,
    email: `sender${n % 20_000}@shapla.example`,
    email_key: `sender${n % 20_000}@shapla.example`,
    phone: "+8801712345678",
    status,
    sort_date: at,
    assignee_id: null,
    snoozed_until: null,
    answered_at: null,
    answer_minutes: null,
    merged_into: null,
    erased_at: null,
    best_time: "",
    topic: "",
    tries: 0,
    referrer: "",
    company: `Company ${n % 3000}`,
    service: n === 500 ? "Rare" : `Service ${n % 8}`,
    message: `ledger ${n === 5 ? "needle " : ""}${text}`,
    consent_text: "Yes",
    source_path: "/contact",
    network: "",
    user_agent: "",
    spam_reasons: "",
    idempotency_key: null,
    fingerprint: String(n),
    created_at: at,
    updated_at: at,
    closed_at: status === "closed" || status === "spam" ? at : null,
  };
}
