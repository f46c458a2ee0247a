import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aReader, minutesLater, subscribe } from "../../leads/leads.fixture.ts";
import { countSubscribers, listSubscribers } from "./subscriber.ts";

test.each(engines)("%s: pages through the list in both directions", async (engine) => {
  await using open = await openTestDatabase(engine);
  for (let n = 0; n < 7; n += 1)
    await subscribe(open.db, `m${n}@x.example`, { now: minutesLater(n), address: `198.51.100.${n}` });
  const namesOf = ({ rows }: Awaited<ReturnType<typeof listSubscribers>>) =>
    rows.map(({ email }) => email[1]);
  const first = await listSubscribers(open.db, {}, { limit: 3 });
  expect([namesOf(first), first.previous]).toEqual([["6", "5", "4"], null]);
  const second = await listSubscribers(open.db, {}, { limit: 3, after: first.next ?? "" });
  const third = await listSubscribers(open.db, {}, { limit: 3, after: second.next ?? "" });
  expect([namesOf(second), namesOf(third), third.next]).toEqual([["3", "2", "1"], ["0"], null]);
  const back = await listSubscribers(open.db, {}, { limit: 3, before: third.previous ?? "" });
  expect(namesOf(back)).toEqual(["3", "2", "1"]);
  const start = await listSubscribers(open.db, {}, { limit: 3, before: back.previous ?? "" });
  expect([namesOf(start), start.previous]).toEqual([["6", "5", "4"], null]);
});

test.each(engines)("%s: filters by status and part of the address, without wildcards", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a_b@x.example");
  await subscribe(open.db, "axb@x.example");
  await aReader(open.db, "reader@x.example");
  const list = async (filter: Parameters<typeof listSubscribers>[1]) =>
    (await listSubscribers(open.db, filter, { limit: 9 })).rows.map(({ email }) => email).sort();
  expect(await list({ q: "A_B" })).toEqual(["a_b@x.example"]);
  expect(await list({ q: "%" })).toEqual([]);
  expect(await list({ status: "confirmed" })).toEqual(["reader@x.example"]);
  expect(await list({ status: "pending", q: "b@x" })).toEqual(["a_b@x.example", "axb@x.example"]);
  expect(await countSubscribers(open.db)).toMatchObject({ pending: 2, confirmed: 1, bounced: 0 });
});
