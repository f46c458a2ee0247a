import { expect, test } from "vitest";
import { urgencies } from "#app/domain/mail/outbox/outbox.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { acceptSubscriber } from "../../newsletter/subscribers/subscribe.ts";
import { aMessage, minutesLater, someMetadata } from "../leads.fixture.ts";
import { acceptMessage } from "./accept-lead.ts";

test.each(engines)("%s: P4 allows a sender five messages in ten minutes", async (engine) => {
  await using open = await openTestDatabase(engine);
  const send = (n: number, minutes: number) =>
    acceptMessage(
      open.db,
      aMessage({ message: `Number ${n}` }),
      someMetadata({ address: `198.51.100.${n}`, now: minutesLater(minutes) }),
    );
  for (let n = 0; n < 5; n += 1) await send(n, n);
  await expect(send(6, 5)).rejects.toMatchObject({ code: "too-many", detail: expect.any(Number) });
  await expect(send(3, 5)).resolves.toMatchObject({ reference: expect.any(String) });
  await send(7, 16);
});

test.each(engines)("%s: P4 allows a network twenty messages from any addresses", async (engine) => {
  await using open = await openTestDatabase(engine);
  const send = (n: number) =>
    acceptMessage(
      open.db,
      aMessage({ email: `a${n}@shapla.example` }),
      someMetadata({ address: `2001:db8::${n}` }),
    );
  for (let n = 1; n <= 20; n += 1) await send(n);
  await expect(send(21)).rejects.toMatchObject({ code: "too-many" });
});

test.each(engines)("%s: one IPv6 /48 can cause mail to at most 200 addresses", async (engine) => {
  await using open = await openTestDatabase(engine);
  let accepted = 0;
  for (let n = 0; n < 300; n += 1) {
    const address = `2001:db8:77:${(n << 4).toString(16)}::1`;
    const sent = acceptSubscriber(
      open.db,
      { email: `a${n}@shapla.example`, consent: true },
      someMetadata({ address }),
    );
    accepted += await sent.then(
      () => 1,
      () => 0,
    );
  }
  expect(accepted).toBe(200);
  const mails = await open.db.query.selectFrom("outbox").select(["priority", "urgency"]).execute();
  expect(new Set(mails.map(({ urgency }) => urgency))).toEqual(new Set([urgencies.visitors]));
});
