import { expect, test } from "vitest";
import { describeNewsletterForm } from "#app/leads/newsletter-form.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { receiveSignUp } from "./receive.ts";

const page = "text/html,application/xhtml+xml";

test("a script is answered in place, a page with an address that may be loaded again; both with one reference", async () => {
  await using site = await openTestSite("sqlite");
  const inPlace = await signUp(site.context, "rahima@shapla.example", "*/*");
  const asPage = await signUp(site.context, "Rahima@shapla.example", page);
  if (inPlace instanceof Response || !("reference" in inPlace.data)) throw new Error("It was not kept.");
  expect(inPlace.data.thanks).toBe(describeNewsletterForm().thanks);
  if (!(asPage instanceof Response)) throw new Error("It led nowhere.");
  expect(asPage.status).toBe(303);
  expect(asPage.headers.get("location")).toBe(`/newsletter?sent=${inPlace.data.reference}`);
});

test("whatever is wrong is said of the one field", async () => {
  await using site = await openTestSite("sqlite");
  const wrong = await signUp(site.context, "rahima", "*/*");
  expect(wrong).toMatchObject({ init: { status: 422 }, data: { errors: { email: expect.any(String) } } });
  for (let at = 0; at < 5; at += 1) await signUp(site.context, "a@shapla.example", "*/*");
  const tooMany = await signUp(site.context, "a@shapla.example", "*/*");
  expect(tooMany).toMatchObject({
    init: { status: 429 },
    data: { errors: { email: expect.stringMatching(/try again/) } },
  });
});

function signUp(context: PageContext, email: string, accept: string) {
  const request = new Request("https://kolpona.example/newsletter", {
    method: "POST",
    body: new URLSearchParams({ email, consent: "on" }),
    headers: { accept, "sec-fetch-site": "same-origin" },
  });
  return receiveSignUp(context, request, describeNewsletterForm());
}
