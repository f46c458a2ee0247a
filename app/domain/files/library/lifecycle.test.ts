import { expect, test } from "vitest";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { aFileStore } from "../../../../tests/support/files.ts";
import { aJpeg, aRow, libraryContext } from "../../../../tests/support/library.ts";
import { cleanUpFiles, emptyTrash } from "../cleanup.ts";
import { acceptPicture } from "../pictures/accept-picture.ts";
import { pictureAddress } from "../pictures/picture.ts";
import { serveFile } from "../serve.ts";
import { addPicture } from "../upload/upload.ts";
import {
  addTags,
  bringBack,
  changeFile,
  removeTags,
  replaceFile,
  restoreFile,
  trashFile,
} from "./change-file.ts";
import { readFile } from "./library.ts";

const days = (count: number) => new Date(libraryContext.now.getTime() + count * 86_400_000);

async function openLibrary(engine: (typeof engines)[number]) {
  const open = await openTestDatabase(engine);
  const touched: string[] = [];
  open.db.changes.onChange((names) => touched.push(...(names ?? [])));
  const store = aFileStore();
  const request = (path: string) => serveFile(store, open.db, path);
  const add = async (background?: string) =>
    addPicture(open.db, store, {
      ...libraryContext,
      name: "a.jpg",
      alt: "A",
      bytes: await aJpeg(400, 300, background),
    });
  const replace = async (id: string, width: number, more = {}) => {
    const accepted = await acceptPicture(await aJpeg(width, 200, "navy"));
    return replaceFile(open.db, store, id, { accepted, ...libraryContext, ...more });
  };
  return { ...open, store, touched, request, add, replace, [Symbol.asyncDispose]: open.close };
}

test.each(engines)("%s: saves file changes; only public changes invalidate pages", async (engine) => {
  await using library = await openLibrary(engine);
  const { db, touched } = library;
  const id = await aRow(db);
  expect(touched).not.toContain(cacheTags.files);
  const change = (input: object) => write(db, (tx) => changeFile(tx, id, input, libraryContext));
  await change({ name: " ../new\u202e name.jpg ", tags: ["x"] });
  expect(touched).not.toContain(cacheTags.files);
  await change({ focal: [0.25, 1], alt: " Another " });
  expect(touched).toContain(cacheTags.files);
  expect(await readFile(db, id)).toMatchObject({
    name: "new name.jpg",
    alt: "Another",
    focal: [0.25, 1],
    version: 3,
  });
  for (const wrong of [
    { focal: [2, 0] },
    { focal: [0] },
    { alt: "x".repeat(1001) },
    { width: 1 },
    { deleted_at: null },
  ])
    await expect(change(wrong)).rejects.toMatchObject({ code: "invalid" });
});

test("rejects names beyond the stated limit and never shortens them", async () => {
  await using library = await openLibrary("sqlite");
  const id = await aRow(library.db);
  const rename = (name: string) => write(library.db, (tx) => changeFile(tx, id, { name }, libraryContext));
  const refusal = await rename("n".repeat(400)).catch((error: unknown) => error);
  const message = refusal instanceof DomainError ? (refusal.fields.name ?? "") : "";
  const most = Number(/^Use at most (\d+) characters$/.exec(message)?.[1]);
  const longest = "n".repeat(most);
  expect((await rename(longest)).name).toBe(longest);
  await expect(rename(`${longest}n`)).rejects.toMatchObject({ code: "invalid", fields: { name: message } });
});

test.each(engines)("%s: D6 accepts one of many concurrent changes, rejects the others", async (engine) => {
  await using library = await openLibrary(engine);
  const id = await aRow(library.db);
  const changes = Array.from({ length: 20 }, (_, n) =>
    write(library.db, (tx) => changeFile(tx, id, { alt: `text ${n}`, version: 1 }, libraryContext)),
  );
  const results = await Promise.allSettled(changes);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(19);
  expect(refused.every(({ code, detail }) => code === "stale" && detail.version === 2)).toBe(true);
});

test.each(engines)("%s: replaced bytes get new addresses, and old addresses redirect", async (engine) => {
  await using library = await openLibrary(engine);
  const { request, touched } = library;
  const picture = await library.add();
  const old = pictureAddress(picture, 400, "webp");
  const before = Buffer.from(await (await request(old)).arrayBuffer());
  const replaced = await library.replace(picture.id, 330);
  expect(replaced).toMatchObject({ id: picture.id, revision: 2, width: 330, alt: "A" });
  expect(touched).toContain(cacheTags.files);
  const now = pictureAddress(replaced, 330, "webp");
  expect(now).toBe(`/files/${picture.id}/2-330.webp`);
  const [current, former] = [await request(now), await request(old)];
  expect(current.status).toBe(200);
  expect(Buffer.compare(Buffer.from(await current.arrayBuffer()), before)).not.toBe(0);
  expect([former.status, former.headers.get("location"), former.headers.get("cache-control")]).toEqual([
    302,
    now,
    "no-cache",
  ]);
  expect((await request(`/files/${picture.id}`)).headers.get("location")).toBe(now);
  for (const never of [
    "3-330.webp",
    "2-331.webp",
    "2-original.webp",
    "1-330.webp",
    "original.webp",
    "02-330.webp",
  ])
    expect((await request(`/files/${picture.id}/${never}`)).status).toBe(404);
});

test.each(engines)("%s: restores replaced bytes for 30 days and never reuses addresses", async (engine) => {
  await using library = await openLibrary(engine);
  const { db, store, request } = library;
  const picture = await library.add();
  await library.replace(picture.id, 330);
  const back = await write(db, (tx) => bringBack(tx, picture.id, libraryContext));
  expect([back.revision, back.width]).toEqual([1, 400]);
  expect((await request(pictureAddress(picture, 400, "avif"))).status).toBe(200);
  expect((await library.replace(picture.id, 340)).revision).toBe(3);
  store.list = async () => (await store.listOf(picture.id)).map((name) => ({ name, changedAt: days(-2) }));
  expect((await cleanUpFiles(db, store, libraryContext.now)).moved).toBeGreaterThan(0);
  expect(await store.read(`${picture.id}/2-330.webp`)).toBeNull();
  expect(await store.read(`${picture.id}/400.webp`)).not.toBeNull();
  await emptyTrash(db, store, days(29));
  expect((await readFile(db, picture.id)).replacedAt).not.toBeNull();
  await emptyTrash(db, store, days(31));
  await cleanUpFiles(db, store, days(31));
  expect(await store.read(`${picture.id}/400.webp`)).toBeNull();
  await expect(write(db, (tx) => bringBack(tx, picture.id, libraryContext))).rejects.toMatchObject({
    code: "missing",
  });
});

test.each(engines)("%s: D6 D8 a stale or failed replacement changes nothing", async (engine) => {
  await using library = await openLibrary(engine);
  const { db, store } = library;
  const picture = await library.add();
  const names = (await store.listOf(picture.id)).sort();
  await expect(library.replace(picture.id, 330, { version: 9 })).rejects.toMatchObject({ code: "stale" });
  const { put } = store;
  store.put = async (name, bytes) => {
    if (name.endsWith("320.avif")) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    await put(name, bytes);
  };
  await expect(library.replace(picture.id, 330)).rejects.toThrow("no space");
  store.put = put;
  expect((await store.listOf(picture.id)).sort()).toEqual(names);
  expect(await readFile(db, picture.id)).toMatchObject({ revision: 1, width: 400, version: 1 });
});

test.each(engines)("%s: trashed files are hidden, can be restored, expire after 30 days", async (engine) => {
  await using library = await openLibrary(engine);
  const { db, store, request } = library;
  const picture = await library.add();
  const path = pictureAddress(picture, 320, "webp");
  await write(db, (tx) => trashFile(tx, picture.id, libraryContext));
  expect([(await request(path)).status, (await request(`/files/${picture.id}`)).status]).toEqual([404, 404]);
  await expect(write(db, (tx) => trashFile(tx, picture.id, libraryContext))).rejects.toMatchObject({
    code: "missing",
  });
  await write(db, (tx) => restoreFile(tx, picture.id, libraryContext));
  expect((await request(path)).status).toBe(200);
  await write(db, (tx) => trashFile(tx, picture.id, libraryContext));
  expect(await emptyTrash(db, store, days(29))).toBe(0);
  expect(await emptyTrash(db, store, days(31))).toBe(1);
  expect(await store.listOf(picture.id)).toEqual([]);
  await expect(readFile(db, picture.id)).rejects.toMatchObject({ code: "missing" });
});

test.each(engines)("%s: adds and removes tags in bulk and names refused files", async (engine) => {
  await using library = await openLibrary(engine);
  const { db } = library;
  const ids = [await aRow(db, { tags: ["a"] }), await aRow(db)];
  const outcome = await write(db, (tx) => addTags(tx, [...ids, "nobody-1"], ["b"], libraryContext));
  expect(outcome.done.sort()).toEqual(ids.toSorted());
  expect(outcome.refused).toEqual([{ id: "nobody-1", message: "There is no such file." }]);
  expect((await readFile(db, ids[0] ?? "")).tags).toEqual(["a", "b"]);
  await write(db, (tx) => removeTags(tx, ids, ["B", "a"], libraryContext));
  expect((await readFile(db, ids[0] ?? "")).tags).toEqual([]);
});
