import { expect, test } from "vitest";
import { storeForm, takeStoredForm } from "#app/domain/accounts/sessions/stored-forms.ts";
import { openTestAccounts, signInAs } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";

const email = "rahima@shapla.example";
const path = "/dashboard/user/invite";
const typed = { name: "Karim", email: "karim@shapla.example" };

test.each(engines)("%s: encrypts a form; returns it once, to its page only", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const [mine, other] = [site.browser(), site.browser("198.51.100.2")];
  for (const browser of [mine, other]) await signInAs(site.accounts, browser, email);
  await storeForm(site.accounts, mine.accountRequest(), { path, typed: { name: "Earlier" } });
  await storeForm(site.accounts, mine.accountRequest(), { path, typed });
  const rows = await site.db.query.selectFrom("one_time_tokens").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("karim");
  expect(await takeStoredForm(site.accounts, other.accountRequest(), { path })).toBeNull();
  expect(await takeStoredForm(site.accounts, mine.accountRequest(), { path: "/myprofile/email" })).toBeNull();
  expect(await takeStoredForm(site.accounts, mine.accountRequest(), { path })).toEqual(typed);
  expect(await takeStoredForm(site.accounts, mine.accountRequest(), { path })).toBeNull();
});

test.each(engines)("%s: expires after ten minutes and requires reauthentication", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  await storeForm(site.accounts, browser.accountRequest(), { path, typed });
  site.clock.pass(601);
  expect(await takeStoredForm(site.accounts, browser.accountRequest(), { path })).toBeNull();
  await storeForm(site.accounts, browser.accountRequest(), { path, typed });
  site.clock.pass(301);
  await site.db.query
    .updateTable("sessions")
    .set({ reauthenticated_at: "2020-01-01T00:00:00.000Z" })
    .execute();
  expect(await takeStoredForm(site.accounts, browser.accountRequest(), { path })).toBeNull();
});
