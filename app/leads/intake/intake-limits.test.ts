import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
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

test.each(engines)(
  "%s: P4 one network may send twenty, whatever addresses it writes from",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const send = (n: number) =>
      acceptMessage(
        open.db,
        aMessage({ email: `a${n}@shapla.example` }),
        someMetadata({ address: `2001:db8::${n}` }),
      );
    for (let n = 1; n <= 20; n += 1) await send(n);
    await expect(send(21)).rejects.toMatchObject({ code: "too-many" });
  },
);
