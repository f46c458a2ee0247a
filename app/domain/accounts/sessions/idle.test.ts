import { expect, test } from "vitest";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { openTestAccounts, signInAs } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";

const idle = { cookie: "__Host-frontdesk.idle=1" };

test.each(engines)("%s: M7 background requests do not extend a staff session", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person("nadia@kolpona.example", { role: "admin" });
  const browser = site.browser();
  await signInAs(site.accounts, browser, "nadia@kolpona.example");
  const asIdle = { headers: { cookie: `${browser.header()}; ${idle.cookie}` } };
  const asks = [
    () => browser.accountRequest("/api/contact/events", { headers: { accept: "text/event-stream" } }),
    () => ({ ...browser.accountRequest("/api/contact/events"), isBackground: true }),
    () => browser.accountRequest("/api/jwt", { method: "POST" }),
    () => {
      browser.cookies.set("__Host-frontdesk.idle", "1");
      const accountRequest = browser.accountRequest("/dashboard/entry/save/blog/1", asIdle);
      browser.cookies.delete("__Host-frontdesk.idle");
      return accountRequest;
    },
  ];
  for (let minute = 0; minute < 29; minute += 1) {
    site.clock.pass(60);
    for (const ask of asks) expect(await identify(site.accounts, ask())).not.toBeNull();
  }
  site.clock.pass(60);
  for (const ask of asks) expect(await identify(site.accounts, ask())).toBeNull();
});

test("M7 page loads and forms extend a session despite the cookie", async () => {
  await using site = await openTestAccounts("sqlite");
  await site.person("nadia@kolpona.example", { role: "admin" });
  const browser = site.browser();
  await signInAs(site.accounts, browser, "nadia@kolpona.example");
  browser.cookies.set("__Host-frontdesk.idle", "1");
  for (const init of [{ headers: { "sec-fetch-mode": "navigate" } }, { method: "POST" }]) {
    site.clock.pass(29 * 60);
    expect(await identify(site.accounts, browser.accountRequest("/dashboard/home", init))).not.toBeNull();
  }
  browser.cookies.delete("__Host-frontdesk.idle");
  site.clock.pass(29 * 60);
  expect(await identify(site.accounts, browser.accountRequest("/dashboard/home"))).not.toBeNull();
});

test.each(engines)("%s: an unused session expires at the limit of its role", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.saveSettings({ accounts: { editorIdleMinutes: 480, adminIdleMinutes: 15 } });
  for (const [role, minutes] of [
    ["editor", 480],
    ["admin", 15],
  ] as const) {
    await site.person(`${role}@kolpona.example`, { role });
    const browser = site.browser();
    await signInAs(site.accounts, browser, `${role}@kolpona.example`);
    site.clock.pass(minutes * 60 - 1);
    expect(await identify(site.accounts, browser.accountRequest("/", background))).not.toBeNull();
    site.clock.pass(1);
    expect(await identify(site.accounts, browser.accountRequest("/", background))).toBeNull();
  }
});

const background = { headers: { accept: "text/event-stream" } };
