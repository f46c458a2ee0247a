import { expect, test } from "vitest";
import { z } from "zod";
import { engines } from "../../../tests/support/database.ts";
import { aFile, formBody } from "../../../tests/support/form.ts";
import { aJpeg, aRow } from "../../../tests/support/library.ts";
import { aPdf } from "../../../tests/support/pdf.ts";
import { anEntry } from "../server/api.fixture.ts";
import { openFilesApi } from "../staff-api.fixture.ts";
import { fileRoutes } from "./files-routes.ts";

function schemaOf(path: string, method = "get"): z.ZodType {
  const answer = fileRoutes.find((route) => route.path === path && route.method === method)?.answer;
  if (!(answer instanceof z.ZodType)) throw new Error(`${path} has no schema`);
  return answer;
}

test.each(engines)("%s: accepts pictures and PDFs, with a result for each", async (engine) => {
  await using api = await openFilesApi(engine);
  const answer = await api.upload([
    { name: "tags", text: "Events, বৈশাখ" },
    { name: "alt", text: "Boats on a river" },
    aFile("boats.jpg", await aJpeg()),
    aFile("note.txt", "hello"),
    aFile("prices.pdf", aPdf({ pages: 3 })),
  ]);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([201, "no-store"]);
  const body = await answer.json();
  expect(schemaOf("/files", "post").safeParse(body).error).toBeUndefined();
  const [boats, note, prices] = body.files;
  expect(boats).toMatchObject({
    refused: null,
    file: { kind: "picture", alt: "Boats on a river", width: 400 },
  });
  expect(boats.file.tags).toEqual(["Events", "বৈশাখ"]);
  expect(note).toMatchObject({
    name: "note.txt",
    file: null,
    refused: expect.stringMatching(/isn’t a supported image/),
  });
  expect(prices).toMatchObject({ file: { kind: "pdf", pages: 3, alt: "", sizes: [] } });
  const list = await api.read("/files?tag=events&type=picture");
  expect(schemaOf("/files").safeParse(list).error).toBeUndefined();
  expect(list.files).toEqual([boats.file]);
  const one = await api.read(`/files/${prices.file._id}`);
  expect(schemaOf("/files/:address").safeParse(one).error).toBeUndefined();
  expect(schemaOf("/file-tags").safeParse(await api.read("/file-tags")).error).toBeUndefined();
});

test.each(engines)("%s: identical bytes are one file until replaced", async (engine) => {
  await using api = await openFilesApi(engine);
  const bytes = await aJpeg();
  const send = async (...parts: Parameters<typeof api.upload>[0]) => {
    const [one] = (await (await api.upload(parts)).json()).files;
    return one;
  };
  const first = await send(aFile("a.jpg", bytes));
  expect(first.isKnown).toBe(false);
  const again = await send({ name: "alt", text: "Boats" }, aFile("b.jpg", bytes));
  expect(again).toMatchObject({
    isKnown: true,
    file: { _id: first.file._id, name: "a.jpg", alt: "Boats" },
  });
  // Existing alternative text stays.
  expect((await send({ name: "alt", text: "Other" }, aFile("c.jpg", bytes))).file.alt).toBe("Boats");
  const path = `/files/${first.file._id}/replace`;
  await api.sendRaw(path, formBody([aFile("e.jpg", await aJpeg(90, 60))]));
  expect(await send(aFile("d.jpg", bytes))).toMatchObject({ isKnown: false, file: { name: "d.jpg" } });
});

test.each(engines)("%s: changes, replaces, deletes and restores a file", async (engine) => {
  await using api = await openFilesApi(engine);
  const sent = await (await api.upload([aFile("a.jpg", await aJpeg())])).json();
  const [path, { version }] = [`/files/${sent.files[0].file._id}`, sent.files[0].file];
  const changed = await api.patch(path, { alt: "New", tags: ["a"], focal: [0, 1], version });
  expect(await changed.json()).toMatchObject({ alt: "New", tags: ["a"], focal: [0, 1], version: 2 });
  expect((await api.patch(path, { alt: "Late", version })).status).toBe(409);
  const replaced = await api.sendRaw(
    `${path}/replace`,
    formBody([aFile("b.jpg", await aJpeg(330, 200, "red"))]),
  );
  expect(await replaced.json()).toMatchObject({ alt: "New", width: 330, revision: 2 });
  const back = await api.post(`${path}/bring-back`, "");
  expect(await back.json()).toMatchObject({ width: 400, revision: 1 });
  const wrong = await api.sendRaw(`${path}/replace`, formBody([aFile("b.pdf", aPdf())]));
  expect((await wrong.json()).errors.file).toMatch(/replace it by a picture/);
  expect((await api.remove(path)).status).toBe(204);
  expect((await api.read("/files")).files).toEqual([]);
  expect(await (await api.post(`${path}/restore`, "")).json()).toMatchObject({ deletedAt: null, alt: "New" });
  const rows = await api.db.query
    .selectFrom("audit")
    .select("action")
    .where("action", "like", "file.%")
    .execute();
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(["file.add", "file.change", "file.replace", "file.bring-back", "file.trash", "file.restore"]),
  );
});

test.each(engines)("%s: rejects deleting a used file and lists its uses", async (engine) => {
  await using api = await openFilesApi(engine);
  const [used, free] = [await aRow(api.db), await aRow(api.db)];
  await anEntry(api.db, "service", { title: "Cloud", cover: used });
  const refused = await api.remove(`/files/${used}`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ errors: { "uses.0": "service “Cloud”, cover, public" } });
  const { uses } = await api.read(`/files/${used}`);
  expect(uses).toMatchObject([
    { where: "entry", kind: "service", title: "Cloud", field: "cover", isLive: true },
  ]);
  const many = await api.post("/files/bulk", { ids: [used, free, "nobody-1"], action: "trash" });
  const outcome = await many.json();
  expect([outcome.done, outcome.refused.map((one: { _id: string }) => one._id).sort()]).toEqual([
    [free],
    [used, "nobody-1"].sort(),
  ]);
});

test.each(engines)("%s: D7 one upload sent ten times at once is stored once", async (engine) => {
  await using api = await openFilesApi(engine);
  const parts = [aFile("a.jpg", await aJpeg(60, 40)), aFile("b.jpg", await aJpeg(50, 40))];
  const key = { "idempotency-key": "one-upload" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => (await api.upload(parts, key)).json()),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((await api.read("/files")).files).toHaveLength(2);
  const other = await api.upload([aFile("a.jpg", await aJpeg(61, 40))], key);
  expect((await other.json()).errors["Idempotency-Key"]).toMatch(/another file/);
});

test("Z3 Z4 rejects unknown fields; only a file's texts can change", async () => {
  await using api = await openFilesApi("sqlite");
  const id = await aRow(api.db);
  for (const field of [
    "_id",
    "id",
    "type",
    "width",
    "revision",
    "created_by",
    "deletedAt",
    "__proto__",
    "idempotency_key",
  ])
    expect((await api.patch(`/files/${id}`, `{"${field}":"x"}`)).status).toBe(400);
  for (const query of [
    "select=idempotency_key",
    "sort=bytes",
    "sort=search",
    "limit=101",
    "limit=0",
    "deleted_at=x",
    "show=all",
    "cursor=x",
    "q=a&q=b",
  ])
    expect([query, (await api.ask(`/files?${query}`)).status]).toEqual([query, 400]);
  const body = { ids: [id], action: "purge" };
  expect((await api.post("/files/bulk", body)).status).toBe(422);
  expect(await api.read(`/files/${id}`)).toMatchObject({ version: 1 });
});
