import { expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/database.ts";
import { adoptTimeZone } from "./first-time-zone.ts";
import { hasSettings, readSettings } from "./settings.ts";

test("stores the first time zone and ignores later ones", async () => {
  const open = await openTestDatabase("sqlite");
  await using _ = { [Symbol.asyncDispose]: open.close };
  const adopt = (timeZone: string) =>
    adoptTimeZone(open.db, { timeZone, actor: { id: "nadia", requestId: "r" }, now: new Date(0) });
  const zone = async () => (await readSettings(open.db)).company.timeZone;
  for (const unknown of ["", "UTC", "Mars/Olympus", "x".repeat(1000)]) {
    await adopt(unknown);
    expect(await zone()).toBe("");
  }
  await adopt("Asia/Dhaka");
  await adopt("Europe/Berlin");
  expect(await hasSettings(open.db)).toBe(false);
  expect(await zone()).toBe("Asia/Dhaka");
});
