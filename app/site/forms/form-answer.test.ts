import { expect, test } from "vitest";
import { acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { describeContactForm } from "#app/domain/leads/intake/forms.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { answerForm, type FormAnswer } from "./form-answer.ts";

const receiver = { form: describeContactForm(), accept: acceptMessage, path: "/contact" };
const aForm = {
  name: "Rahima",
  email: "rahima@shapla.example",
  message: "Do you build ledgers?",
  consent: "on",
};

test("redirects a stored form and its repeat to the same reference", async () => {
  await using site = await openTestSite("sqlite");
  const first = await send(site.context, { ...aForm, key: "k1" });
  expect(first.status).toBe(303);
  expect(first.location).toMatch(/^\/contact\?sent=FD-[\dA-Z]{4}-[\dA-Z]{4}$/);
  expect((await send(site.context, { ...aForm, key: "k1" })).location).toBe(first.location);
  expect(await messages(site.context)).toHaveLength(1);
});

test("stores the referrer from the script, without query and hash", async () => {
  await using site = await openTestSite("sqlite");
  const fromForm = { referer: "https://kolpona.example/contact" };
  await send(site.context, aForm, fromForm);
  await send(site.context, { ...aForm, message: "2", referrer: "https://search.example/find?q=x" }, fromForm);
  await send(
    site.context,
    { ...aForm, message: "3", referrer: "https://kolpona.example/blog/Tea#a" },
    fromForm,
  );
  await send(site.context, { ...aForm, message: "4", referrer: "javascript:alert(1)" }, fromForm);
  const rows = await site.context.db.query.selectFrom("leads").select("referrer").orderBy("id").execute();
  expect(rows.map(({ referrer }) => referrer)).toEqual([
    "",
    "https://search.example/find",
    "https://kolpona.example/blog/Tea",
    "",
  ]);
});

test("D7 stores a different message sent with a used key", async () => {
  await using site = await openTestSite("sqlite");
  await send(site.context, { ...aForm, key: "k1" });
  expect((await send(site.context, { ...aForm, message: "And apps?", key: "k1" })).status).toBe(303);
  expect((await send(site.context, { ...aForm, message: "Third", key: "no key\u0001" })).status).toBe(303);
  expect(await messages(site.context)).toEqual(["Do you build ledgers?", "And apps?", "Third"]);
});

test("describes invalid fields and returns all typed text", async () => {
  await using site = await openTestSite("sqlite");
  const wrong = { ...aForm, email: "rahima", message: " ", company: "<b>=1+1" };
  const { status, answer } = await send(site.context, wrong);
  expect(status).toBe(422);
  expect(answer?.title).toBe("Please correct 2 fields");
  expect(Object.keys(answer?.errors ?? {})).toEqual(["email", "message"]);
  expect(answer).toMatchObject({ typed: { email: "rahima", company: "<b>=1+1" }, isConsentTicked: true });
  expect(await messages(site.context)).toEqual([]);
});

test("rate-limited forms return the retry time and all typed text", async () => {
  await using site = await openTestSite("sqlite");
  const all = [];
  for (let at = 0; at < 6; at += 1) all.push(await send(site.context, { ...aForm, message: `Number ${at}` }));
  expect(all.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
  const last = all.at(-1);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(last?.answer).toMatchObject({ errors: {}, typed: { message: "Number 5" } });
  expect(last?.answer?.title).toMatch(/try again/);
});

test.each(["text/plain", "application/json", ""])(
  "66 refuses a body of another type (%s) like an empty form",
  async (type) => {
    await using site = await openTestSite("sqlite");
    const request = new Request("https://kolpona.example/contact", {
      method: "POST",
      body: '{"name":"x"}',
      headers: type ? { "content-type": type } : {},
    });
    const answer = await answerForm(site.context, request, receiver);
    expect("init" in answer && answer.init).toMatchObject({ status: 422 });
  },
);

async function send(
  context: PageContext,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(form);
  const request = new Request("https://kolpona.example/contact", { method: "POST", body, headers });
  const answer = await answerForm(context, request, receiver);
  if (answer instanceof Response)
    return { status: answer.status, location: answer.headers.get("location"), headers: answer.headers };
  const { data, init } = answer;
  return {
    status: init?.status,
    answer: data as FormAnswer | undefined,
    headers: new Headers(init?.headers),
  };
}

async function messages({ db }: PageContext): Promise<string[]> {
  const rows = await db.query.selectFrom("leads").select("message").orderBy("id").execute();
  return rows.map(({ message }) => message);
}
