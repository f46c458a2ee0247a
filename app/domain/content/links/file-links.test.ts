import { expect, test } from "vitest";
import { trashFile } from "#app/domain/files/library/change-file.ts";
import { listFiles } from "#app/domain/files/library/library.ts";
import { countUses, findUses } from "#app/domain/files/library/where-used.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { aFileStore } from "../../../../tests/support/files.ts";
import { libraryContext as actionContext, aDocument, aRow } from "../../../../tests/support/library.ts";
import { findKind } from "../kinds.ts";

const kind = findKind("blog");
if (!kind) throw new Error("There is no blog");

const create = (db: Database, data: object) => write(db, (tx) => createEntry(tx, kind, data, actionContext));
const linkTo = (href: string) => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [{ type: "text", text: "Prices", marks: [{ type: "link", attrs: { href } }] }],
    },
  ],
});
const inUse = { code: "in-use", message: expect.stringContaining("is used in") };

test.each(engines)("%s: lists uses of a file in public, newest and trashed versions", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [one, two] = [await aRow(db), await aRow(db)];
  const { id } = await create(db, { title: "Post", cover: one, seo: { image: two } });
  expect(await findUses(db, one)).toMatchObject([
    { title: "Post", kind: "blog", field: "cover", isLive: false },
  ]);
  await write(db, (tx) => publish(tx, kind, id, actionContext));
  await write(db, (tx) => saveVersion(tx, kind, id, 1, { title: "Post", cover: two }, actionContext));
  expect(await findUses(db, one)).toMatchObject([{ field: "cover", isLive: true, isInTrash: false }]);
  expect(await findUses(db, two)).toMatchObject([
    { field: "cover", isLive: false },
    { field: "seo", isLive: true },
  ]);
  expect(await countUses(db, [one, two])).toEqual(
    new Map([
      [one, 1],
      [two, 2],
    ]),
  );
  expect((await listFiles(db, { show: "unused" })).files).toEqual([]);
  await write(db, (tx) => trash(tx, kind, id, actionContext));
  expect(
    (await findUses(db, two)).every((use) => use.where === "entry" && use.isInTrash && !use.isLive),
  ).toBe(true);
  await expect(write(db, (tx) => trashFile(tx, two, actionContext))).rejects.toMatchObject(inUse);
});

test.each(engines)("%s: rejects deleting a file used by entries or settings", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [pdf, other] = [await aDocument(db, aFileStore()), await aDocument(db, aFileStore())];
  await create(db, { title: "Own", body: linkTo(`/files/${pdf}`) });
  await create(db, { title: "Full", body: linkTo(`https://www.company.example/files/${other}?x`) });
  const inSettings = await aRow(db);
  const data = JSON.stringify({ about: { story: { content: [{ attrs: { file: inSettings } }] } } });
  const row = { key: "company", data, version: 1, updated_at: actionContext.now.toISOString() };
  await db.query.insertInto("settings").values(row).execute();
  expect(await findUses(db, inSettings)).toEqual([{ where: "settings", field: "about.story" }]);
  for (const id of [pdf, other, inSettings])
    await expect(write(db, (tx) => trashFile(tx, id, actionContext))).rejects.toMatchObject(inUse);
  expect((await listFiles(db)).files).toHaveLength(3);
});

test.each(engines)("%s: rejects trashed files, and PDFs as pictures", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [gone, pdf] = [await aRow(db), await aDocument(db, aFileStore())];
  await write(db, (tx) => trashFile(tx, gone, actionContext));
  const wrong: [object, string, RegExp][] = [
    [{ cover: gone }, "cover", /picture that does not exist/],
    [{ cover: pdf }, "cover", /PDF; choose a picture/],
    [{ seo: { image: pdf } }, "seo", /PDF; choose a picture/],
    [{ body: { type: "doc", content: [{ type: "image", attrs: { file: pdf } }] } }, "body", /PDF/],
    [{ body: linkTo(`/files/${gone}`) }, "body", /Links to a file that does not exist/],
  ];
  for (const [data, field, sentence] of wrong)
    await expect(create(db, { title: "Post", ...data })).rejects.toMatchObject({
      fields: { [field]: expect.stringMatching(sentence) },
    });
  const fine = [`/files/${pdf}`, `https://other.example/files/${gone}`, "/files/of-a-former-site/a.pdf"];
  for (const [at, href] of fine.entries()) await create(db, { title: `Post ${at}`, body: linkTo(href) });
});

test.each(engines)("%s: D8 a picture is either deleted or linked, never both", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  for (let round = 0; round < 8; round += 1) {
    const cover = await aRow(db);
    const [made, deleted] = await Promise.allSettled([
      create(db, { title: `Post ${round}`, cover }),
      write(db, (tx) => trashFile(tx, cover, actionContext)),
    ]);
    expect([made.status, deleted.status].sort()).toEqual(["fulfilled", "rejected"]);
  }
});
