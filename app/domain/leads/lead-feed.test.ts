import { expect, test } from "vitest";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { openPostgres } from "#app/platform/database/engines/postgres/open.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { openLeadFeed } from "./lead-feed.ts";
import { aStaffMember, inTransaction, sendLead } from "./leads.fixture.ts";
import { changeLeads } from "./workflow/change-leads.ts";

const clock = { now: () => new Date() };
const listener = (part: object = {}) => ({
  personId: "nadia",
  after: null,
  isAllowed: async () => true,
  ...part,
});

/** Reads a stream until its text matches. */
async function readUntil(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  let text = "";
  const reader = stream.getReader();
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += Buffer.from(value).toString();
  }
  reader.releaseLock();
  return text;
}

test.each(engines)("%s: sends new and changed leads to all listeners, but no spam", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db, { now: clock.now() });
  const feed = openLeadFeed(db, clock);
  const streams = [feed.open(listener()), feed.open(listener({ personId: "karim" }))];
  await sendLead(db, {}, { now: clock.now(), honeypot: "x" });
  const id = await sendLead(db, { email: "karim@shapla.example" }, { now: clock.now() });
  for (const stream of streams) {
    const text = await readUntil(stream, new RegExp(`"arrived":\\[\\{"id":"${id}","kind":"messages"\\}\\]`));
    expect(text).toMatch(/^retry: 3000\nid: \d{4}-/);
  }
  await inTransaction(db, (tx) =>
    changeLeads(tx, "message", [id], { status: "open" }, { ...nadia, now: clock.now() }),
  );
  await Promise.all(streams.map((stream) => readUntil(stream, /"changed":\[.+\]/)));
  feed.close();
  expect(await Promise.all(streams.map((stream) => readUntil(stream, /never/)))).toHaveLength(2);
});

test.each(engines)(
  "%s: reports earlier leads as changes and distinguishes calls from messages",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const nadia = await aStaffMember(db, { now: clock.now() });
    const before = await sendLead(db, {}, { now: new Date(Date.now() - 2000) });
    const feed = openLeadFeed(db, clock);
    const stream = feed.open(listener());
    await inTransaction(db, (tx) =>
      changeLeads(tx, "message", [before], { status: "open" }, { ...nadia, now: clock.now() }),
    );
    expect(await readUntil(stream, new RegExp(before))).toContain(`"arrived":[],"changed":["${before}"]`);
    const call = await sendLead(db, {}, { now: clock.now() }, "call");
    expect(await readUntil(stream, new RegExp(call))).toContain(
      `"arrived":[{"id":"${call}","kind":"calls"}]`,
    );
    feed.close();
  },
);

test.each(engines)("%s: sends missed leads after a reconnect", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const feed = openLeadFeed(db, clock);
  const after = new Date(Date.now() - 60_000).toISOString();
  const id = await sendLead(db, {}, { now: clock.now() });
  await readUntil(feed.open(listener({ after })), new RegExp(id));
  const [first] = (await readUntil(feed.open(listener({ after: "' or 1=1" })), /\n\n/)).split("\n");
  expect(first).toBe("retry: 3000");
  feed.close();
});

test("sends leads that another instance stored", async () => {
  await using open = await openTestDatabase("postgres");
  const { rows } = await open.db.query.executeQuery<{ name: string }>(
    (await import("kysely")).sql`select current_database() as name`.compile(open.db.query) as never,
  );
  const server = new URL(process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres");
  server.pathname = `/${rows[0]?.name}`;
  const other = { ...openPostgres(server.href, () => {}), encryption: open.db.encryption };
  const feed = openLeadFeed(other, clock);
  const stream = feed.open(listener());
  await readUntil(stream, /\n\n/);
  // The other instance may listen late; missed leads are sent with the next change.
  const id = await sendLead(open.db, {}, { now: clock.now() });
  const [text] = await Promise.all([
    readUntil(stream, new RegExp(id)),
    new Promise((resolve) => setTimeout(resolve, 50)),
  ]);
  expect(text).toContain(id);
  feed.close();
  await other.close();
});

test("limits the streams of a person and rejects streams on shutdown", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { maxPerPerson: 2 });
  const one = feed.open(listener());
  feed.open(listener());
  expect(() => feed.open(listener())).toThrow(/2 windows/);
  feed.open(listener({ personId: "karim" }));
  await one.cancel();
  feed.open(listener());
  feed.close();
  expect(() => feed.open(listener())).toThrow(/shutting down/);
});

test("A10 closes the stream of a signed-out person", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { heartbeatMs: 5 });
  let isSignedIn = true;
  const stream = feed.open(listener({ isAllowed: async () => isSignedIn }));
  await readUntil(stream, /still here/);
  isSignedIn = false;
  await readUntil(stream, /never/);
  feed.close();
});

test("L6 closes the stream of an ended session before sending more", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock);
  let isSignedIn = true;
  const stream = feed.open(listener({ isAllowed: async () => isSignedIn }));
  await readUntil(stream, /\n\n/);
  isSignedIn = false;
  await inTransaction(open.db, async (tx) => tx.invalidate(cacheTags.sessions));
  const id = await sendLead(open.db, {}, { now: clock.now() });
  expect(await readUntil(stream, new RegExp(id))).not.toContain(id);
  feed.close();
});

test("L6 closes the stream when permission cannot be checked", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { heartbeatMs: 5 });
  const isAllowed = async () => {
    throw new Error("the database is unavailable");
  };
  expect(await readUntil(feed.open(listener({ isAllowed })), /still here/)).not.toContain("still here");
  feed.close();
});

test("a listener who leaves during the check does not block others", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { heartbeatMs: 50 });
  const leaving: ReadableStream<Uint8Array>[] = [];
  const leaveDuringCheck = async () => {
    await leaving.pop()?.cancel();
    return true;
  };
  leaving.push(feed.open(listener({ isAllowed: leaveDuringCheck })));
  const staying = feed.open(listener({ personId: "karim" }));
  await expect(readUntil(staying, /still here/)).resolves.toContain("still here");
  feed.close();
});
