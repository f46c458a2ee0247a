import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { MigrationStep } from "#app/platform/database/migrations/steps.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { makeDatabase } from "#tests/support/database.ts";
import { revertDatabase } from "./database-change.ts";

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

/** Creates a site updated by a destructive step, and a scratch folder. */
async function createUpdated() {
  const made = await makeDatabase("sqlite");
  const { dataDir } = made.env;
  for (const steps of [former, next])
    await (await openUpToDate(made.env, { holder: "a test", steps })).close();
  const scratch = join(dataDir, "trial");
  mkdirSync(scratch);
  const options = {
    current: "/srv/frontdesk-1",
    change: { appliedSteps: Object.keys(former), destructiveSteps: ["0002-two"] },
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

test("root reverts an update and preserves the owner of the database", async () => {
  await using site = await createUpdated();
  const isRoot = process.getuid?.() === 0;
  const { dataDir } = site.env;
  if (isRoot)
    for (const name of ["", "frontdesk.sqlite", "backups", ...readdirSync(join(dataDir, "backups"))])
      chownSync(join(dataDir, name.startsWith("before-") ? `backups/${name}` : name), 65_534, 65_534);
  const { bringUpToDate } = site.options;
  const message = await revertDatabase(site.env, {
    ...site.options,
    async bringUpToDate() {
      expect(statSync(join(site.scratch, "frontdesk.sqlite")).uid).toBe(process.getuid?.());
      await bringUpToDate();
    },
  });
  expect(message).toMatch(/as it was before the update/);
  expect(site.readColumns()).toEqual(["name"]);
  const owner = isRoot ? 65_534 : process.getuid?.();
  expect(statSync(join(dataDir, "frontdesk.sqlite")).uid).toBe(owner);
});

test("restores nothing when the comparison fails, and prints the command", async () => {
  await using site = await createUpdated();
  const restore = revertDatabase(site.env, {
    ...site.options,
    bringUpToDate: async () => {
      throw new PlainError("update failed:\nno room");
    },
  });
  await expect(restore).rejects.toThrow(
    /NOT put back: failed to check whether something was written .* \(update failed: no room\)[\s\S]*cd \/srv\/frontdesk-1 && .* --put-back \S+before-0002-two/,
  );
  expect(site.readColumns()).toEqual(["full_name"]);
  expect(existsSync(join(site.env.dataDir, "lock.json"))).toBe(false);
});
