import { sql } from "kysely";
import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { testClock } from "../../../tests/support/accounts.ts";
import { type EngineName, engines, openTestDatabase } from "../../../tests/support/database.ts";
import { blog } from "./kinds/blog.ts";
import {
  countNotFound,
  ignoreNotFound,
  listNotFound,
  notFoundBounds,
  openNotFoundLog,
  unignoreNotFound,
} from "./not-found-log.ts";
import { suggestEntry } from "./search.ts";
import { createRedirect } from "./urls/redirects/save-redirect.ts";

const day = 86_400;
const actionContext = {
  actor: { id: "nadia", requestId: "" },
  now: new Date("2026-03-01T10:00:00Z"),
  publicUrl: new URL("https://www.company.example"),
};

async function openLog(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const clock = testClock();
  const log = openNotFoundLog(
    open.db,
    clock,
    (error) => {
      throw error;
    },
    3_600_000,
  );
  const list = async () => (await listNotFound(open.db, { limit: 100 })).rows;
  return { open, db: open.db, clock, log, list };
}

test.each(engines)("%s: R4 counts missing addresses daily without visitor data", async (engine) => {
  const { open, db, clock, log, list } = await openLog(engine);
  await using _ = open;
  log.note("/Old/Page?email=a@b.example", "https://news.example/search?q=secret");
  log.note("/old/page.data", undefined);
  log.note("/old/%70age/", "javascript:alert(1)");
  await log.flush();
  clock.pass(day);
  log.note("/old/page", undefined);
  log.note("/once", undefined);
  await log.flush();
  expect(await list()).toMatchObject([
    { count: 4, referrer: "news.example" },
    { address: "/once", count: 1, referrer: "" },
  ]);
  const stored = JSON.stringify(await db.query.selectFrom("not_found_log").selectAll().execute());
  expect(stored).not.toMatch(/secret|a@b|203\./);
  clock.pass(day * (notFoundBounds.days + 1));
  log.note("/later", undefined);
  await log.stop();
  expect((await list()).map(({ address }) => address)).toEqual(["/later"]);
});

test.each(engines)("%s: P4 20,000 scanned addresses do not displace readers' addresses", async (engine) => {
  const { open, db, log, list } = await openLog(engine);
  await using _ = open;
  for (let n = 0; n < 3; n += 1) log.note("/blog/gone", "https://news.example/");
  await log.flush();
  for (let round = 0; round < 10; round += 1) {
    for (let n = 0; n < 2_000; n += 1)
      log.note(`/scan-${round}-${n}`, n % 2 ? "https://scan.example" : undefined);
    await log.flush();
  }
  const rows = await db.query.selectFrom("not_found_log").select("address").execute();
  expect(rows.length).toBeLessThanOrEqual(notFoundBounds.linked + notFoundBounds.bare);
  expect((await list())[0]).toMatchObject({ address: "/blog/gone", count: 3 });
});

test("ignores probes, internal sections and addresses with personal data", async () => {
  const { open, log, list } = await openLog("sqlite");
  await using _ = open;
  const paths = [
    "/.env",
    "/a/.git/config",
    "/wp-login.php",
    "/shell.php",
    "/api/x",
    "/files/x/1.webp",
    "/dashboard/x",
    "/rahima@shapla.example",
    "/a%40b",
    "/%00",
    "//",
    "/",
    `/${"x".repeat(400)}`,
    "/__manifest",
  ];
  for (const path of paths) log.note(path, undefined);
  await log.flush();
  expect(await list()).toEqual([]);
});

test.each(engines)("%s: S5 an address is fixed, or ignored and restored", async (engine) => {
  const { open, db, log, list } = await openLog(engine);
  await using _ = open;
  for (const path of ["/one", "/two", "/two", "/three"]) log.note(path, undefined);
  await log.flush();
  expect(await countNotFound(db)).toBe(3);
  await write(db, (tx) => createRedirect(tx, { from: "/Two", path: "/about" }, actionContext));
  await write(db, (tx) => ignoreNotFound(tx, "/one", actionContext));
  expect((await list()).map(({ address }) => address)).toEqual(["/three"]);
  expect((await listNotFound(db, { limit: 10 }, "ignored")).rows).toMatchObject([{ address: "/one" }]);
  await write(db, (tx) => unignoreNotFound(tx, "/one", actionContext));
  expect(await countNotFound(db)).toBe(2);
  await expect(write(db, (tx) => ignoreNotFound(tx, "no path", actionContext))).rejects.toMatchObject({
    code: "invalid",
  });
  const first = await listNotFound(db, { limit: 1 });
  const second = await listNotFound(db, { limit: 1, after: first.next ?? "" });
  expect([...first.rows, ...second.rows].map(({ address }) => address).sort()).toEqual(["/one", "/three"]);
  expect([second.next, first.previous]).toEqual([null, null]);
});

test.each(engines)("%s: suggests the entry by words of the address, any script", async (engine) => {
  const { open, db } = await openLog(engine);
  await using _ = open;
  const titles = ["Why our estimates have two numbers", "Leaving us takes an afternoon", "বাংলা হরফে ওয়েবসাইট"];
  for (const title of titles)
    await write(db, async (tx) => {
      const { id } = await createEntry(tx, blog, { title }, actionContext);
      await publish(tx, blog, id, actionContext);
    });
  const suggest = async (address: string) => (await suggestEntry(db, address))?.title ?? null;
  expect(await suggest("/2019/05/why-our-estimates-have-2-numbers.html")).toBe(titles[0]);
  expect(await suggest("/blog/Leaving-takes-one-afternoon")).toBe(titles[1]);
  expect(await suggest(`/blog/${encodeURIComponent("বাংলা-হরফে")}`)).toBe(titles[2]);
  expect(await suggest("/blog/")).toBeNull();
  expect(await suggest("/products/kettle")).toBeNull();
  expect(await suggest("/%zz")).toBeNull();
});

test("counts an address stored by two concurrent transactions twice", async () => {
  const { open, db, log, list } = await openLog("postgres");
  await using _ = open;
  log.note("/old/page", undefined);
  await log.flush();
  const [stored] = await db.query.selectFrom("not_found_log").selectAll().execute();
  if (!stored) throw new Error("Nothing was stored.");
  await db.query.deleteFrom("not_found_log").execute();
  log.note("/old/page", undefined);
  let flushed: Promise<void> | undefined;
  await write(db, async (tx) => {
    await tx.query.insertInto("not_found_log").values(stored).execute();
    flushed = log.flush();
    await waitsForRow(db);
  });
  await flushed;
  expect(await list()).toMatchObject([{ count: 2 }]);
});

/** Waits until another connection is blocked by this transaction's uncommitted row. */
async function waitsForRow(db: Awaited<ReturnType<typeof openLog>>["db"]): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like '%not_found_log%'`.execute(db.query);
    if (rows.length > 0) return;
  }
}
