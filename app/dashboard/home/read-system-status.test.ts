import { expect, test } from "vitest";
import { createWebhook, disableWebhook } from "#app/domain/webhooks/webhooks.ts";
import { backupName } from "#app/ops/backup/backup-store.ts";
import { recordProof, recordWrittenBackup } from "#app/ops/backup/backups.ts";
import { write } from "#app/platform/database/database.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { readBackups, readWebhooks } from "./read-system-status.ts";

const taken = new Date("2026-11-23T12:00:00.000Z");
const later = (hours: number) => new Date(taken.getTime() + hours * 3_600_000);

async function prepare() {
  const open = await openTestDatabase("sqlite");
  const { db } = open;
  const { backup } = readEnv({ DATA_DIR: "/nowhere" }, "/nowhere");
  const prove = async (takenAt: Date) => {
    const name = backupName(takenAt, "daily", true);
    const about = { bytes: 5, rows: 9, files: 1, fileBytes: 3, problems: [] };
    await recordWrittenBackup(db, { name, takenAt: takenAt.toISOString(), ...about }, "daily");
    const proof = { problems: [], restoreMs: 670, pages: 20, rows: 9, files: 1 };
    await recordProof(db, { name, proof, now: takenAt, publicUrl: new URL("https://kolpona.example") });
  };
  const read = async (everyHours: number, hours: number) =>
    (
      await readBackups({
        db,
        backup: { ...backup, everyHours },
        person: { role: "admin" },
        actionContext: { actor: { id: "asha", requestId: "" }, now: later(hours) },
      })
    ).map(({ state, name }) => `${state}: ${name}`);
  return { open, db, prove, read };
}

const old = ["broken: The last verified backup is old"];
const well = ["well: Backup is verified, restored in 0.7 s"];

test("a backup is old relative to the schedule, never without one", async () => {
  const { open, prove, read } = await prepare();
  await using _ = open;
  await prove(taken);
  expect(await read(24, 49)).toEqual(well);
  expect(await read(24, 52)).toEqual(old);
  expect(await read(168, 24 * 13)).toEqual(well);
  expect(await read(168, 24 * 15)).toEqual(old);
  expect(await read(1, 4)).toEqual(well);
  expect(await read(1, 6)).toEqual(old);
  expect(await read(0, 24 * 90)).toEqual(well);
});

test("a backup dated in the future is reported and replaces no other", async () => {
  const { open, prove, read } = await prepare();
  await using _ = open;
  await prove(taken);
  await prove(later(24 * 400));
  const ahead = "broken: A backup dated in the future is ignored";
  expect(await read(24, 4)).toEqual([...well, ahead]);
  expect(await read(24, 90)).toEqual([...old, ahead]);
});

test("a webhook disabled after failures is reported, unlike one disabled by hand", async () => {
  const { open, db } = await prepare();
  await using _ = open;
  const context = { actor: { id: "asha", requestId: "" }, now: taken };
  const make = async (host: string) => {
    const made = await write(db, (tx) =>
      createWebhook(
        tx,
        { url: `https://${host}/`, events: ["entry.published"], hasPersonalData: false },
        context,
      ),
    );
    return made.id;
  };
  const [lost, unwanted] = [await make("lost.example"), await make("unwanted.example")];
  expect(await readWebhooks(db)).toEqual([]);
  await write(db, (tx) => disableWebhook(tx, lost, context, "It took nothing for days."));
  await write(db, (tx) => disableWebhook(tx, unwanted, context));
  expect(await readWebhooks(db)).toEqual([
    {
      name: "One webhook was turned off",
      state: "broken",
      at: taken.toISOString(),
      figure: "",
      path: `/dashboard/webhooks/${lost}`,
    },
  ]);
  await write(db, (tx) => disableWebhook(tx, unwanted, context, "It answered 410: it is gone."));
  expect(await readWebhooks(db)).toMatchObject([
    { name: "Two webhooks were turned off", path: "/dashboard/webhooks" },
  ]);
});
