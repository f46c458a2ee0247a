import { expect, onTestFinished, test, vi } from "vitest";
import { engines, makeMigrated, openTestDatabase } from "#tests/support/database.ts";
import { announceInstance, describeInstances, listInstances } from "./instances.ts";
import { openDatabase } from "./open.ts";

const facts = { version: "0.1.0+one", files: "/srv/files", filesMark: "a folder" };
const ignore = () => {};

test.each(engines)("%s: lists an instance until it stops", async (engine) => {
  await using open = await openTestDatabase(engine);
  const announced = announceInstance(open.db, { ...facts, name: "web-1:3000" }, ignore, ignore);
  await vi.waitFor(async () => expect(await listInstances(open.db)).toHaveLength(1), 60_000);
  expect(await listInstances(open.db)).toMatchObject([
    {
      name: "web-1:3000",
      version: facts.version,
      isThis: true,
      listens_by: engine === "sqlite" ? "itself" : "notices",
    },
  ]);
  await open.db.query
    .updateTable("instances")
    .set({ seen_at: open.db.dialect.timestampIn(-60_000) })
    .execute();
  expect(await listInstances(open.db)).toEqual([]);
  await announced.stop();
  expect(await open.db.query.selectFrom("instances").select("id").execute()).toEqual([]);
});

test("logs separate file stores and different versions once", async () => {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  await using first = await openDatabase(made.env, "a test", ignore);
  await using second = await openDatabase(made.env, "a test", ignore);
  const one = announceInstance(first.db, { ...facts, name: "web-1" }, ignore, ignore);
  onTestFinished(one.stop);
  await vi.waitFor(async () => expect(await listInstances(second.db)).toHaveLength(1), 60_000);
  expect(describeInstances(await listInstances(second.db))).toEqual([]);
  const logged: string[] = [];
  const other = { ...facts, name: "web-2", filesMark: "another", version: "0.1.0+two" };
  const two = announceInstance(second.db, other, (line) => logged.push(line), ignore);
  onTestFinished(two.stop);
  await vi.waitFor(() => expect(logged).toHaveLength(1), 60_000);
  expect(logged[0]).toMatch(/separate file stores \(web-1: \/srv\/files; web-2: \/srv\/files\).*FILES_URL/);
  expect(logged[0]).toMatch(/different versions: 0\.1\.0\+one, 0\.1\.0\+two/);
});
