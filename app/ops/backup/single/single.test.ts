import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { removeEntry } from "#app/domain/content/trash.ts";
import { addFormerSlug } from "#app/domain/content/urls/entry-urls.ts";
import { addRedirects, findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { removeBytes } from "#app/domain/files/library/change-file.ts";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { addPicture } from "#app/domain/files/upload/upload.ts";
import { findLeads } from "#app/domain/leads/inbox/search-leads.ts";
import { readLead, sendLead } from "#app/domain/leads/leads.fixture.ts";
import { eraseLeads } from "#app/domain/leads/retention.ts";
import { addNote, changeNote } from "#app/domain/leads/workflow/notes.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";
import { aJpeg, libraryContext } from "#tests/support/library.ts";
import { addStep } from "#tests/support/next-release/add-step.ts";
import { createBackup, createMigratedEnv, createSite } from "../backup.fixture.ts";
import { readBackupFile } from "../backup-store.ts";
import type { BackupSource } from "./read-backup.ts";
import { restoreEntry } from "./restore-entry.ts";
import { restoreLead } from "./restore-lead.ts";

const by = { actor: { id: "restore", requestId: "" }, now: new Date("2026-11-23T12:00:00.000Z") };

/** Columns filled by an import from a former site. */
const origin = {
  guid: "https://old.example/?p=1",
  language: "bn-BD",
  translation_group: "old.example 7",
};

/** Makes a public post with a picture and a newer draft, and a backup of the site. */
async function aPostInABackup(engine: (typeof engines)[number], files: "with files" | "without files") {
  const env = await createMigratedEnv(engine);
  const store = await openFileStore(env);
  const { db } = await createSite(env, store);
  const picture = await addPicture(db, store, {
    bytes: await aJpeg(),
    name: "mill.jpg",
    alt: "A mill",
    tags: ["mills"],
    focal: [0.25, 0.75],
    ...libraryContext,
  });
  const { id: writer } = await write(db, (tx) =>
    createEntry(tx, author, { title: "Rahima" }, libraryContext),
  );
  const data = { title: "The mill at dawn", summary: "As it was", cover: picture.id, writtenBy: writer };
  const { id } = await write(db, async (tx) => {
    const made = await createEntry(tx, blog, data, libraryContext);
    await publish(tx, blog, made.id, libraryContext);
    return saveVersion(tx, blog, made.id, 1, { ...data, summary: "As it will be" }, libraryContext);
  });
  await write(db, async (tx) => {
    for (const former of ["the-mill-at-night", "the-mill"])
      await addFormerSlug(tx, blog, id, former, "the-mill-at-dawn");
    for (const path of ["/2019/mill/", "/2019/old-mill/"])
      await addRedirects(tx, [{ from: path, to: { entry: id } }], libraryContext.now);
  });
  await db.query.updateTable("entries").set(origin).where("id", "=", id).execute();
  const key = await generateX25519Identity();
  const backup = await createBackup(db, files === "with files" ? store : null, { key });
  const source: BackupSource = { key, read: () => readBackupFile(backup.path) };
  return { db, store, source, id, writer, picture: picture.id };
}

const giveBack = (
  { db, store, source }: { db: Database; store: FileStore; source: BackupSource },
  entry: string,
  asCopy = false,
) => restoreEntry(db, store, source, { entry, asCopy, ...by });

async function deletePermanently(db: Database, store: FileStore, id: string, picture: string): Promise<void> {
  await write(db, (tx) => removeEntry(tx, { id, kind: "blog" }));
  await db.query.deleteFrom("files").where("id", "=", picture).execute();
  await removeBytes(store, [picture]);
}

test.each(engines)("%s: restores a permanently deleted entry as a draft with its picture", async (engine) => {
  const site = await aPostInABackup(engine, "with files");
  const { db, store, id, picture } = site;
  const names = (await store.listOf(picture)).toSorted();
  const before = await Promise.all(names.map((name) => store.read(name)));
  await deletePermanently(db, store, id, picture);
  expect(await giveBack(site, "blog/the-mill-at-dawn")).toMatchObject({ id, files: 1 });
  const back = await readEntry(db, blog, id);
  expect(back).toMatchObject({ state: "draft", version: 2, slug: "The-mill-at-dawn" });
  expect(back.data).toMatchObject({ summary: "As it will be", cover: picture });
  expect((await readEntry(db, blog, id, 1)).data.summary).toBe("As it was");
  expect((await store.listOf(picture)).toSorted()).toEqual(names);
  expect(await Promise.all(names.map((name) => store.read(name)))).toEqual(before);
  expect(await db.query.selectFrom("files").selectAll().where("id", "=", picture).execute()).toMatchObject([
    { name: "mill.jpg", alt: "A mill", focal_x: 0.25, deleted_at: null },
  ]);
  await write(db, (tx) => publish(tx, blog, id, by));
  const audit = await db.query
    .selectFrom("audit")
    .select(["actor", "subject"])
    .where("action", "=", "backup.restore-entry")
    .execute();
  expect(audit).toEqual([{ actor: "restore", subject: id }]);
});

test.each(engines)(
  "%s: restores first publication date and former addresses that are free",
  async (engine) => {
    const site = await aPostInABackup(engine, "with files");
    const { db, id } = site;
    const { publishedAt } = await readEntry(db, blog, id);
    await write(db, (tx) => removeEntry(tx, { id, kind: "blog" }));
    await write(db, async (tx) => {
      await createEntry(tx, blog, { title: "The mill" }, libraryContext);
      await addRedirects(tx, [{ from: "/2019/old-mill", to: { path: "/blog" } }], by.now);
    });
    expect(await giveBack(site, id)).toMatchObject({ addresses: { back: 2, taken: 2 } });
    await write(db, (tx) => publish(tx, blog, id, by));
    expect((await readEntry(db, blog, id)).publishedAt).toBe(publishedAt);
    expect(await findRedirect(db, "https://kolpona.example/2019/mill")).toBe("/blog/The-mill-at-dawn");
    expect(await findRedirect(db, "https://kolpona.example/2019/old-mill")).toBe("/blog");
    const former = await db.query.selectFrom("former_slugs").select(["slug_key", "entry_id"]).execute();
    expect(former).toEqual([{ slug_key: "the-mill-at-night", entry_id: id }]);
    expect((await giveBack(site, id, true)).addresses).toEqual({ back: 0, taken: 0 });
  },
);

test.each(engines)("%s: restores feed id, language and translation group", async (engine) => {
  const site = await aPostInABackup(engine, "with files");
  const { db, id } = site;
  await write(db, (tx) => removeEntry(tx, { id, kind: "blog" }));
  await giveBack(site, id);
  const { id: copyId } = await giveBack(site, id, true);
  const read = (one: string) =>
    db.query
      .selectFrom("entries")
      .select(["guid", "language", "translation_group"])
      .where("id", "=", one)
      .executeTakeFirst();
  expect(await read(id)).toEqual(origin);
  expect(await read(copyId)).toEqual({ language: "bn-BD", guid: null, translation_group: null });
});

test.each(engines)("%s: never overwrites an existing entry, but can restore a copy", async (engine) => {
  const site = await aPostInABackup(engine, "with files");
  const { db, id } = site;
  await write(db, (tx) => saveVersion(tx, blog, id, 2, { title: "The mill at noon" }, libraryContext));
  await expect(giveBack(site, id)).rejects.toThrow(/exists, and is not overwritten.*--as-copy/);
  await write(db, (tx) => trash(tx, blog, id, libraryContext));
  await expect(giveBack(site, `blog/${id}`)).rejects.toThrow(/is in the trash/);
  const copy = await giveBack(site, id, true);
  expect(copy).toMatchObject({ title: "Copy of The mill at dawn", files: 0 });
  expect(copy.id).not.toBe(id);
  expect(await readEntry(db, blog, copy.id)).toMatchObject({
    state: "draft",
    title: "Copy of The mill at dawn",
    data: { title: "Copy of The mill at dawn", summary: "As it will be" },
  });
  expect(await readEntry(db, blog, id)).toMatchObject({ version: 3, data: { title: "The mill at noon" } });
});

test.each(engines)("%s: reports why an entry cannot be restored and changes nothing", async (engine) => {
  const site = await aPostInABackup(engine, "without files");
  const { db, store, id, writer, picture } = site;
  await write(db, (tx) => removeEntry(tx, { id, kind: "blog" }));
  const { id: other } = await write(db, (tx) =>
    createEntry(tx, blog, { title: "the mill AT dawn" }, libraryContext),
  );
  await expect(giveBack(site, id)).rejects.toThrow(/already has the address.*--as-copy/);
  await write(db, (tx) => removeEntry(tx, { id: other, kind: "blog" }));
  await write(db, (tx) => removeEntry(tx, { id: writer, kind: "author" }));
  await expect(giveBack(site, id)).rejects.toThrow(`--entry ${writer}`);
  await giveBack(site, writer);
  await deletePermanently(db, store, id, picture);
  await expect(giveBack(site, id)).rejects.toThrow(/“mill.jpg”, which is missing here/);
  await expect(giveBack(site, "blog/nobody")).rejects.toThrow(
    "There is no entry blog/nobody in this backup.",
  );
  await expect(giveBack(site, "post/nobody")).rejects.toThrow(/there is no kind post/);
  expect(await db.query.selectFrom("entries").select("id").where("id", "=", id).execute()).toEqual([]);
});

test.each(engines)("%s: restores a lead whose text was deleted by mistake", async (engine) => {
  const env = await createMigratedEnv(engine);
  const store = await openFileStore(env);
  const { db } = await createSite(env, store);
  const id = await sendLead(db, { message: "The jetty at Barisal" });
  const { reference } = await readLead(db, id);
  const note = await write(db, (tx) =>
    addNote(tx, { kind: "message", id }, { text: "Call them" }, libraryContext),
  );
  await write(db, (tx) => changeNote(tx, note, { text: "Write to them" }, libraryContext));
  const { path } = await createBackup(db, store);
  const source: BackupSource = { key: null, read: () => readBackupFile(path) };
  const restore = (evenErased: boolean) =>
    restoreLead(db, source, { lead: reference.toLowerCase(), evenErased, ...by });
  const before = await readLead(db, id);
  const countNotes = async () => (await db.query.selectFrom("lead_note_edits").select("id").execute()).length;
  await expect(restore(true)).rejects.toThrow(/exists and is not overwritten/);
  await write(db, (tx) => eraseLeads(tx, [id], by.now));
  expect(await countNotes()).toBe(0);
  await expect(restore(false)).rejects.toThrow(/deleted on 2026-11-23.*--erased/);
  expect(await restore(true)).toMatchObject({ id, reference });
  expect(await readLead(db, id)).toEqual(before);
  expect(await countNotes()).toBe(1);
  expect(await findLeads(db, "jetty", 5)).toMatchObject([{ id }]);
  await db.query.deleteFrom("lead_notes").execute();
  for (const table of ["lead_events", "leads"] as const) await db.query.deleteFrom(table).execute();
  await restore(false);
  expect(await readLead(db, id)).toEqual(before);
  expect(
    await db.query
      .selectFrom("audit")
      .select("subject")
      .where("action", "=", "backup.restore-lead")
      .execute(),
  ).toEqual([{ subject: id }, { subject: id }]);
});

test("refuses single records from a backup with other tables", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const { path } = await createBackup(db, null);
  addStep("0002-remove-words", { up: async () => {} });
  const source: BackupSource = { key: null, read: () => readBackupFile(path) };
  await expect(restoreLead(db, source, { lead: "FD-1", evenErased: false, ...by })).rejects.toThrow(
    /restore all of it/,
  );
});

test("refuses a row of an unencrypted backup or one without secret", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const unencrypted = await createBackup(db, null);
  await db.query.deleteFrom("installation").where("name", "=", "secret-check").execute();
  const withoutSecret = await createBackup(db, null);
  const restore = (path: string, more: Partial<BackupSource> = {}) =>
    restoreLead(
      db,
      { key: null, read: () => readBackupFile(path), ...more },
      { lead: "FD-made-up", evenErased: false, ...by },
    );
  await expect(restore(withoutSecret.path)).rejects.toThrow(/does not state which secret it needs/);
  const key = await generateX25519Identity();
  await expect(restore(unencrypted.path, { key })).rejects.toThrow(/is not encrypted/);
  await expect(restore(unencrypted.path, { key, takesUnsealed: true })).rejects.toThrow(/FD-made-up/);
});
