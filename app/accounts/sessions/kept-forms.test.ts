import { expect, test } from "vitest";
import { openTestAccounts, signIn } from "../../../tests/support/accounts.ts";
import { engines } from "../../../tests/support/database.ts";

const email = "rahima@shapla.example";
const path = "/dashboard/user/invite";
const typed = { name: "Karim", email: "karim@shapla.example" };

test.each(engines)(
  "%s: a form that waits for a confirmation is sealed, and handed out once, to its session and page alone",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const [mine, other] = [site.browser(), site.browser("198.51.100.2")];
    for (const browser of [mine, other]) await signIn(site.accounts, browser, email);
    await site.accounts.keepForm(mine.asking(), { path, typed: { name: "Earlier" } });
    await site.accounts.keepForm(mine.asking(), { path, typed });
    const rows = await site.db.query.selectFrom("proofs").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("karim");
    expect(await site.accounts.takeKeptForm(other.asking(), { path })).toBeNull();
    expect(await site.accounts.takeKeptForm(mine.asking(), { path: "/myprofile/email" })).toBeNull();
    expect(await site.accounts.takeKeptForm(mine.asking(), { path })).toEqual(typed);
    expect(await site.accounts.takeKeptForm(mine.asking(), { path })).toBeNull();
  },
);

test.each(engines)("%s: it waits ten minutes, and nobody gets it before they confirmed", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  await signIn(site.accounts, browser, email);
  await site.accounts.keepForm(browser.asking(), { path, typed });
  site.clock.pass(601);
  expect(await site.accounts.takeKeptForm(browser.asking(), { path })).toBeNull();
  await site.accounts.keepForm(browser.asking(), { path, typed });
  site.clock.pass(301);
  await site.db.query.updateTable("sessions").set({ fresh_at: "2020-01-01T00:00:00.000Z" }).execute();
  expect(await site.accounts.takeKeptForm(browser.asking(), { path })).toBeNull();
});
