import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aMessage, minutesLater, someMetadata } from "../leads.fixture.ts";
import { acceptMessage } from "./accept-lead.ts";

test.each(engines)("%s: D7 twenty requests with one key store one row", async (engine) => {
  await using open = await openTestDatabase(engine);
  const metadata = someMetadata({ idempotencyKey: "b7c1-key" });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => acceptMessage(open.db, aMessage(), metadata)),
  );
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
  expect(await open.db.query.selectFrom("leads").select("id").execute()).toHaveLength(1);
});

test.each(engines)("%s: D7 a key is valid for one content and one day", async (engine) => {
  await using open = await openTestDatabase(engine);
  const send = (part: object, minutes: number) =>
    acceptMessage(
      open.db,
      aMessage({ ...part }),
      someMetadata({ idempotencyKey: "k1", now: minutesLater(minutes) }),
    );
  const first = await send({}, 0);
  await expect(send({ message: "Something else" }, 5)).rejects.toMatchObject({
    code: "invalid",
    fields: { "Idempotency-Key": expect.stringContaining("something else") },
  });
  expect(await send({}, 23 * 60)).toEqual(first);
  expect(await send({ message: "Something else" }, 24 * 60 + 1)).not.toEqual(first);
});
