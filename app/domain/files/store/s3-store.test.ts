import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readEnv } from "#app/platform/settings/env.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { startBucket, type TestBucket } from "../../../../tests/support/s3.ts";
import { cleanUpFiles } from "../cleanup.ts";
import { pictureAddress } from "../pictures/picture.ts";
import { serveFile } from "../serve.ts";
import { addPicture } from "../upload/upload.ts";
import { openFileStore } from "./open-store.ts";

const name = "0123456789/640.avif";
const bytes = new Uint8Array([1, 2, 3]);

async function openIn({ filesUrl }: Pick<TestBucket, "filesUrl">, warn?: (error: unknown) => void) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-bucket-"));
  const { bucket } = readEnv({ FILES_URL: filesUrl }, "/product");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, store: await openFileStore({ dataDir: folder, bucket }, warn), [Symbol.dispose]: remove };
}

test("reads, lists, replaces and removes a stored file", async () => {
  await using bucket = await startBucket();
  using files = await openIn(bucket);
  const { store } = files;
  await store.put(name, bytes);
  await store.put(name, new Uint8Array([4]));
  expect(await store.read(name)).toEqual(Buffer.from([4]));
  expect([...bucket.objects]).toEqual([[`site/${name}`, { bytes: Buffer.from([4]), type: "image/avif" }]]);
  expect(await store.read("0123456789/641.avif")).toBeNull();
  await store.remove(name);
  await store.remove(name);
  expect([await store.read(name), bucket.objects.size]).toEqual([null, 0]);
  expect(readdirSync(join(files.folder, "files"))).toEqual([".drafts"]);
});

test("lists all pages and ignores foreign objects in the bucket", async () => {
  await using bucket = await startBucket();
  using files = await openIn(bucket);
  const own = [1, 2, 3, 4, 5].map((n) => `aaaaaaaa-${n}/320.avif`);
  for (const one of [...own, "bbbbbbbb/1.webp"]) await files.store.put(one, bytes);
  for (const other of ["logs/today.txt", "site/NOTES.TXT", "site/a/b/c.avif"])
    bucket.objects.set(other, { bytes: Buffer.from("theirs"), type: "" });
  const all = await files.store.list();
  expect(all.map((file) => file.name)).toEqual([...own, "bbbbbbbb/1.webp"]);
  expect(all.every(({ changedAt }) => Math.abs(changedAt.getTime() - Date.now()) < 60_000)).toBe(true);
  expect(await files.store.listOf("bbbbbbbb")).toEqual(["bbbbbbbb/1.webp"]);
});

test("never follows a redirect, because signed requests are for one host", async () => {
  await using bucket = await startBucket();
  await using other = await startBucket();
  using files = await openIn(bucket);
  await files.store.put(name, bytes);
  bucket.redirectTo(other);
  await expect(files.store.read(name)).rejects.toThrow("gave no answer");
  await expect(files.store.put(name, bytes)).rejects.toThrow("gave no answer");
  expect(other.requests()).toBe(0);
});

test("retries failed requests and reports storage that keeps failing", async () => {
  await using bucket = await startBucket();
  using files = await openIn(bucket);
  bucket.failNext(2);
  await files.store.put(name, bytes);
  expect(await files.store.read(name)).toEqual(Buffer.from(bytes));
  bucket.failNext(100);
  await expect(files.store.put(name, bytes)).rejects.toThrow("503 SlowDown");
  await expect(files.store.read(name)).rejects.toThrow("503 SlowDown");
});

test.each([
  [
    "a wrong secret",
    (url: string) => url.replace("secret", "guess"),
    /^FILES_URL: .*403 SignatureDoesNotMatch/,
  ],
  ["another region", (url: string) => url.replace("ap-test-1", "eu-test-1"), /^FILES_URL: .*403/],
  [
    "another bucket",
    (url: string) => url.replace("kolpona-files", "their-files"),
    /^FILES_URL: .*404 NoSuchBucket/,
  ],
])("S4 %s stops the start with the name of the variable", async (_, mutate, message) => {
  await using bucket = await startBucket();
  await expect(openIn({ filesUrl: mutate(bucket.filesUrl) }, () => {})).rejects.toThrow(message);
});

test("unreachable storage lets the site start but fails a command", async () => {
  const bucket = await startBucket();
  await bucket.stop();
  const warned: unknown[] = [];
  using files = await openIn(bucket, (error) => warned.push(error));
  expect(String(warned)).toContain("gave no answer");
  await expect(files.store.read(name)).rejects.toThrow("gave no answer");
  await expect(openIn(bucket)).rejects.toThrow("gave no answer");
});

test.each(["../secret/x.avif", "0123456789/../../x.avif", "/etc/passwd", "0123456789/a?b.avif"])(
  "U3 rejects names that leave the bucket's folder: %j",
  async (wrong) => {
    await using bucket = await startBucket();
    using files = await openIn(bucket);
    await expect(files.store.put(wrong, bytes)).rejects.toThrow(/Not a name/);
    await expect(files.store.read(wrong)).rejects.toThrow(/Not a name/);
    await expect(files.store.remove(wrong)).rejects.toThrow(/Not a name/);
  },
);

test.each(engines)("%s: stores, serves and cleans up pictures in a bucket", async (engine) => {
  await using open = await openTestDatabase(engine);
  await using bucket = await startBucket();
  using files = await openIn(bucket);
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const note = { name: "Bhola.jpg", alt: "A jetty", actor: { id: "tester" }, now: new Date() };
  const { id } = await addPicture(open.db, files.store, { ...note, bytes: jpeg });
  const answer = await serveFile(files.store, open.db, pictureAddress({ id, revision: 1 }, 320, "avif"));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/avif"]);
  expect((await answer.arrayBuffer()).byteLength).toBe(
    bucket.objects.get(`site/${id}/320.avif`)?.bytes.length,
  );
  await files.store.put("0123456789/320.avif", bytes);
  expect(await cleanUpFiles(open.db, files.store, new Date(Date.now() + 25 * 3_600_000))).toMatchObject({
    moved: 1,
  });
  expect(new Set([...bucket.objects.keys()].map((key) => key.split("/")[1]))).toEqual(
    new Set([id, ".trash"]),
  );
});
