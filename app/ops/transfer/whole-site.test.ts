import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { listTrash } from "#app/domain/content/trash.ts";
import { listVersions, readEntry } from "#app/domain/content/versions/read-versions.ts";
import { trashFile } from "#app/domain/files/library/change-file.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { addPicture } from "#app/domain/files/upload/upload.ts";
import { createCampaign } from "#app/domain/newsletter/campaigns.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion, trash, untrash } from "#tests/support/entries.ts";
import { exportFolder, exportJson } from "./bundle/export.ts";
import { importJson } from "./import-any.ts";
import { importFolder } from "./import-folder.ts";

const at = (day: number) => new Date(Date.UTC(2026, 1, day, 10));
const asha = { id: "user-asha", requestId: "r" };
const mover = { actor: { id: "mover", requestId: "r" }, now: at(27) };

async function openSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-whole-"));
  return {
    db: open.db,
    folder,
    store: await openDiskStore(join(folder, "files")),
    [Symbol.asyncDispose]: async () => {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function textOf(...words: string[]) {
  return {
    type: "doc",
    content: words.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  };
}

/** Fills a site with old versions, trash and newsletters in every state. */
async function fill(db: Database, store: FileStore): Promise<void> {
  await write(db, async (tx) => {
    const moment = at(1).toISOString();
    const person = { name: "Asha", email: "asha@boats.example", email_key: "asha@boats.example" };
    const account = { email_verified: 1, image: null, role: "editor" as const, role_since: moment };
    await tx.query
      .insertInto("users")
      .values({
        id: asha.id,
        ...person,
        ...account,
        created_at: moment,
        updated_at: moment,
        deletes_at: null,
      })
      .execute();
  });
  const picture = await savePicture(db, store, "River.png", "#a00");
  const trashedPicture = await savePicture(db, store, "Old river.png", "#0a0");
  await write(db, (tx) => trashFile(tx, trashedPicture, { actor: asha, now: at(9) }));
  await write(db, async (tx) => {
    const save = (day: number, note = "") => ({ actor: asha, now: at(day), note });
    const lamps = await createEntry(tx, blog, { title: "Lamps", body: textOf("first") }, save(1, "Begun"));
    await saveVersion(tx, blog, lamps.id, 1, { title: "Lamps lit", body: textOf("second") }, save(2));
    await publish(tx, blog, lamps.id, save(3));
    const third = { title: "Lamps lit again", body: textOf("third"), cover: picture };
    await saveVersion(tx, blog, lamps.id, 2, third, { ...save(4), isAutosave: true });
    await saveVersion(
      tx,
      blog,
      lamps.id,
      3,
      { ...third, body: textOf("fourth") },
      { ...save(5), actor: { id: "user-rumi", requestId: "r" } },
    );
    // Two entries in the trash with the address of a public one.
    for (const day of [6, 7]) {
      const { id } = await createEntry(tx, service, { title: "Boats", summary: `of day ${day}` }, save(day));
      await publish(tx, service, id, save(day));
      await saveVersion(tx, service, id, 1, { title: "Boats", summary: "put away" }, save(day));
      if (day === 7) await saveVersion(tx, service, id, 2, { title: "Barges", summary: "later" }, save(day));
      await trash(tx, service, id, save(day));
    }
    await publish(tx, service, (await createEntry(tx, service, { title: "Boats" }, save(8))).id, save(8));
    const states = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] as const;
    for (const state of states) {
      const body = {
        ...textOf(`news, ${state}`),
        content: [...textOf("news").content, { type: "image", attrs: { file: picture, alt: "a river" } }],
      };
      const id = await createCampaign(
        tx,
        { subject: state, preview: "", body, isPublic: true },
        { actor: asha, now: at(10) },
      );
      const hasBegun = state !== "draft" && state !== "scheduled";
      await tx.query
        .updateTable("newsletters")
        .set({
          state,
          send_at: state === "draft" ? null : at(20).toISOString(),
          started_at: hasBegun ? at(20).toISOString() : null,
          slug: hasBegun ? state : "",
          slug_key: hasBegun ? state : null,
          total: hasBegun ? 9 : 0,
        })
        .where("id", "=", id)
        .execute();
    }
  });
}

async function savePicture(db: Database, store: FileStore, name: string, background: string) {
  const create = { width: 30, height: 20, channels: 4 as const, background };
  const bytes = await sharp({ create }).png().toBuffer();
  return (await addPicture(db, store, { bytes, name, alt: name, actor: asha, now: at(1) })).id;
}

/** The files of an export, without lines that an import changes. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map((one) => {
      const path = join(one.parentPath, one.name);
      const bytes = readFileSync(path, "latin1");
      const lines = one.name.endsWith(".jsonl") ? bytes.split("\n").filter(isRestored) : [bytes];
      return [path.slice(folder.length), lines.join("\n")];
    }),
  );
}

/** Whether an import restores a line: not for its own audit lines and unfinished newsletters. */
function isRestored(line: string): boolean {
  if (line === "") return true;
  const row = JSON.parse(line);
  return row.actor !== "mover" && !["scheduled", "sending", "paused"].includes(row.subject);
}

test.each([
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
] as const)("export of a site from %s and import into %s is lossless", async (from, to) => {
  await using first = await openSite(from);
  await using second = await openSite(to);
  await fill(first.db, first.store);
  const [one, two, json] = [
    join(first.folder, "out"),
    join(second.folder, "out"),
    join(first.folder, "s.json"),
  ];
  const counts = { trash: 2, versions: 10, newsletters: 6 };
  expect(await exportFolder(first.db, first.store, one, { withPeople: true })).toMatchObject({
    records: counts,
  });
  expect(await importFolder(second.db, second.store, one, mover)).toMatchObject({ records: counts });
  await exportFolder(second.db, second.store, two, { withPeople: true });
  expect(contentsOf(two)).toEqual(contentsOf(one));

  await exportJson(first.db, first.store, json, { withPeople: true });
  await using third = await openSite(to);
  await importJson(third.db, third.store, json, mover);
  const three = join(third.folder, "out");
  await exportFolder(third.db, third.store, three, { withPeople: true });
  expect(contentsOf(three)).toEqual(contentsOf(one));
});

test.each(engines)("%s: imports history, trash and newsletters, and sends nothing", async (engine) => {
  await using first = await openSite(engine);
  await using second = await openSite(engine);
  await fill(first.db, first.store);
  const folder = join(first.folder, "out");
  await exportFolder(first.db, first.store, folder, { withPeople: true });
  await importFolder(second.db, second.store, folder, mover);
  const { query } = second.db;
  const lamps = await query
    .selectFrom("entries")
    .selectAll()
    .where("kind", "=", "blog")
    .executeTakeFirstOrThrow();
  expect(lamps).toMatchObject({ live_version: 2, latest_version: 4, author_id: "user-rumi" });
  expect((await listVersions(second.db, lamps.id)).map((one) => [one.number, one.note])).toEqual([
    [4, ""],
    [3, ""],
    [2, ""],
    [1, "Begun"],
  ]);
  expect((await readEntry(second.db, blog, lamps.id, 1)).data).toMatchObject({
    title: "Lamps",
    body: textOf("first"),
  });
  // The next version continues this numbering.
  await write(second.db, (tx) => saveVersion(tx, blog, lamps.id, 4, { title: "Lamps" }, mover));

  const { rows } = await listTrash(second.db, {});
  expect(rows.map(({ title, deletedAt }) => [title, deletedAt])).toEqual([
    ["Barges", at(7).toISOString()],
    ["Boats", at(6).toISOString()],
  ]);
  // The address is free after the other entry is in the trash.
  const [, boats] = rows;
  const holder = await query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", "service")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  const back = write(second.db, (tx) => untrash(tx, service, boats?.id ?? "", mover));
  await expect(back).rejects.toMatchObject({
    fields: { title: expect.stringContaining("already has the address") },
  });
  await write(second.db, (tx) => trash(tx, service, holder.id, mover));
  await write(second.db, (tx) => untrash(tx, service, boats?.id ?? "", mover));
  const isBack = await readEntry(second.db, service, boats?.id ?? "");
  expect([isBack.state, isBack.liveVersion, isBack.data.summary]).toEqual(["changed", 1, "put away"]);

  const files = await query.selectFrom("files").select(["name", "deleted_at"]).orderBy("name").execute();
  expect(files).toEqual([
    { name: "old-river.webp", deleted_at: at(9).toISOString() },
    { name: "river.webp", deleted_at: null },
  ]);

  const campaigns = await query
    .selectFrom("newsletters")
    .select(["subject", "state", "slug"])
    .orderBy("id")
    .execute();
  expect(campaigns).toEqual([
    { subject: "draft", state: "draft", slug: "" },
    { subject: "scheduled", state: "draft", slug: "" },
    { subject: "sending", state: "cancelled", slug: "sending" },
    { subject: "paused", state: "cancelled", slug: "paused" },
    { subject: "sent", state: "sent", slug: "sent" },
    { subject: "cancelled", state: "cancelled", slug: "cancelled" },
  ]);
  expect(await query.selectFrom("newsletter_files").selectAll().execute()).toHaveLength(6);
  expect(await query.selectFrom("outbox").select("id").execute()).toEqual([]);
});

test("rejects versions without an entry, and changes nothing", async () => {
  await using first = await openSite("sqlite");
  await using second = await openSite("sqlite");
  await fill(first.db, first.store);
  const folder = join(first.folder, "out");
  await exportFolder(first.db, first.store, folder);
  const path = join(folder, "versions.jsonl");
  const [line = ""] = readFileSync(path, "utf8")
    .split("\n")
    .filter((one) => one.includes('"title":"Lamps lit"'));
  expect(line).not.toContain('"by"');
  const lines = [
    line.replace('"number":1', '"number":9'),
    line.replace('"title":"Lamps lit"', '"title":"Lamps out"'),
    line.replace('"entry":{', '"entry":{"colour":"red",'),
    line.replace(/"of":\{[^}]*\}/, '"of":{"kind":"service","trash":3}'),
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  writeFileSync(
    join(folder, "trash.jsonl"),
    '{"kind":"service","deletedAt":"yesterday","entry":{"title":"x"}}\n',
  );
  const refused = await importFolder(second.db, second.store, folder, mover).catch((error) => error);
  expect(refused.message.split("\n")).toEqual([
    "trash.jsonl, line 1, deletedAt: Write a time such as 2026-03-01T10:00:00.000Z",
    expect.stringMatching(/^versions.jsonl, line 2, of: The import has no entry with this title/),
    expect.stringMatching(/^versions.jsonl, line 3, colour: Unknown field/),
    expect.stringMatching(/^versions.jsonl, line 4, of: The import has no entry with this title/),
  ]);
  expect(await second.db.query.selectFrom("entries").select("id").execute()).toEqual([]);
});
