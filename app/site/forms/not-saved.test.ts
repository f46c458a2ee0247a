import { sql } from "kysely";
import { expect, test } from "vitest";
import { readSettings, saveSettings } from "#app/domain/company/settings.ts";
import { emptySettings } from "#app/domain/company/settings-schema.ts";
import { acceptCall, acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { describeCallForm } from "#app/domain/leads/intake/call-form.ts";
import { describeContactForm } from "#app/domain/leads/intake/forms.ts";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createRequestContext } from "#app/platform/http/listener/request-context.ts";
import { answerNewsletterSignUp } from "#app/site/pages/newsletter/subscription.ts";
import { readShell } from "#app/site/shell/read-shell.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { type EngineName, engines } from "#tests/support/database.ts";
import { answerForm } from "./form-answer.ts";
import { readCallPage, readContactPage } from "./lead-pages.ts";

const long = "It leaks. ".repeat(1000).trim();
const typed = {
  name: "Rahima",
  email: "rahima@shapla.example",
};
const receivers = {
  contact: {
    receiver: { form: describeContactForm(), accept: acceptMessage, path: "/contact" },
    form: { ...typed, message: long },
    word: "message",
  },
  call: {
    receiver: { form: describeCallForm(), accept: acceptCall, path: "/calltoaction" },
    form: { ...typed, topic: "Ledgers" },
    word: "request",
  },
};

test.each(engines)("%s: A7 a full disk returns the typed text and company contacts", async (engine) => {
  await using site = await openTestSite(engine);
  await saveCompany(site.context.db);
  await fillDisk(engine, site.context.db);
  for (const { receiver, form, word } of Object.values(receivers)) {
    const requestContext = aVisit();
    const answer = await answerForm({ ...site.context, requestContext }, post(receiver.path, form), receiver);
    if (answer instanceof Response) throw new Error("The form was accepted.");
    expect(answer.init).toEqual({ status: 503, headers: { "retry-after": "60" } });
    expect(answer.data).toMatchObject({
      title: `We could not save your ${word} just now.`,
      typed: form,
      isConsentTicked: true,
      notSaved: { phone: "+880 2 5550 0100", email: "hello@kolpona.example" },
    });
    expect([requestContext.isFromMemory, requestContext.isCacheable]).toEqual([true, false]);
  }
  const signUp = await answerNewsletterSignUp(
    site.context,
    post("/newsletter/sign-up", { email: typed.email }),
    describeNewsletterForm(),
  );
  expect([signUp.status, signUp.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await signUp.json()).toEqual({
    error:
      "We could not save your subscription just now. Please send it again in a minute. You can also call +880 2 5550 0100 or write to hello@kolpona.example.",
  });
});

test.each(engines)("%s: A7 renders the page around an unsaved form from cached data", async (engine) => {
  await using site = await openTestSite(engine);
  await saveCompany(site.context.db);
  const pages = [readShell, (context: typeof site.context) => readContactPage(context, contactUrl)];
  const before = await Promise.all(pages.map((read) => read(site.context)));
  // Saving clears the cache, as a lost connection does.
  await write(site.context.db, async (tx) => {
    await saveSettings(tx, emptySettings, actionContext);
  });
  await site.context.db.query.schema.dropTable("settings").execute();
  await expect(readCallPage(site.context, contactUrl)).rejects.toThrow();
  const requestContext = aVisit();
  requestContext.answerFromMemory(new Error("The database is unavailable."));
  expect(await Promise.all(pages.map((read) => read({ ...site.context, requestContext })))).toEqual(before);
  expect(await readCallPage({ ...site.context, requestContext }, contactUrl)).toMatchObject({
    phone: "+880 2 5550 0100",
  });
  expect(requestContext.isCacheable).toBe(false);
});

const contactUrl = new URL("https://kolpona.example/contact");
const actionContext = {
  actor: { id: "tester", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

async function saveCompany(db: Database): Promise<void> {
  const company = { ...emptySettings.company, phone: "+880 2 5550 0100", email: "hello@kolpona.example" };
  await write(db, async (tx) => {
    await saveSettings(tx, { ...emptySettings, company }, actionContext);
  });
  await readSettings(db);
}

/** Limits SQLite to its current pages; PostgreSQL raises its disk-full error on each insert. */
async function fillDisk(engine: EngineName, { query }: Database): Promise<void> {
  if (engine === "sqlite") {
    // A large blob uses up the free pages.
    for (const table of ["leads", "subscribers"])
      await sql
        .raw(
          `create trigger ${table}_grows before insert on ${table} begin insert into rooms values (zeroblob(100000)); end`,
        )
        .execute(query);
    await sql`create table rooms (room blob)`.execute(query);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(query);
    return;
  }
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`.execute(
    query,
  );
  for (const table of ["leads", "subscribers"])
    await sql
      .raw(`create trigger no_room before insert on ${table} for each row execute function no_room()`)
      .execute(query);
}

function post(path: string, form: Record<string, string>): Request {
  return new Request(`https://kolpona.example${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...form, consent: "on" }),
    headers: {
      accept: "*/*",
    },
  });
}

function aVisit() {
  return createRequestContext({ id: "test", address: "192.0.2.1", secure: true });
}
