import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#app/database/database.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
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

/** Where files can be kept. */
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
const storeNames = Object.keys(stores) as (keyof typeof stores)[]; // no others are in it

function inDatabase(folder: string, db: Database): Promise<FileStore> {
  return openFileStore({ dataDir: folder, bucket: null, filesInDatabase: true }, undefined, db);
}

test.each(storeNames)("%s: a kept file is read back, listed, replaced whole and removed", async (place) => {
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

test.each(storeNames)(
  "%s: a file goes into the trash and comes back, and the mark is no file",
  async (place) => {
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
  },
);

test("files in the database are read by another machine, whose copies are never older", async () => {
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

test("files move from a folder into the database, each once", async () => {
  await using files = await stores.database();
  using before = await openStore();
  await before.store.put("0123456789/640.avif", bytes);
  await before.store.put("0123456789/320.avif", bytes);
  await files.store.put("0123456789/320.avif", bytes);
  expect(await copyMissingFiles(before.store, files.store)).toBe(1);
  expect(await copyMissingFiles(before.store, files.store)).toBe(0);
  expect(Buffer.from((await files.store.read("0123456789/640.avif")) ?? [])).toEqual(Buffer.from(bytes));
});

test("the folder of files goes with its last file", async () => {
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
])("U3 no name leads out of the store: %j", async (name) => {
  using files = await openStore();
  await expect(async () => files.store.put(name, bytes)).rejects.toThrow(/Not a name/);
  await expect(async () => files.store.read(name)).rejects.toThrow(/Not a name/);
  await expect(async () => files.store.remove(name)).rejects.toThrow(/Not a name/);
});

test("U5 what a killed process left half written goes at the next start", async () => {
  using files = await openStore();
  const [old, fresh] = ["old", "fresh"].map((name) => join(files.folder, ".drafts", name));
  for (const path of [old, fresh]) writeFileSync(path ?? "", "half");
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(old ?? "", hourAgo, hourAgo);
  await openDiskStore(files.folder);
  expect([existsSync(old ?? ""), existsSync(fresh ?? "")]).toEqual([false, true]);
});

test.each(engines)(
  "%s: a picture is in the library with all it needs, under a name that can do no harm",
  async (engine) => {
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
  },
);

test.each(engines)(
  "%s: U5 neither a row without files nor files without a row is left when adding fails",
  async (engine) => {
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
    await expect(
      addPicture(open.db, files.store, { ...note, alt: "\0", bytes: await jpeg }),
    ).rejects.toThrow();
    expect(await files.store.list()).toEqual([]);
    expect(await open.db.query.selectFrom("files").selectAll().execute()).toEqual([]);
  },
);

test.each(engines)(
  "%s: U5 files that never got a row are moved into the trash after a day, others stay",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    using files = await openStore();
    const { id } = await addPicture(open.db, files.store, { ...note, bytes: await jpeg });
    await files.store.put("0123456789/320.avif", bytes);
    expect((await cleanUpFiles(open.db, files.store, new Date())).moved).toBe(0);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    expect((await cleanUpFiles(open.db, files.store, tomorrow)).moved).toBe(1);
    expect(new Set((await files.store.list()).map(({ name }) => name.split("/")[0]))).toEqual(new Set([id]));
  },
);

test.each(engines)(
  "%s: U3 pictures are served as what they are, for ever, and can do nothing; all else is not there",
  async (engine) => {
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
  },
);

test("the HTML of a picture keeps its place, names every width, and lets no text break out", () => {
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

test("the folder of files may be there already", async () => {
  using files = await openStore();
  mkdirSync(join(files.folder, "0123456789"));
  await files.store.put("0123456789/1.webp", bytes);
  expect(await files.store.list()).toHaveLength(1);
});
