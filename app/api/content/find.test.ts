import { expect, test } from "vitest";
import type { Kind } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { acceptCall, acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { write } from "#app/platform/database/database.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";
import { signInAs } from "../../../tests/support/accounts.ts";
import { engines } from "../../../tests/support/database.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

type Site = Awaited<ReturnType<typeof openStaffApi>>;

const actionContext = {
  actor: { id: "author", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};
const origin = { address: "203.0.113.7", consentText: "Yes.", now: actionContext.now };

async function found(site: Site, words: string, as?: Parameters<Site["ask"]>[2]) {
  const answer = await site.ask(`/find?q=${encodeURIComponent(words)}`, {}, as);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const { results } = await answer.json();
  return results.map(({ kind, title }: { kind: string; title: string }) => `${kind}: ${title}`);
}

const entry = (site: Site, kind: Kind, title: string) =>
  write(site.db, async (tx) => (await createEntry(tx, kind, { title }, actionContext)).id);

test.each(engines)("%s: finds entries in any state by newest title, ranked", async (engine) => {
  await using site = await openStaffApi(engine);
  const renamed = await entry(site, blog, "River ledgers");
  await write(site.db, (tx) => publish(tx, blog, renamed, actionContext));
  await write(site.db, (tx) => saveVersion(tx, blog, renamed, 1, { title: "River ledger" }, actionContext));
  await entry(site, service, "Ledgerdemain for rivers");
  const gone = await entry(site, service, "A ledger that is gone");
  await write(site.db, (tx) => trash(tx, service, gone, actionContext));
  await entry(site, blog, "নদীর হিসাব");
  expect(await found(site, "ledger")).toEqual(["entry: River ledger", "entry: Ledgerdemain for rivers"]);
  expect(await found(site, "RIV led")).toEqual(["entry: River ledger", "entry: Ledgerdemain for rivers"]);
  expect(await found(site, "ledgers")).toEqual([]);
  expect(await found(site, "হিসা")).toEqual(["entry: নদীর হিসাব"]);
  expect(await found(site, "  ")).toEqual([]);
});

test.each(engines)("%s: Z1 finds leads by contact data; people for admins only", async (engine) => {
  await using site = await openStaffApi(engine);
  const message = {
    name: "Karim Uddin",
    email: "karim@shapla.example",
    message: "A shop, please",
    consent: true,
  };
  const { reference } = await acceptMessage(site.db, message, origin);
  await acceptCall(
    site.db,
    { name: "Karima", phone: "+8801712345678", topic: "Prices", consent: true },
    origin,
  );
  await site.person("karim@kolpona.example", { role: "member" });
  expect(await found(site, "karim")).toEqual(["call: Prices", "message: A shop, please"]);
  expect(await found(site, "shapla")).toEqual(["message: A shop, please"]);
  expect(await found(site, reference)).toEqual(["message: A shop, please"]);
  expect(await found(site, "01712345678")).toEqual(["call: Prices"]);
  await site.person("nadia@kolpona.example", { role: "admin" });
  const admin = site.browser();
  await signInAs(site.accounts, admin, "nadia@kolpona.example");
  expect(await found(site, "karim@", admin)).toContainEqual(expect.stringMatching(/^person: /));
  expect((await site.ask("/find?q=karim", {}, site.browser())).status).toBe(401);
  expect((await site.ask(`/find?q=${"x".repeat(201)}`)).status).toBe(400);
  expect(await found(site, "%_\\ ' \" * :")).toEqual([]);
});

test.each(engines)("%s: staff read visit counts for valid dates", async (engine) => {
  await using site = await openStaffApi(engine);
  const answer = await site.ask("/visits?from=2026-03-01&to=2026-03-02");
  expect(await answer.json()).toEqual({
    from: "2026-03-01",
    to: "2026-03-02",
    pages: [],
    sources: [],
    days: ["2026-03-01", "2026-03-02"].map((day) => ({ day, views: 0, visits: 0 })),
  });
  for (const wrong of [
    "from=2026-02-30",
    "from=x",
    "from=2026-03-02&to=2026-03-01",
    "from=2020-01-01&to=2026-01-01",
  ])
    expect([wrong, [400, 422].includes((await site.ask(`/visits?${wrong}`)).status)]).toEqual([wrong, true]);
  expect((await site.ask("/visits", {}, site.browser())).status).toBe(401);
});
