import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { type Database, write } from "#app/database/database.ts";
import { aClosedPort, aDelivery, readOutbox, startSmtp } from "#app/mail/mail.fixture.ts";
import { claimNext } from "#app/mail/outbox/claims.ts";
import { deliver } from "#app/mail/outbox/deliver.ts";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { acceptMessage } from "../intake/accept-lead.ts";
import { describeContactForm } from "../intake/forms.ts";
import { readLeadForm } from "../intake/read-lead-form.ts";
import { readLeadSettings, saveLeadSettings } from "../lead-settings.ts";
import { aMessage, aStaffMember, minutesLater, someMetadata } from "../leads.fixture.ts";
import { notifyOfFailedMail } from "../notices/due-notices.ts";
import { doCanaryRound } from "./canary-job.ts";
import { beginRound, readCanaryState } from "./rounds.ts";

const page = `<form method="get" action="/search"><input name="q" value="x"></form>
<form method="post"><input name="name"><input type="email" name="email"><textarea name="message"></textarea>
<input name="homepage" value=""><input type="checkbox" name="consent"><input type="hidden" name="source" value="/contact"></form>`;

/** How the parts on the way behave; each may be changed between rounds. */
const whole = {
  pageStatus: 200,
  page,
  formStatus: 303,
  /** Whether the form's message is written. */
  isWriting: true,
  /** Whether the outbox is emptied. */
  isSending: true,
  /** What the mail server is asked, without a mail. */
  refuses: null as string | null,
};

/** A site with its contact form over HTTP, its outbox and a mail server, with one admin, where time goes as it is told. */
async function openWay(db: Database) {
  const smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith("refused@")
          ? Object.assign(new Error("5.1.1 No such mailbox"), { responseCode: 550 })
          : null,
      ),
  });
  const delivery = aDelivery(db, smtp.port);
  const { clock } = delivery;
  const way = { ...whole };
  const agents = new Set<string | undefined>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    agents.add(request.headers["user-agent"]);
    if (request.method === "GET") return void response.writeHead(way.pageStatus).end(way.page);
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const data = new FormData();
    for (const [name, value] of body) data.append(name, value);
    const { input, sent } = readLeadForm(describeContactForm(), data);
    const reference = way.isWriting
      ? (await acceptMessage(db, input, someMetadata({ ...sent, now: clock.now() }))).reference
      : "FD-7K3M-9QX2";
    response.writeHead(way.formStatus, { location: `/contact?sent=${reference}` }).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is no path
  await aStaffMember(db, { name: "Nadia", role: "admin" });
  const parts = {
    db,
    clock,
    publicUrl: new URL(`http://127.0.0.1:${port}`),
    mailFrom: { address: "hello@kolpona.example" },
    tryMail: async () => way.refuses,
  };
  const send = async () => {
    for (let mail = await next(); way.isSending && mail; mail = await next())
      await deliver(delivery, mail, AbortSignal.timeout(60_000));
  };
  const next = () => (way.isSending ? claimNext(db, clock.now(), "people") : null);
  return {
    way,
    clock,
    parts,
    delivery,
    agents,
    state: () => readCanaryState(db, clock.now()),
    /** Time goes by as it does, in steps of the job or, where much goes by, longer ones. */
    async pass(minutes: number, url = parts.publicUrl, step = minutes > 300 ? 15 : 5) {
      for (let passed = 0; passed < minutes; passed += step) {
        await doCanaryRound({ ...parts, publicUrl: url });
        await send();
        clock.forward(step);
      }
      await doCanaryRound({ ...parts, publicUrl: url });
    },
    /** What admins were mailed. */
    adminMails: async () =>
      (await readOutbox(db))
        .filter(({ to_address }) => to_address.startsWith("nadia@"))
        .map(({ subject }) => subject),
    received: smtp.received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

const brokenSubject = "Messages from the website don’t arrive";
const wellSubject = "Messages from the website arrive again";

async function changeSettings(db: Database, change: Record<string, unknown>): Promise<void> {
  const settings = await readLeadSettings(db);
  const next = { ...settings, canary: { ...settings.canary, ...change } };
  const version = await db.query
    .selectFrom("settings")
    .select("version")
    .where("key", "=", "leads")
    .executeTakeFirst();
  await write(db, (tx) =>
    saveLeadSettings(tx, next, {
      actor: { id: "a-test", requestId: "a-test" },
      now: minutesLater(0),
      basedOn: version?.version ?? 0,
    }),
  );
}

describe.each(engines)("%s", (engine) => {
  test("a test message goes the whole way twice a day, and nothing of it is a message", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openWay(open.db);
    expect(await site.state()).toEqual({ isOn: true, lastArrivedAt: null, broken: null, isStale: false });
    await site.pass(24 * 60);
    // At first, and at the two hours of a day.
    expect(site.received.map(({ to }) => to)).toEqual(Array(3).fill(["hello@kolpona.example"]));
    const rounds = await open.db.query
      .selectFrom("canary_rounds")
      .select("kind")
      .where("broken_link", "=", "")
      .execute();
    expect(rounds.filter(({ kind }) => kind === "check").length).toBeGreaterThan(40);
    const { lastArrivedAt, broken, isStale } = await site.state();
    expect({ broken, isStale }).toEqual({ broken: null, isStale: false });
    expect(site.clock.now().getTime() - Date.parse(lastArrivedAt ?? "")).toBeLessThan(12.2 * 3_600_000);
    for (const table of ["leads", "lead_events", "notices"] as const)
      expect(await open.db.query.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await site.adminMails()).toEqual([]);
    expect([...site.agents].join()).toMatch(/bot/);
  });

  test.each<[string, Partial<typeof whole>, string, RegExp]>([
    ["the page", { pageStatus: 502 }, "page", /status 502/],
    ["the form on it", { page: "<p>Soon</p>" }, "page", /no form/],
    ["what takes the form", { formStatus: 422 }, "form", /status 422/],
    ["the writing", { formStatus: 503, isWriting: false }, "database", /can’t store/],
    ["the database it is written to", { isWriting: false }, "database", /was not written/],
    ["the mail server", { refuses: "The mail server takes no mail: ECONNREFUSED" }, "mail", /ECONNREFUSED/],
  ])(
    "%s is broken: it is red within the hour, admins hear once, and once when it is well",
    async (_, change, link, why) => {
      await using open = await openTestDatabase(engine);
      await using site = await openWay(open.db);
      await site.pass(30);
      expect((await site.state()).broken).toBe(null);
      Object.assign(site.way, change);
      await site.pass(55);
      expect((await site.state()).broken).toMatchObject({ link, why: expect.stringMatching(why) });
      await site.pass(60);
      expect(await site.adminMails()).toEqual([brokenSubject]);
      Object.assign(site.way, whole);
      await site.pass(30);
      expect((await site.state()).broken).toBe(null);
      expect(await site.adminMails()).toEqual([brokenSubject, wellSubject]);
    },
  );

  test("an address that can't be reached is broken, and one restart in between is not", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openWay(open.db);
    const nowhere = new URL(`http://127.0.0.1:${await aClosedPort()}`);
    await site.pass(5);
    await site.pass(20);
    await doCanaryRound({ ...site.parts, publicUrl: nowhere });
    expect((await site.state()).broken).toBe(null);
    await site.pass(60);
    expect((await site.state()).broken).toBe(null);
    await site.pass(55, nowhere);
    expect((await site.state()).broken).toMatchObject({
      link: "page",
      why: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("a mail that is refused, or that nobody takes to send it, is red by the message alone and told no staff", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openWay(open.db);
    await changeSettings(open.db, { addresses: ["refused@kolpona.example"] });
    await site.pass(10);
    expect((await site.state()).broken).toMatchObject({
      link: "mail",
      why: expect.stringContaining("No such mailbox"),
    });
    expect(await notifyOfFailedMail(open.db, site.clock.now())).toBe(0);
    await changeSettings(open.db, { addresses: [] });
    await site.pass(45);
    expect((await site.state()).broken).toBe(null);
    expect(await site.adminMails()).toEqual([brokenSubject, wellSubject]);
    site.way.isSending = false;
    await site.pass(13 * 60);
    expect((await site.state()).broken).toMatchObject({ link: "outbox" });
    // What did not leave does not pile up.
    expect(
      (await readOutbox(open.db)).filter(
        ({ template, to_address, status }) =>
          template === "canary" && status === "waiting" && to_address === "hello@kolpona.example",
      ).length,
    ).toBeLessThan(2);
  });

  test("where mail is only kept, from an address that no form takes, the message arrives all the same", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openWay(open.db);
    site.parts.mailFrom.address = "no-reply@localhost";
    await site.pass(10);
    expect(await site.state()).toMatchObject({ broken: null, lastArrivedAt: expect.any(String) });
  });

  test("the words of a round count once, for ten minutes, by this secret; anything else is a message", async () => {
    await using open = await openTestDatabase(engine);
    const now = minutesLater(0);
    const send = (message: string, minutes = 0) =>
      acceptMessage(
        open.db,
        aMessage({ message, email: "hello@kolpona.example" }),
        someMetadata({ now: minutesLater(minutes) }),
      );
    const count = async () => (await open.db.query.selectFrom("leads").select("id").execute()).length;
    const { words } = await beginRound(open.db, "check", now);
    await send(words);
    expect(await count()).toBe(0);
    await send(words, 1);
    expect(await count()).toBe(1);
    const late = await beginRound(open.db, "check", now);
    await send(late.words, 11);
    expect(await count()).toBe(2);
    const { id } = await beginRound(open.db, "check", now);
    const forged = createEncryption("another secret that is long enough").encrypt(
      JSON.stringify({ canary: id }),
    );
    await send(words.replace(/\S+$/, forged), 12);
    expect(await count()).toBe(3);
  });

  test("turned off, nothing goes; where nothing was tried for an hour, that is told", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openWay(open.db);
    await site.pass(10);
    site.clock.forward(51);
    expect((await site.state()).isStale).toBe(true);
    await changeSettings(open.db, { isOn: false });
    const before = site.received.length;
    await site.pass(60);
    expect([site.received.length, (await site.state()).isOn]).toEqual([before, false]);
  });
});
