import sharp from "sharp";
import { expect, test } from "vitest";
import { serveFile } from "#app/domain/files/serve.ts";
import { maxUploads, receiveUploads } from "#app/domain/files/upload/upload.ts";
import { signInAs } from "../../../tests/support/accounts.ts";
import { engines } from "../../../tests/support/database.ts";
import { aFile, formBody, streamed } from "../../../tests/support/form.ts";
import { aJpeg } from "../../../tests/support/library.ts";
import { aPdf } from "../../../tests/support/pdf.ts";
import { openFilesApi, openFilesApiOnDisk } from "../staff-api.fixture.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = "<!doctype html><script>alert(1)</script>";

test("U3 checks files by content; rejects all except images and PDFs", async () => {
  await using api = await openFilesApi("sqlite");
  const names = [
    "a.png",
    "a.svg",
    "a.php.jpg",
    "a.jpg%00.php",
    "a\u202egpj.exe",
    "..\\..\\a.jpg",
    "",
    ".htaccess",
  ];
  const bodies = [
    svg,
    html,
    `GIF89a${html}`,
    "<?php system('id'); ?>",
    "MZ\x90\0",
    "PK\x03\x04",
    "#!/bin/sh\n",
  ];
  for (const name of names) {
    const answer = await api.upload(bodies.slice(0, 3).map((bytes) => aFile(name, bytes)));
    expect([name, answer.status]).toEqual([name, 422]);
  }
  const all = await api.upload(bodies.map((bytes) => aFile("photo.jpg", bytes)));
  expect(Object.keys((await all.json()).errors)).toHaveLength(bodies.length);
  expect((await api.read("/files")).files).toEqual([]);
});

test("U3 file names cannot contain folders, direction overrides or address parts", async () => {
  await using api = await openFilesApiOnDisk("sqlite");
  const names = [
    "../../etc/cron.d/x.jpg",
    "C:\\a\\b.jpg",
    "a\u202egpj.exe",
    "<script>.jpg",
    "ছবি.jpg",
    `${"x".repeat(300)}.jpg`,
    "a\tb.jpg",
  ];
  const jpegs = await Promise.all(names.map(async (name, at) => aFile(name, await aJpeg(40 + at, 30))));
  const { files } = await (await api.upload(jpegs)).json();
  expect(files.map(({ file }: { file: { name: string } }) => file.name)).toEqual([
    "x.jpg",
    "b.jpg",
    "agpj.exe",
    "<script>.jpg",
    "ছবি.jpg",
    `${"x".repeat(116)}.jpg`,
    "ab.jpg",
  ]);
  for (const name of api.left())
    expect(name).toMatch(/^[\da-f-]{36}(\/(\d+|original|mail)\.(webp|avif|jpg))?$/);
});

test.each(engines)("%s: U3 removes hidden data and serves files without active content", async (engine) => {
  await using api = await openFilesApiOnDisk(engine);
  const polyglot = Buffer.concat([await aJpeg(), Buffer.from(`${html}PK\x03\x04evil.class`)]);
  const sent = await api.upload([aFile("a.jpg.html", polyglot), aFile("x%22.pdf", aPdf())]);
  const [picture, document] = (await sent.json()).files.map((one: { file: unknown }) => one.file);
  for (const { webp, avif } of picture.sizes)
    for (const url of [webp, avif]) {
      const answer = await serveFile(api.store, api.db, new URL(url).pathname);
      expect(answer.headers.get("content-type")).toBe(url === webp ? "image/webp" : "image/avif");
      expect(Buffer.from(await answer.arrayBuffer()).includes("alert(1)")).toBe(false);
    }
  const lead = await serveFile(api.store, api.db, new URL(document.url).pathname);
  const download = await serveFile(api.store, api.db, lead.headers.get("location") ?? "");
  expect(Object.fromEntries(download.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="x_.pdf"; filename*=UTF-8''x%22.pdf`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("U4 removes location and time of photos and applies their rotation", async () => {
  await using api = await openFilesApiOnDisk("sqlite");
  const taken = await sharp(await aJpeg(60, 40))
    .withExif({
      IFD0: { Copyright: "Somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "23/1 48/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { files } = await (await api.upload([aFile("a.jpg", taken)])).json();
  expect([files[0].file.width, files[0].file.height]).toEqual([40, 60]);
  for (const { name } of await api.store.list()) {
    const { exif, xmp, orientation } = await sharp(
      Buffer.from((await api.store.read(name)) ?? []),
    ).metadata();
    expect([name, exif, xmp, orientation ?? 1]).toEqual([name, undefined, undefined, 1]);
  }
});

test("U1 rejects files over ten megabytes and stores the others", async () => {
  await using api = await openFilesApiOnDisk("sqlite");
  const parts = [aFile("big.jpg", Buffer.alloc(12_000_000)), aFile("a.jpg", await aJpeg(40, 30))];
  const { files } = await (await api.upload(parts)).json();
  expect(files[0].refused).toMatch(/too large: at most 10 MB/);
  expect(files[1].refused).toBeNull();
  expect(api.hasDrafts()).toBe(false);
  const many = await api.upload(Array.from({ length: 21 }, () => aFile("a.jpg", "x")));
  expect([many.status, (await many.json()).detail]).toEqual([422, "Send at most 20 files at a time."]);
});

test("U5 an upload interrupted anywhere stores nothing", async () => {
  await using api = await openFilesApiOnDisk("sqlite");
  const body = formBody([aFile("a.jpg", await aJpeg(40, 30)), aFile("b.jpg", await aJpeg(50, 30))]);
  for (const share of [0.01, 0.3, 0.5, 0.75, 0.99]) {
    const part = body.subarray(0, Math.floor(body.length * share));
    expect((await api.sendRaw("/files", part)).status).toBe(422);
    async function* leave() {
      yield part;
      throw new Error("the connection broke");
    }
    const request = new Request("https://www.company.example/", streamed(leave()));
    const never = () => expect.unreachable();
    await expect(receiveUploads(api.store, request, never)).rejects.toThrow("the connection broke");
  }
  expect(api.left()).toEqual([]);
  expect(await api.db.query.selectFrom("files").select("id").execute()).toEqual([]);
});

test.each(engines)("%s: U5 reports a full disk and stores no partial file", async (engine) => {
  await using api = await openFilesApiOnDisk(engine);
  const full = () => Promise.reject(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  const { put, receive } = api.store;
  api.store.put = (name, bytes) => (name.endsWith("320.avif") ? full() : put(name, bytes));
  const answer = await api.upload([aFile("a.jpg", await aJpeg())]);
  expect([answer.status, (await answer.json()).detail]).toEqual([
    503,
    expect.stringMatching(/storage is full/),
  ]);
  api.store.put = put;
  api.store.receive = full;
  expect((await api.upload([aFile("a.jpg", await aJpeg())])).status).toBe(503);
  api.store.receive = receive;
  expect([api.left(), api.hasDrafts()]).toEqual([[], false]);
  expect(await api.db.query.selectFrom("files").select("id").execute()).toEqual([]);
});

test.each(engines)("%s: U6 upload limits apply per person", async (engine) => {
  await using api = await openFilesApi(engine);
  const nothing = Array.from({ length: 20 }, () => aFile("a.jpg", "no picture"));
  for (let sent = 0; sent < maxUploads; sent += 20) expect((await api.upload(nothing)).status).toBe(422);
  const late = await api.upload([aFile("a.jpg", await aJpeg(40, 30))]);
  expect([late.status, Number(late.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  api.clock.pass(Number(late.headers.get("retry-after")));
  const later = api.browser();
  await signInAs(api.accounts, later, api.editor.email);
  const one = [aFile("a.jpg", await aJpeg(40, 30))];
  expect((await api.upload(one, {}, later)).status).toBe(201);
  await api.db.query.updateTable("files").set({ bytes: 500_000_000 }).execute();
  expect((await api.upload(one, {}, later)).status).toBe(429);
});

test("Z1 only staff upload, view and change files, same-origin only", async () => {
  await using api = await openFilesApi("sqlite");
  const jpeg = await aJpeg(40, 30);
  expect((await api.upload([aFile("a.jpg", jpeg)], {}, api.browser())).status).toBe(401);
  expect((await api.ask("/files", {}, api.browser())).status).toBe(401);
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await api.upload([aFile("a.jpg", jpeg)], foreign)).status).toBe(403);
  expect(await api.db.query.selectFrom("files").select("id").execute()).toEqual([]);
});
