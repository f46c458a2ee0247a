import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { minutesLater, readSubscriber, subscribe } from "../../leads/leads.fixture.ts";
import { endSubscription } from "./change.ts";
import { confirmSubscription, readConfirmation } from "./subscribe.ts";

const day = 24 * 60;

test.each(engines)("%s: R3 only a click confirms; viewing and repeats change nothing", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@shapla.example");
  const { confirm_token: key } = await readSubscriber(open.db, "a@shapla.example");
  for (let view = 0; view < 3; view += 1)
    expect(await readConfirmation(open.db, key, minutesLater(1))).toEqual({
      state: "ready",
      email: "a@shapla.example",
    });
  expect(await readSubscriber(open.db, "a@shapla.example")).toMatchObject({ status: "pending" });
  expect(await confirmSubscription(open.db, key, minutesLater(2))).toBe(true);
  expect(await confirmSubscription(open.db, key, minutesLater(3))).toBe(true);
  expect(await readSubscriber(open.db, "a@shapla.example")).toMatchObject({
    status: "confirmed",
    confirmed_by: "link",
    consented_at: minutesLater(0).toISOString(),
    confirmed_at: minutesLater(2).toISOString(),
  });
});

test.each(engines)("%s: R3 rejects a changed, used or expired link", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@shapla.example");
  const row = await readSubscriber(open.db, "a@shapla.example");
  expect(await confirmSubscription(open.db, `${row.confirm_token}x`, minutesLater(1))).toBe(false);
  expect(await confirmSubscription(open.db, row.unsubscribe_token, minutesLater(1))).toBe(false);
  expect(await confirmSubscription(open.db, row.confirm_token, minutesLater(7 * day + 1))).toBe(false);
  expect(await readSubscriber(open.db, "a@shapla.example")).toMatchObject({ status: "pending" });
  await confirmSubscription(open.db, row.confirm_token, minutesLater(1));
  const reader = await readSubscriber(open.db, "a@shapla.example");
  await write(open.db, (tx) =>
    endSubscription(tx, reader, { status: "unsubscribed", by: "link", now: minutesLater(2) }),
  );
  expect(await confirmSubscription(open.db, row.confirm_token, minutesLater(3))).toBe(false);
  await subscribe(open.db, "a@shapla.example", { now: minutesLater(4) });
  expect(await confirmSubscription(open.db, row.confirm_token, minutesLater(5))).toBe(false);
});
