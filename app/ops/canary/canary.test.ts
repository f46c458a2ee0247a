import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { aClosedPort, aDelivery, readOutbox, startSmtp } from "#app/domain/mail/mail.fixture.ts";
import { claimNext } from "#app/domain/mail/outbox/claims.ts";
import { deliver } from "#app/domain/mail/outbox/deliver.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { acceptMessage } from "../../domain/leads/intake/accept-lead.ts";
import { describeContactForm } from "../../domain/leads/intake/forms.ts";
import { readLeadForm } from "../../domain/leads/intake/read-lead-form.ts";
import { beginRound, readCanaryState } from "../../domain/leads/intake/rounds.ts";
import { readLeadSettings, saveLeadSettings } from "../../domain/leads/lead-settings.ts";
import { aMessage, aStaffMember, minutesLater, someMetadata } from "../../domain/leads/leads.fixture.ts";
import { notifyOfFailedMail } from "../../domain/leads/notices/due-notices.ts";
import { runCanaryRound } from "./canary-job.ts";

const page = `<form method="get" action="/search"><input name="q" value="x"></form>
<form method="post"><input name="name"><input type="email" name="email"><textarea name="message"></textarea>
<input name="homepage" value=""><input type="checkbox" name="consent"><input type="hidden" name="source" value="/contact"></form>`;

/** State of the simulated stages while all work; tests change it between rounds. */
const working = {
  pageStatus: 200,
  page,
  formStatus: 303,
  /** Whether messages are stored. */
  isWriting: true,
  /** Whether queued mail is sent. */
  isSending: true,
  /** Reason for which the mail server rejects mail; null if it accepts it. */
  refuses: null as string | null,
};

/** Opens a site with a contact form over HTTP, an outbox, a mail server and one admin, with a test clock. */
async function openSite(db: Database) {
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
  const chain = { ...working };
  const agents = new Set<string | undefined>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    agents.add(request.headers["user-agent"]);
    if (request.method === "GET") return void response.writeHead(chain.pageStatus).end(chain.page);
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const data = new FormData();
    for (const [name, value] of body) data.append(name, value);
    const { input, sent } = readLeadForm(describeContactForm(), data);
    const reference = chain.isWriting
      ? (await acceptMessage(db, input, someMetadata({ ...sent, now: clock.now() }))).reference
      : "FD-7K3M-9QX2";
    response.writeHead(chain.formStatus, { location: `/contact?sent=${reference}` }).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // TCP addresses are objects
  await aStaffMember(db, { name: "Nadia", role: "admin" });
  const parts = {
    db,
    clock,
    publicUrl: new URL(`http://127.0.0.1:${port}`),
    mailFrom: { address: "hello@kolpona.example" },
    tryMail: async () => chain.refuses,
  };
  const send = async () => {
    for (let mail = await next(); chain.isSending && mail; mail = await next())
      await deliver(delivery, mail, AbortSignal.timeout(60_000));
  };
  const next = () => (chain.isSending ? claimNext(db, clock.now(), "people") : null);
  return {
    chain,
    clock,
    parts,
    delivery,
    agents,
    state: () => readCanaryState(db, clock.now()),
    /** Advances the clock, in steps of the job or longer ones. */
    async pass(minutes: number, url = parts.publicUrl, step = minutes > 300 ? 15 : 5) {
      for (let passed = 0; passed < minutes; passed += step) {
        await runCanaryRound({ ...parts, publicUrl: url });
        await send();
        clock.forward(step);
      }
      await runCanaryRound({ ...parts, publicUrl: url });
    },
    /** Subjects of mail to admins. */
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
  test("sends a test message twice a day and stores no lead", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openSite(open.db);
    expect(await site.state()).toEqual({ isOn: true, lastArrivedAt: null, broken: null, isStale: false });
    await site.pass(24 * 60);
    // One at the start and two a day.
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

  test.each<[string, Partial<typeof working>, string, RegExp]>([
    ["the page", { pageStatus: 502 }, "page", /status 502/],
    ["the form on it", { page: "<p>Soon</p>" }, "page", /no form/],
    ["the form handler", { formStatus: 422 }, "form", /status 422/],
    ["storing", { formStatus: 503, isWriting: false }, "database", /can’t store/],
    ["the wrong database", { isWriting: false }, "database", /was not stored/],
    ["the mail server", { refuses: "The mail server takes no mail: ECONNREFUSED" }, "mail", /ECONNREFUSED/],
  ])("%s fails: reports it within an hour and notifies admins once", async (_, change, link, why) => {
    await using open = await openTestDatabase(engine);
    await using site = await openSite(open.db);
    await site.pass(30);
    expect((await site.state()).broken).toBe(null);
    Object.assign(site.chain, change);
    await site.pass(55);
    expect((await site.state()).broken).toMatchObject({ link, why: expect.stringMatching(why) });
    await site.pass(60);
    expect(await site.adminMails()).toEqual([brokenSubject]);
    Object.assign(site.chain, working);
    await site.pass(30);
    expect((await site.state()).broken).toBe(null);
    expect(await site.adminMails()).toEqual([brokenSubject, wellSubject]);
  });

  test("reports an unreachable address, but not a single restart", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openSite(open.db);
    const nowhere = new URL(`http://127.0.0.1:${await aClosedPort()}`);
    await site.pass(5);
    await site.pass(20);
    await runCanaryRound({ ...site.parts, publicUrl: nowhere });
    expect((await site.state()).broken).toBe(null);
    await site.pass(60);
    expect((await site.state()).broken).toBe(null);
    await site.pass(55, nowhere);
    expect((await site.state()).broken).toMatchObject({
      link: "page",
      why: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("a rejected or unsent mail fails at once and notifies no staff", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openSite(open.db);
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
    site.chain.isSending = false;
    await site.pass(13 * 60);
    expect((await site.state()).broken).toMatchObject({ link: "outbox" });
    // Unsent test mail is replaced, not accumulated.
    expect(
      (await readOutbox(open.db)).filter(
        ({ template, to_address, status }) =>
          template === "canary" && status === "waiting" && to_address === "hello@kolpona.example",
      ).length,
    ).toBeLessThan(2);
  });

  test("arrives without a mail server, from an address that forms reject", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openSite(open.db);
    site.parts.mailFrom.address = "no-reply@localhost";
    await site.pass(10);
    expect(await site.state()).toMatchObject({ broken: null, lastArrivedAt: expect.any(String) });
  });

  test("accepts a test message once, within ten minutes, with this secret", async () => {
    await using open = await openTestDatabase(engine);
    const now = minutesLater(0);
    const send = (message: string, minutes = 0) =>
      acceptMessage(
        open.db,
        aMessage({ message, email: "hello@kolpona.example" }),
        someMetadata({ now: minutesLater(minutes) }),
      );
    const count = async () => (await open.db.query.selectFrom("leads").select("id").execute()).length;
    const { message } = await beginRound(open.db, "check", now);
    await send(message);
    expect(await count()).toBe(0);
    await send(message, 1);
    expect(await count()).toBe(1);
    const expired = await beginRound(open.db, "check", now);
    await send(expired.message, 11);
    expect(await count()).toBe(2);
    const { id } = await beginRound(open.db, "check", now);
    const forged = createEncryption("another secret that is long enough").encrypt(
      JSON.stringify({ canary: id }),
    );
    await send(message.replace(/\S+$/, forged), 12);
    expect(await count()).toBe(3);
  });

  test("sends nothing when disabled and reports an hour without rounds", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openSite(open.db);
    await site.pass(10);
    site.clock.forward(51);
    expect((await site.state()).isStale).toBe(true);
    await changeSettings(open.db, { isOn: false });
    const before = site.received.length;
    await site.pass(60);
    expect([site.received.length, (await site.state()).isOn]).toEqual([before, false]);
  });
});
