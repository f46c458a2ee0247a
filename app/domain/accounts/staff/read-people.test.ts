import { expect, test } from "vitest";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { openTestAccounts, signInAs } from "#tests/support/accounts.ts";
import { engines } from "#tests/support/database.ts";
import { countPeople, listPeople, type PeopleQuery, readOther } from "./read-people.ts";

async function openPeopled(engine: (typeof engines)[number]) {
  const site = await openTestAccounts(engine);
  const names = ["Rahima", "করিম", "100% Ali", "Zed_Zed", "Bina"];
  for (const [n, name] of names.entries()) {
    await site.person(`p${n}@shapla.example`, {
      name,
      role: n === 0 ? "admin" : "member",
      password: n < 2 ? undefined : null,
    } as object);
    site.clock.pass(60);
  }
  const list = (query: Partial<PeopleQuery> = {}) =>
    listPeople(site.db, { order: "joined", limit: 2, ...query });
  return { site, list };
}

test.each(engines)("%s: lists people page by page in every order and direction", async (engine) => {
  const { site, list } = await openPeopled(engine);
  await using _ = site;
  for (const order of ["joined", "name", "seen"] as const) {
    const there: string[] = [];
    let page = await list({ order });
    there.push(...page.rows.map(({ id }) => id));
    expect(page.previous).toBeNull();
    while (page.next !== null) {
      page = await list({ order, after: page.next });
      there.push(...page.rows.map(({ id }) => id));
    }
    expect(new Set(there).size).toBe(5);
    const back = page.rows.map(({ id }) => id);
    while (page.previous !== null) {
      page = await list({ order, before: page.previous });
      back.unshift(...page.rows.map(({ id }) => id));
    }
    expect(back).toEqual(there);
  }
  expect((await list({ order: "joined" })).rows.map(({ name }) => name)).toEqual(["Bina", "Zed_Zed"]);
});

test.each(engines)("%s: search matches words literally", async (engine) => {
  const { site, list } = await openPeopled(engine);
  await using _ = site;
  const found = async (q: string) => (await list({ q, limit: 100 })).rows.map(({ name }) => name);
  expect(await found("RAHI")).toEqual(["Rahima"]);
  expect(await found("করি")).toEqual(["করিম"]);
  expect(await found("0%")).toEqual(["100% Ali"]);
  expect(await found("d_z")).toEqual(["Zed_Zed"]);
  expect(await found("P3@shapla")).toEqual(["Zed_Zed"]);
  expect(await found("\\")).toEqual([]);
  expect(await found("' or 1=1 --")).toEqual([]);
});

test.each(engines)("%s: filters combine; entries show sign-in methods and last visit", async (engine) => {
  const { site, list } = await openPeopled(engine);
  await using _ = site;
  const browser = site.browser();
  await signInAs(site.accounts, browser, "p1@shapla.example");
  site.clock.pass(120);
  await identify(site.accounts, browser.accountRequest());
  const [karim] = (await list({ order: "seen" })).rows;
  expect(karim).toMatchObject({
    name: "করিম",
    waysIn: ["password"],
    lastSeenAt: site.clock.now().toISOString(),
  });
  await site.db.query.updateTable("users").set({ banned: 1 }).where("name", "=", "Bina").execute();
  expect((await list({ state: "banned" })).rows).toMatchObject([
    { name: "Bina", isBanned: true, lastSeenAt: "" },
  ]);
  expect((await list({ role: "admin", state: "banned" })).rows).toEqual([]);
  expect(await countPeople(site.db)).toEqual({ all: 5, admin: 1, editor: 0, member: 4, banned: 1 });
  const other = await readOther(site.db, karim?.id ?? "", site.clock.now());
  expect(other).toMatchObject({
    isLastAdmin: false,
    passkeys: 0,
    google: null,
    sessions: [{ browser: "Firefox on Linux" }],
  });
  await expect(readOther(site.db, "nobody", site.clock.now())).rejects.toMatchObject({ code: "missing" });
});
