import { expect, test } from "vitest";
import { cacheTags } from "#app/database/cache-tags.ts";
import { openPostgres } from "#app/database/engines/postgres/open.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { openLeadFeed } from "./lead-feed.ts";
import { aStaffMember, inOne, sendLead } from "./leads.fixture.ts";
import { changeLeads } from "./workflow/change-leads.ts";

const clock = { now: () => new Date() };
const listener = (part: object = {}) => ({
  personId: "nadia",
  after: null,
  mayHear: async () => true,
  ...part,
});

/** Reads a stream until its text fits. */
async function readUntil(stream: ReadableStream<Uint8Array>, fits: RegExp): Promise<string> {
  let text = "";
  const reader = stream.getReader();
  while (!fits.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += Buffer.from(value).toString();
  }
  reader.releaseLock();
  return text;
}

test.each(engines)(
  "%s: what comes in and what is changed is told to all who listen; spam is no news",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const nadia = await aStaffMember(db, { now: clock.now() });
    const feed = openLeadFeed(db, clock);
    const streams = [feed.open(listener()), feed.open(listener({ personId: "karim" }))];
    await sendLead(db, {}, { now: clock.now(), honeypot: "x" });
    const id = await sendLead(db, { email: "karim@shapla.example" }, { now: clock.now() });
    for (const stream of streams) {
      const text = await readUntil(
        stream,
        new RegExp(`"arrived":\\[\\{"id":"${id}","kind":"messages"\\}\\]`),
      );
      expect(text).toMatch(/^retry: 3000\nid: \d{4}-/);
    }
    await inOne(db, (tx) =>
      changeLeads(tx, "message", [id], { status: "open" }, { ...nadia, now: clock.now() }),
    );
    await Promise.all(streams.map((stream) => readUntil(stream, /"changed":\[.+\]/)));
    feed.close();
    expect(await Promise.all(streams.map((stream) => readUntil(stream, /never/)))).toHaveLength(2);
  },
);

test.each(engines)(
  "%s: what was there before, and what one does oneself, is no arrival; calls are told from messages",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const nadia = await aStaffMember(db, { now: clock.now() });
    const before = await sendLead(db, {}, { now: new Date(Date.now() - 2000) });
    const feed = openLeadFeed(db, clock);
    const stream = feed.open(listener());
    await inOne(db, (tx) =>
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

test.each(engines)("%s: who lost the line hears what they missed", async (engine) => {
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

test("what one instance keeps another tells", async () => {
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
  // Until the other instance listens, what it was not told of comes with what it next hears.
  const id = await sendLead(open.db, {}, { now: clock.now() });
  const [text] = await Promise.all([
    readUntil(stream, new RegExp(id)),
    new Promise((resolve) => setTimeout(resolve, 50)),
  ]);
  expect(text).toContain(id);
  feed.close();
  await other.close();
});

test("a person may listen so often and no more, and nobody when the site stops", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { most: 2 });
  const one = feed.open(listener());
  feed.open(listener());
  expect(() => feed.open(listener())).toThrow(/2 windows/);
  feed.open(listener({ personId: "karim" }));
  await one.cancel();
  feed.open(listener());
  feed.close();
  expect(() => feed.open(listener())).toThrow(/about to stop/);
});

test("A10 who is signed out meanwhile hears no more", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { heartbeatMs: 5 });
  let isSignedIn = true;
  const stream = feed.open(listener({ mayHear: async () => isSignedIn }));
  await readUntil(stream, /still here/);
  isSignedIn = false;
  await readUntil(stream, /never/);
  feed.close();
});

test("L6 a stream ends with the sessions of its listener, before it tells anything more", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock);
  let isSignedIn = true;
  const stream = feed.open(listener({ mayHear: async () => isSignedIn }));
  await readUntil(stream, /\n\n/);
  isSignedIn = false;
  await inOne(open.db, async (tx) => tx.invalidate(cacheTags.sessions));
  const id = await sendLead(open.db, {}, { now: clock.now() });
  expect(await readUntil(stream, new RegExp(id))).not.toContain(id);
  feed.close();
});

test("L6 while nobody can say whether they may hear, they may not", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { heartbeatMs: 5 });
  const mayHear = async () => {
    throw new Error("the database is away");
  };
  expect(await readUntil(feed.open(listener({ mayHear })), /still here/)).not.toContain("still here");
  feed.close();
});

test("who leaves while it is asked whether they may hear keeps nothing from the others", async () => {
  await using open = await openTestDatabase("sqlite");
  const feed = openLeadFeed(open.db, clock, { heartbeatMs: 50 });
  const leaving: ReadableStream<Uint8Array>[] = [];
  const leaves = async () => {
    await leaving.pop()?.cancel();
    return true;
  };
  leaving.push(feed.open(listener({ mayHear: leaves })));
  const staying = feed.open(listener({ personId: "karim" }));
  await expect(readUntil(staying, /still here/)).resolves.toContain("still here");
  feed.close();
});
