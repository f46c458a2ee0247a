import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createTempFolder } from "#app/ops/backup/backup.fixture.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
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
  const addRow = (name: string) =>
    open.db.query
      .insertInto("installation")
      .values({ name: `row-${name}`, value: "" })
      .execute();
  return {
    env,
    logged,
    watch,
    addRow,
    open,
    path: join(dataDir, "frontdesk.sqlite"),
    rescued: () => readdirSync(dataDir).filter(isRescued),
  };
}

function readKeys(path: string): unknown[] {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    return copy
      .prepare("select substr(name, 5) as suffix from installation where name like 'row-%' order by name")
      .all()
      .map(({ suffix }) => suffix);
  } finally {
    copy.close();
  }
}

const lossOf: Record<string, (path: string) => void> = {
  removed: (path) => rmSync(path),
  replaced(path) {
    const other = join(createTempFolder(), "other.sqlite");
    copyFileSync(path, other);
    writeFileSync(`${path}.new`, readFileSync(other));
    renameSync(`${path}.new`, path);
  },
};

test.each(Object.entries(lossOf))(
  "M4 saves a database file that was %s, and refuses writes",
  async (loss, lose) => {
    const site = await openWatched();
    await site.addRow("before");
    await site.watch.stop();
    expect([site.rescued(), site.logged]).toEqual([[], []]);
    lose(site.path);
    await site.addRow("unseen");
    expect(site.open.db.file?.readLoss()).toBe(loss);
    await site.watch.stop();
    await expect(site.addRow("after").catch((error) => isDatabaseUnavailable(error))).resolves.toBe(true);
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

test("M4 applies no changes of the former log to a replacement file", async () => {
  const site = await openWatched();
  await site.addRow("before");
  lossOf.replaced?.(site.path);
  await site.addRow("unseen");
  await site.watch.stop();
  expect(readKeys(site.path)).toEqual([]);
  const [name = ""] = site.rescued();
  expect(readKeys(join(site.env.dataDir, name))).toEqual(["before", "unseen"]);
});

test("M4 accepts writes again when the same file returns", async () => {
  const site = await openWatched();
  renameSync(site.path, `${site.path}.away`);
  await site.watch.stop();
  await expect(site.addRow("after")).rejects.toThrow();
  renameSync(`${site.path}.away`, site.path);
  await site.watch.stop();
  await site.addRow("again");
  expect(readKeys(site.path)).toEqual(["again"]);
});

test("M4 M10 creates no database if a rescued copy or log exists", async () => {
  const site = await openWatched();
  rmSync(site.path);
  await site.watch.stop();
  // Simulates the end of the process.
  rmSync(join(site.env.dataDir, "lock.json"));
  await site.open.db.query.destroy();
  const [name = ""] = site.rescued();
  const before = readdirSync(site.env.dataDir);
  const start = () => openUpToDate(site.env, { holder: "a test" });
  await expect(start()).rejects.toThrow(`mv ${join(site.env.dataDir, name)} ${site.path}`);
  expect(readdirSync(site.env.dataDir)).toEqual(before);
  renameSync(join(site.env.dataDir, name), join(createTempFolder(), name));
  writeFileSync(`${site.path}-wal`, "changes");
  await expect(start()).rejects.toThrow(`${site.path}-wal exists and holds its last changes`);
  expect(readFileSync(`${site.path}-wal`, "utf8")).toBe("changes");
});
