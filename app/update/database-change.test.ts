import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { MigrationStep } from "#app/database/migrations/steps.ts";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { makeDatabase } from "#tests/support/database.ts";
import { putDatabaseBack } from "./database-change.ts";

const first: MigrationStep = {
  async up(query) {
    await sql`create table visitors (name text not null)`.execute(query);
    await sql`insert into visitors values ('Rahima')`.execute(query);
  },
};

const second: MigrationStep = {
  async up(query) {
    await sql`alter table visitors rename column name to full_name`.execute(query);
  },
};

const former = { "0001-one": first };
const next = { ...former, "0002-two": second };

/** A site that was updated by a step that takes away, and a folder for the trial of the way back. */
async function updated() {
  const made = await makeDatabase("sqlite");
  const { dataDir } = made.env;
  for (const steps of [former, next])
    await (await openUpToDate(made.env, { holder: "a test", steps })).close();
  const scratch = join(dataDir, "of-the-trial");
  mkdirSync(scratch);
  const options = {
    current: "/srv/frontdesk-1",
    change: { taken: Object.keys(former), takesAway: ["0002-two"] },
    scratch,
    bringUpToDate: async () => {
      const place = { ...made.env, dataDir: scratch };
      await (await openUpToDate(place, { holder: "a test", steps: next, withCopy: false })).close();
    },
  };
  const env: Env = readEnv({ DATA_DIR: dataDir }, dataDir);
  return {
    env,
    scratch,
    options,
    readColumns() {
      const file = new DatabaseSync(join(dataDir, "frontdesk.sqlite"), { readOnly: true });
      const columns = file.prepare("select name from pragma_table_info('visitors')").all();
      file.close();
      return columns.map(({ name }) => name);
    },
    [Symbol.asyncDispose]: made.remove,
  };
}

test("root takes back the update of a site that runs as another user, whose the database stays", async () => {
  await using site = await updated();
  const isRoot = process.getuid?.() === 0;
  const { dataDir } = site.env;
  if (isRoot)
    for (const name of ["", "frontdesk.sqlite", "backups", ...readdirSync(join(dataDir, "backups"))])
      chownSync(join(dataDir, name.startsWith("before-") ? `backups/${name}` : name), 65_534, 65_534);
  const { bringUpToDate } = site.options;
  const said = await putDatabaseBack(site.env, {
    ...site.options,
    async bringUpToDate() {
      expect(statSync(join(site.scratch, "frontdesk.sqlite")).uid).toBe(process.getuid?.());
      await bringUpToDate();
    },
  });
  expect(said).toMatch(/as it was before the update/);
  expect(site.readColumns()).toEqual(["name"]);
  const owner = isRoot ? 65_534 : process.getuid?.();
  expect(statSync(join(dataDir, "frontdesk.sqlite")).uid).toBe(owner);
});

test("where it can't be told whether anything was written, nothing is put back, and the command is said", async () => {
  await using site = await updated();
  const putting = putDatabaseBack(site.env, {
    ...site.options,
    bringUpToDate: async () => {
      throw new PlainError("update failed:\nno room");
    },
  });
  await expect(putting).rejects.toThrow(
    /NOT put back: whether something was written .* can't be told \(update failed: no room\)[\s\S]*cd \/srv\/frontdesk-1 && .* --put-back \S+before-0002-two/,
  );
  expect(site.readColumns()).toEqual(["full_name"]);
  expect(existsSync(join(site.env.dataDir, "lock.json"))).toBe(false);
});
