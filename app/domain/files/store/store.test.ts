import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { cleanUpFiles } from "../cleanup.ts";
import { findPictures, pictureAddress, pictureHtml } from "../pictures/picture.ts";
import { serveFile } from "../serve.ts";
import { addPicture } from "../upload/upload.ts";
import { openDiskStore } from "./disk-store.ts";
import { openFileStore } from "./open-store.ts";
import { copyMissingFiles, type FileStore } from "./store.ts";

async function openStore() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-files-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, store: await openDiskStore(folder), [Symbol.dispose]: remove };
}

const bytes = new Uint8Array([1, 2, 3]);
const note = { name: "../../ Bhola\u202e.jpg", alt: "A jetty", actor: { id: "tester" }, now: new Date() };
const jpeg = sharp({ create: { width: 400, height: 300, channels: 3, background: "teal" } })
  .jpeg()
  .toBuffer();

/** Store types. */
const stores = {
  folder: async () => {
    const { store, [Symbol.dispose]: remove } = await openStore();
    return { store, [Symbol.asyncDispose]: async () => remove() };
  },
  database: async () => {
    const { folder, [Symbol.dispose]: remove } = await openStore();
    const open = await openTestDatabase("postgres");
    const dispose = async () => {
      remove();
      await open.close();
    };
    return { store: await inDatabase(folder, open.db), [Symbol.asyncDispose]: dispose };
  },
};
const storeNames = Object.keys(stores) as (keyof typeof stores)[]; // the object has no other keys

function inDatabase(folder: string, db: Database): Promise<FileStore> {
  return openFileStore({ dataDir: folder, bucket: null, filesInDatabase: true }, undefined, db);
}

test.each(storeNames)("%s: reads, lists, replaces and removes a stored file", async (place) => {
  await using files = await stores[place]();
  const { store } = files;
  const name = "0123456789/640.avif";
  const large = Buffer.alloc(2_500_000, "rain");
  await store.put(name, bytes);
  await store.put("0123456780/640.avif", bytes);
  expect(Buffer.from((await store.read(name)) ?? [])).toEqual(Buffer.from(bytes));
  await store.put(name, large);
  for (const time of ["first", "again"])
    expect([time, Buffer.compare((await store.read(name)) ?? Buffer.of(), large)]).toEqual([time, 0]);
  expect(await store.listOf("0123456789")).toEqual([name]);
  expect((await store.list()).map((file) => file.name).toSorted()).toEqual(["0123456780/640.avif", name]);
  await store.remove(name);
  await store.remove(name);
  expect(await store.read(name)).toBeNull();
  expect(await store.listOf("0123456789")).toEqual([]);
});

test.each(storeNames)("%s: trashes and restores a file; the mark is not a file", async (place) => {
  await using files = await stores[place]();
  const { store } = files;
  const name = "0123456789/640.avif";
  const trashed = { name, day: "2026-11-22" };
  expect(await store.readMark()).toBeNull();
  await store.writeMark("whose");
  await store.writeMark("ours");
  await store.put(name, bytes);
  await store.discard(name, trashed.day);
  await store.discard(name, trashed.day);
  expect([await store.read(name), await store.list(), await store.listTrash()]).toEqual([
    null,
    [],
    [trashed],
  ]);
  await store.bringBack(trashed);
  expect(Buffer.from((await store.read(name)) ?? [])).toEqual(Buffer.from(bytes));
  await store.discard(name, trashed.day);
  await store.purge(trashed);
  expect([await store.listTrash(), await store.readMark()]).toEqual([[], "ours"]);
});

test("another machine reads files from the database, never outdated copies", async () => {
  await using open = await openTestDatabase("postgres");
  using one = await openStore();
  using other = await openStore();
  const first = await inDatabase(one.folder, open.db);
  const second = await inDatabase(other.folder, open.db);
  const name = "0123456789/640.avif";
  await first.put(name, bytes);
  expect(Buffer.from((await second.read(name)) ?? [])).toEqual(Buffer.from(bytes));
  await first.put(name, new Uint8Array([4, 5, 6]));
  expect(Buffer.from((await second.read(name)) ?? [])).toEqual(Buffer.from([4, 5, 6]));
  await first.remove(name);
  expect(await second.read(name)).toBeNull();
});

test("copies files from a folder into the database once", async () => {
  await using files = await stores.database();
  using before = await openStore();
  await before.store.put("0123456789/640.avif", bytes);
  await before.store.put("0123456789/320.avif", bytes);
  await files.store.put("0123456789/320.avif", bytes);
  expect(await copyMissingFiles(before.store, files.store)).toBe(1);
  expect(await copyMissingFiles(before.store, files.store)).toBe(0);
  expect(Buffer.from((await files.store.read("0123456789/640.avif")) ?? [])).toEqual(Buffer.from(bytes));
});

test("removing the last file removes its folder", async () => {
  using files = await openStore();
  await files.store.put("0123456789/640.avif", bytes);
  await files.store.remove("0123456789/640.avif");
  expect(readdirSync(files.folder)).toEqual([".drafts"]);
  expect(readdirSync(join(files.folder, ".drafts"))).toEqual([]);
});

test.each([
  "../secret/x.avif",
  "0123456789/../../x.avif",
  "0123456789/x",
  "/etc/passwd",
  "0123456789/.x.avif",
  "0123456789/a/b.avif",
  "0123456789/a\0.avif",
  "0123456789/A.AVIF",
])("U3 rejects names that leave the store: %j", async (name) => {
  using files = await openStore();
  await expect(async () => files.store.put(name, bytes)).rejects.toThrow(/Not a name/);
  await expect(async () => files.store.read(name)).rejects.toThrow(/Not a name/);
  await expect(async () => files.store.remove(name)).rejects.toThrow(/Not a name/);
});

test("U5 the next start removes drafts of a killed process", async () => {
  using files = await openStore();
  const [old, fresh] = ["old", "fresh"].map((name) => join(files.folder, ".drafts", name));
  for (const path of [old, fresh]) writeFileSync(path ?? "", "half");
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(old ?? "", hourAgo, hourAgo);
  await openDiskStore(files.folder);
  expect([existsSync(old ?? ""), existsSync(fresh ?? "")]).toEqual([false, true]);
});

test.each(engines)("%s: adds a picture to the library under a safe name", async (engine) => {
  await using open = await openTestDatabase(engine);
  using files = await openStore();
  const picture = await addPicture(open.db, files.store, { ...note, bytes: await jpeg, focal: [0.2, 0.8] });
  expect(picture).toMatchObject({ alt: "A jetty", width: 400, height: 300, focal: [0.2, 0.8] });
  expect((await findPictures(open.db, [picture.id])).get(picture.id)).toEqual(picture);
  const row = await open.db.query
    .selectFrom("files")
    .select(["name", "type", "created_by"])
    .executeTakeFirst();
  expect({ ...row }).toEqual({ name: "Bhola.jpg", type: "image/webp", created_by: "tester" });
});

test.each(engines)("%s: U5 a failed upload leaves neither row nor files", async (engine) => {
  await using open = await openTestDatabase(engine);
  using files = await openStore();
  const isFull: FileStore = {
    ...files.store,
    put: async (name, all) => {
      if (name.endsWith("320.avif"))
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      await files.store.put(name, all);
    },
  };
  await expect(addPicture(open.db, isFull, { ...note, bytes: await jpeg })).rejects.toThrow("no space");
  await expect(addPicture(open.db, files.store, { ...note, alt: "\0", bytes: await jpeg })).rejects.toThrow();
  expect(await files.store.list()).toEqual([]);
  expect(await open.db.query.selectFrom("files").selectAll().execute()).toEqual([]);
});

test.each(engines)("%s: U5 trashes files without a row after a day", async (engine) => {
  await using open = await openTestDatabase(engine);
  using files = await openStore();
  const { id } = await addPicture(open.db, files.store, { ...note, bytes: await jpeg });
  await files.store.put("0123456789/320.avif", bytes);
  expect((await cleanUpFiles(open.db, files.store, new Date())).moved).toBe(0);
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  expect((await cleanUpFiles(open.db, files.store, tomorrow)).moved).toBe(1);
  expect(new Set((await files.store.list()).map(({ name }) => name.split("/")[0]))).toEqual(new Set([id]));
});

test.each(engines)("%s: U3 serves pictures safely and cacheable, and nothing else", async (engine) => {
  await using open = await openTestDatabase(engine);
  using files = await openStore();
  const { id } = await addPicture(open.db, files.store, { ...note, bytes: await jpeg });
  for (const format of ["avif", "webp"] as const) {
    const answer = await serveFile(files.store, open.db, pictureAddress({ id, revision: 1 }, 320, format));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": `image/${format}`,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get("content-length")));
  }
  await files.store.put("0123456789/320.avif", bytes);
  const others = [
    "/files/0123456789/320.avif",
    `/files/${id}/321.avif`,
    `/files/${id}/original.webp`,
    `/files/${id}/320.png`,
    `/files/${id}/../${id}/320.avif`,
    `/files/${id}/0320.avif`,
    "/files/",
    `/files/${id}/%2e%2e/320.avif`,
  ];
  for (const path of others) expect((await serveFile(files.store, open.db, path)).status).toBe(404);
});

test("picture HTML has size, all widths and escaped text", () => {
  const picture = {
    id: "0123456789",
    revision: 1,
    alt: `"><script>&'`,
    width: 700,
    height: 350,
    focal: [0.5, 0.5] as [number, number],
    placeholder: "data:x",
  };
  const html = pictureHtml(picture, { sizes: "100vw" });
  expect(html).toBe(
    '<picture><source type="image/avif" srcset="/files/0123456789/320.avif 320w, /files/0123456789/640.avif 640w, /files/0123456789/700.avif 700w" sizes="100vw">' +
      '<img src="/files/0123456789/700.webp" srcset="/files/0123456789/320.webp 320w, /files/0123456789/640.webp 640w, /files/0123456789/700.webp 700w" sizes="100vw"' +
      ' alt="&#34;&#62;&#60;script&#62;&#38;&#39;" width="700" height="350" loading="lazy" decoding="async"></picture>',
  );
  expect(pictureHtml(picture, { sizes: "100vw", priority: true })).toContain(
    'loading="eager" decoding="async" fetchpriority="high"',
  );
});

test("accepts an existing folder", async () => {
  using files = await openStore();
  mkdirSync(join(files.folder, "0123456789"));
  await files.store.put("0123456789/1.webp", bytes);
  expect(await files.store.list()).toHaveLength(1);
});
