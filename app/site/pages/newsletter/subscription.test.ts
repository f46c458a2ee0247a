import { expect, test } from "vitest";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { answerNewsletterSignUp, answerSignUpPage } from "./subscription.ts";

const form = describeNewsletterForm();

test("the footer form gets JSON, the page gets a redirect", async () => {
  await using site = await openTestSite("sqlite");
  const inPlace = await signUp(site.context, "rahima@shapla.example");
  expect([inPlace.status, await inPlace.json()]).toEqual([201, { thanks: form.thanks }]);
  const onPage = await answerSignUpPage(site.context, post("Rahima@shapla.example"), form);
  if (!(onPage instanceof Response)) throw new Error("It led nowhere.");
  expect(onPage.status).toBe(303);
  expect(onPage.headers.get("location")).toMatch(/^\/newsletter\?sent=FD-/);
  const subscribers = await site.context.db.query
    .selectFrom("subscribers")
    .select(["email", "source_path"])
    .execute();
  expect(subscribers).toEqual([{ email: "rahima@shapla.example", source_path: "/about" }]);
});

test("the footer form gets one error, the page a title", async () => {
  await using site = await openTestSite("sqlite");
  const wrong = await signUp(site.context, "rahima");
  expect([wrong.status, await wrong.json()]).toEqual([422, { error: expect.stringMatching(/e-mail/) }]);
  for (let at = 0; at < 5; at += 1) await signUp(site.context, "a@shapla.example");
  const tooMany = await signUp(site.context, "a@shapla.example");
  expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(0);
  expect([tooMany.status, await tooMany.json()]).toEqual([
    429,
    { error: expect.stringMatching(/try again/) },
  ]);
  expect(await answerSignUpPage(site.context, post("a@shapla.example"), form)).toMatchObject({
    init: { status: 429 },
    data: { title: expect.stringMatching(/try again/), errors: {} },
  });
});

function signUp(context: PageContext, email: string) {
  return answerNewsletterSignUp(context, post(email), form);
}

function post(email: string): Request {
  return new Request("https://kolpona.example/newsletter", {
    method: "POST",
    body: new URLSearchParams({ email, consent: "on", source: "/about" }),
  });
}
