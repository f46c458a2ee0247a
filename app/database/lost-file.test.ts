import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "#app/backup/backup.fixture.ts";
import { createLogger } from "#app/platform/log.ts";
import { makeMigrated } from "#tests/support/database.ts";
import { isDatabaseUnavailable } from "./engines/bounded-pool.ts";
import { isRescued, watchDatabaseFile } from "./lost-file.ts";
import { openDatabase } from "./open.ts";
import { openUpToDate } from "./open-up-to-date.ts";

async function openWatched() {
  const made = await makeMigrated("sqlite");
  const { env } = made;
  const { dataDir } = env;
  const open = await openDatabase(env, "a test", () => {});
  const logged: unknown[] = [];
  const log = createLogger();
  const note = (...line: unknown[]) => void logged.push(line);
  const watch = watchDatabaseFile({
    db: open.db,
    dataDir,
    log: Object.assign(log, { warn: note, error: note }),
  });
  onTestFinished(async () => {
    await open.close();
    await made.remove();
  });
  const keep = (name: string) =>
    open.db.query
      .insertInto("installation")
      .values({ name: `kept-${name}`, value: "" })
      .execute();
  return {
    env,
    logged,
    watch,
    keep,
    open,
    path: join(dataDir, "frontdesk.sqlite"),
    rescued: () => readdirSync(dataDir).filter(isRescued),
  };
}

function readKeys(path: string): unknown[] {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    return copy
      .prepare("select substr(name, 6) as kept from installation where name like 'kept-%' order by name")
      .all()
      .map(({ kept }) => kept);
  } finally {
    copy.close();
  }
}

const lossOf: Record<string, (path: string) => void> = {
  removed: (path) => rmSync(path),
  replaced(path) {
    const other = join(aFolder(), "other.sqlite");
    copyFileSync(path, other);
    writeFileSync(`${path}.new`, readFileSync(other));
    renameSync(`${path}.new`, path);
  },
};

test.each(Object.entries(lossOf))(
  "M4 of a database that was %s under the running site nothing is lost, and no write is acknowledged after",
  async (loss, lose) => {
    const site = await openWatched();
    await site.keep("before");
    await site.watch.stop();
    expect([site.rescued(), site.logged]).toEqual([[], []]);
    lose(site.path);
    await site.keep("unseen");
    expect(site.open.db.file?.readLoss()).toBe(loss);
    await site.watch.stop();
    await expect(site.keep("after").catch((error) => isDatabaseUnavailable(error))).resolves.toBe(true);
    const [name = "", ...more] = site.rescued();
    expect(more).toEqual([]);
    const rescued = join(site.env.dataDir, name);
    expect(readKeys(rescued)).toEqual(["before", "unseen"]);
    expect(site.logged).toEqual([
      [{ path: site.path, loss }, "database file lost; refusing writes"],
      [expect.objectContaining({ copy: rescued }), "saved a copy of the lost database"],
    ]);
    // One copy is enough.
    await site.watch.stop();
    expect(site.rescued()).toHaveLength(1);
  },
);

test("M4 what was put in the place of a database is not changed by the log of the one that was there", async () => {
  const site = await openWatched();
  await site.keep("before");
  lossOf.replaced?.(site.path);
  await site.keep("unseen");
  await site.watch.stop();
  expect(readKeys(site.path)).toEqual([]);
  const [name = ""] = site.rescued();
  expect(readKeys(join(site.env.dataDir, name))).toEqual(["before", "unseen"]);
});

test("M4 writes are taken again where the very file comes back", async () => {
  const site = await openWatched();
  renameSync(site.path, `${site.path}.away`);
  await site.watch.stop();
  await expect(site.keep("after")).rejects.toThrow();
  renameSync(`${site.path}.away`, site.path);
  await site.watch.stop();
  await site.keep("again");
  expect(readKeys(site.path)).toEqual(["again"]);
});

test("M4 M10 no database is begun anew where one was saved, or its log of writes is there", async () => {
  const site = await openWatched();
  rmSync(site.path);
  await site.watch.stop();
  // As the end of the process does.
  rmSync(join(site.env.dataDir, "lock.json"));
  await site.open.db.query.destroy();
  const [name = ""] = site.rescued();
  const before = readdirSync(site.env.dataDir);
  const start = () => openUpToDate(site.env, { holder: "a test" });
  await expect(start()).rejects.toThrow(`mv ${join(site.env.dataDir, name)} ${site.path}`);
  expect(readdirSync(site.env.dataDir)).toEqual(before);
  renameSync(join(site.env.dataDir, name), join(aFolder(), name));
  writeFileSync(`${site.path}-wal`, "changes");
  await expect(start()).rejects.toThrow(`${site.path}-wal is there and holds its last changes`);
  expect(readFileSync(`${site.path}-wal`, "utf8")).toBe("changes");
});
