import { expect, test } from "vitest";
import { type Database, write } from "#app/platform/database/database.ts";
import { archive, createEntry, publish, saveVersion, trash, untrash } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { blog } from "../kinds/blog.ts";
import { addRedirects } from "../urls/resolve-urls.ts";
import { checkAllLinks, findBrokenLinks, startLinkChecks } from "./broken-links.ts";

const actionContext = {
  actor: { id: "tester", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

function linkingTo(...paths: string[]) {
  const content = paths.map((href) => ({
    type: "text",
    text: "there",
    marks: [{ type: "link", attrs: { href } }],
  }));
  return { type: "doc", content: [{ type: "paragraph", content }] };
}

async function post(db: Database, title: string, ...links: string[]) {
  const data = { title, ...(links.length > 0 ? { body: linkingTo(...links) } : {}) };
  const { id } = await write(db, (tx) => createEntry(tx, blog, data, actionContext));
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  return id;
}

const broken = async (db: Database) =>
  (await findBrokenLinks(db)).map(({ title, path, place }) => [
    title,
    path,
    place === "nothing" ? place : place.state,
  ]);

test.each(engines)("%s: links break and recover with their target page", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const target = await post(db, "Tea & milk");
  await post(db, "From", "/blog/Tea-%26-milk", "/blog", "https://other.example/blog/x");
  expect(await broken(db)).toEqual([]);
  await write(db, (tx) => archive(tx, blog, target, actionContext));
  expect(await broken(db)).toEqual([["From", "/blog/Tea-%26-milk", "archived"]]);
  await write(db, (tx) => publish(tx, blog, target, actionContext));
  expect(await broken(db)).toEqual([]);
  await write(db, (tx) => trash(tx, blog, target, actionContext));
  expect(await broken(db)).toEqual([["From", "/blog/Tea-%26-milk", "trash"]]);
  await write(db, (tx) => untrash(tx, blog, target, actionContext));
  expect(await broken(db)).toEqual([]);
});

test.each(engines)("%s: a renamed page resolves former addresses until it is removed", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const target = await post(db, "First");
  await post(db, "From", "/blog/First");
  for (const [version, title] of [
    [1, "Second"],
    [2, "Third"],
  ] as const) {
    await write(db, (tx) => saveVersion(tx, blog, target, version, { title }, actionContext));
    await write(db, (tx) => publish(tx, blog, target, actionContext));
    expect(await broken(db)).toEqual([]);
  }
  await write(db, (tx) => archive(tx, blog, target, actionContext));
  expect(await broken(db)).toEqual([["From", "/blog/First", "archived"]]);
});

test.each(engines)("%s: only public text counts, and corrections clear broken links", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const from = await post(db, "From", "/blog/None");
  await write(db, (tx) =>
    createEntry(tx, blog, { title: "Draft", body: linkingTo("/media/None") }, actionContext),
  );
  expect(await broken(db)).toEqual([["From", "/blog/None", "nothing"]]);
  const corrected = { title: "From", body: linkingTo("/about") };
  await write(db, (tx) => saveVersion(tx, blog, from, 1, corrected, actionContext));
  expect(await broken(db), "readers still see it").toHaveLength(1);
  await write(db, (tx) => publish(tx, blog, from, actionContext));
  expect(await broken(db)).toEqual([]);
});

test.each(engines)("%s: the full check finds changes outside entries", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await post(db, "From", "/old/page", "/blog/None", "/files/none-0001/640.webp");
  await db.query.deleteFrom("broken_links").execute();
  await db.query.insertInto("broken_links").values({ path_key: "/unused" }).execute();
  expect(await broken(db)).toEqual([]);
  await checkAllLinks(db, async () => true);
  expect((await broken(db)).map(([, path]) => path)).toEqual([
    "/blog/None",
    "/files/none-0001/640.webp",
    "/old/page",
  ]);
  await write(db, (tx) =>
    addRedirects(tx, [{ from: "/old/page", to: { path: "/about" } }], actionContext.now),
  );
  expect(
    (await broken(db)).map(([, path]) => path),
    "checked again when read",
  ).not.toContain("/old/page");
  await checkAllLinks(db, async () => true);
  const stored = await db.query.selectFrom("broken_links").select("path_key").orderBy("path_key").execute();
  expect(stored.map(({ path_key }) => path_key)).toEqual(["/blog/none", "/files/none-0001/640.webp"]);
});

test("the full check stops with the process", async () => {
  await using open = await openTestDatabase("sqlite");
  await post(open.db, "From", "/blog/None");
  const errors: unknown[] = [];
  await startLinkChecks(open.db, (error) => errors.push(error)).stop();
  expect(errors).toEqual([]);
});

test("handles addresses of 2,000 characters and characters the database rejects", async () => {
  await using open = await openTestDatabase("postgres");
  await post(open.db, "From", `/blog/${"ক".repeat(2000)}`, "/blog/a%00b", "/%ff", "/blog/%zz");
  expect(await broken(open.db)).toHaveLength(4);
});
