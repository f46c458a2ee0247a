import { expect, test } from "vitest";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { bringBackFirstSteps, dismissFirstSteps } from "#app/domain/company/first-steps.ts";
import { hasSettings, saveSettings } from "#app/domain/company/settings.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { readFirstSteps } from "./read-first-steps.ts";

const by = (id: string) => ({
  actor: { id, requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
});

test.each(engines)("%s: setup steps are completed by the site's data", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const done = async () =>
    (await readFirstSteps(db))?.filter(({ isDone }) => isDone).map(({ title }) => title);
  expect(await done()).toEqual([]);
  const company = { name: "Kolpona", timeZone: "Asia/Dhaka" };
  await write(db, (tx) => saveSettings(tx, { company }, by("sample")));
  expect(await done()).toEqual(["Set the time zone"]);
  await write(db, (tx) => saveSettings(tx, { company: { ...company, name: "Shapla" } }, by("nadia")));
  expect(await done()).toEqual(["Enter the company name", "Set the time zone"]);
  await write(db, async (tx) => {
    await recordAudit(tx, by("sample").actor, "content.import", "");
    await recordAudit(tx, by("nadia").actor, "mail.test", "");
    const sample = await createEntry(tx, blog, { title: "Sample" }, by("sample"));
    await publish(tx, blog, sample.id, by("sample"));
  });
  expect(await done()).toEqual(["Enter the company name", "Set the time zone", "Send a test e-mail"]);
  await write(db, async (tx) => {
    const own = await createEntry(tx, blog, { title: "Own" }, by("nadia"));
    await publish(tx, blog, own.id, by("nadia"));
  });
  expect(await readFirstSteps(db)).toBeNull();
});

test.each(engines)("%s: dismissed setup steps stay hidden until they are requested again", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  for (const _ of [1, 2]) await write(db, (tx) => dismissFirstSteps(tx, by("nadia")));
  expect(await readFirstSteps(db)).toBeNull();
  expect(await hasSettings(db)).toBe(false);
  await write(db, (tx) => bringBackFirstSteps(tx, by("nadia")));
  expect(await readFirstSteps(db)).toHaveLength(6);
});
