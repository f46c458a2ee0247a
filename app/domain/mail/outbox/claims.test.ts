import { describe, expect, test } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { noon, queue, readOutbox } from "../mail.fixture.ts";
import { cancelExpired, claimNext as claim, type OutboxRow } from "./claims.ts";
import { type DeliveryFailure, recordFailed, recordSent } from "./deliver.ts";

const claimNext = (db: Database, now: Date) => claim(db, now, "people");
const failure: DeliveryFailure = { kind: "failed", code: "ELATE", reason: "late", isAboutMailbox: false };
const onSettled = async () => {};
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

function requireRow(row: OutboxRow | null): OutboxRow {
  if (row === null) throw new Error("Nothing was due.");
  return row;
}

describe.each(engines)("%s", (engine) => {
  test("claims the mail due longest, and each mail once", async () => {
    await using open = await openTestDatabase(engine);
    await queue(open.db, { to: "second@shapla.example" }, later(1));
    await queue(open.db, { to: "first@shapla.example" });
    await queue(open.db, { to: "not-yet@shapla.example" }, later(9));
    const rows = [];
    for (let claims = 0; claims < 3; claims += 1) rows.push(await claimNext(open.db, later(2)));
    expect(rows.map((row) => row?.to_address)).toEqual([
      "first@shapla.example",
      "second@shapla.example",
      undefined,
    ]);
  });

  test("claims a password reset before mail caused by visitors", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    for (let number = 0; number < 20; number += 1)
      await queue(db, { to: `stranger${number}@shapla.example`, isByVisitor: true, expiresAt: later(30) });
    await queue(db, { to: "reply@shapla.example" }, later(0.1));
    await queue(db, { to: "reset@shapla.example", expiresAt: later(30) }, later(0.2));
    const people = [
      await claimNext(db, later(1)),
      await claimNext(db, later(1)),
      await claimNext(db, later(1)),
    ];
    expect(people.map((row) => row?.to_address)).toEqual([
      "reset@shapla.example",
      "reply@shapla.example",
      undefined,
    ]);
    expect(await claim(db, later(1), "visitors")).toMatchObject({ to_address: "stranger0@shapla.example" });
  });

  test("twenty concurrent claims get twenty different mails", async () => {
    await using open = await openTestDatabase(engine);
    for (let number = 0; number < 20; number += 1) await queue(open.db);
    const taken = new Set<string>();
    // When several claims meet at one row, all but one return null and are retried.
    for (let round = 0; round < 40 && taken.size < 20; round += 1) {
      const rows = await Promise.all(Array.from({ length: 20 }, () => claimNext(open.db, noon)));
      for (const row of rows) {
        if (row === null) continue;
        expect(taken).not.toContain(row.id);
        taken.add(row.id);
      }
    }
    expect(taken.size).toBe(20);
  });

  test("a late instance does not overwrite another's claim", async () => {
    await using open = await openTestDatabase(engine);
    await queue(open.db);
    const slow = requireRow(await claimNext(open.db, noon));
    const other = requireRow(await claimNext(open.db, later(6)));
    await recordFailed({ db: open.db, onSettled }, slow, failure, later(60));
    expect(await readOutbox(open.db)).toMatchObject([
      { claimed_until: other.claimed_until, last_error: "", next_attempt_at: noon.toISOString() },
    ]);
    await recordSent({ db: open.db, onSettled }, slow, "sent", later(7));
    await recordFailed({ db: open.db, onSettled }, other, failure, null);
    expect(await readOutbox(open.db)).toMatchObject([{ status: "sent", content: "" }]);
  });

  test("cancels expired mail unless it is claimed", async () => {
    await using open = await openTestDatabase(engine);
    await queue(open.db, { to: "in-hand@shapla.example", expiresAt: later(1) });
    await claimNext(open.db, noon);
    await queue(open.db, { to: "waits@shapla.example", expiresAt: later(1) });
    await queue(open.db, { to: "dead@shapla.example", expiresAt: later(1) });
    await open.db.query
      .updateTable("outbox")
      .set({ status: "failed" })
      .where("to_key", "=", "dead@shapla.example")
      .execute();
    expect(await claimNext(open.db, later(1.5))).toBeNull();
    expect(await cancelExpired(open.db, later(1.5))).toHaveLength(1);
    const rows = await readOutbox(open.db);
    const results = Object.fromEntries(rows.map((row) => [row.to_address, [row.status, row.content === ""]]));
    expect(results).toEqual({
      "in-hand@shapla.example": ["waiting", false],
      "waits@shapla.example": ["cancelled", true],
      "dead@shapla.example": ["failed", true],
    });
  });
});
