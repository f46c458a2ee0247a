import { expect, test } from "vitest";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { goodPassword, openTestAccounts, race } from "#tests/support/accounts.ts";
import { engines } from "#tests/support/database.ts";
import { offerSetup, setUp } from "./setup.ts";

test.each(engines)("%s: one setup link starts one session, for the first admin", async (engine) => {
  await using site = await openTestAccounts(engine);
  const link = await offerSetup(site.accounts, atStart(site.accounts));
  const input = {
    token: link?.searchParams.get("token") ?? "",
    name: "Nadia",
    email: "nadia@kolpona.example",
    password: goodPassword,
    passwordAgain: goodPassword,
  };
  const browser = site.browser();
  const answers = await race(5, async () =>
    browser.keep(await setUp(site.accounts, browser.accountRequest(), input)),
  );
  expect(answers.toSorted()).toEqual(["done", "gone", "gone", "gone", "gone"]);
  expect(await identify(site.accounts, browser.accountRequest())).toMatchObject({
    person: { email: input.email, role: "admin" },
    isFresh: true,
  });
  const actions = (await site.audit()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["first-admin", "signed-in"]));
  expect(await site.db.query.selectFrom("sessions").select("id").execute()).toHaveLength(1);
});
