import { expect, test } from "vitest";
import { kinds } from "#app/domain/content/kinds.ts";
import { engines } from "../../../tests/support/database.ts";
import { aPicture, aText } from "../server/api.fixture.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

const cases = engines.flatMap((engine) => kinds.map((kind) => ({ engine, kind, name: kind.name })));

test.each(cases)("$engine, $name: creates, reads and partially changes a draft", async ({ engine, kind }) => {
  await using api = await openStaffApi(engine);
  const made = await api.post(`/${kind.plural}`, {
    title: "Rain ledger",
    summary: "Old",
    seo: { title: "S" },
  });
  expect([made.status, made.headers.get("etag")]).toEqual([201, '"1"']);
  const draft = await made.json();
  expect(draft).toMatchObject({
    title: "Rain ledger",
    state: "draft",
    version: 1,
    data: { summary: "Old" },
  });
  expect(made.headers.get("location")).toBe(`/api/${kind.plural}/${draft._id}/draft`);
  const path = `/${kind.plural}/${draft._id}`;
  expect((await api.ask(path)).status).toBe(404);
  const changes = { summary: "New", seo: { description: "D" } };
  const changed = await api.patch(path, changes, { "if-match": '"1"' });
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"2"']);
  const newest = await (await api.ask(`${path}/draft`)).json();
  expect(newest).toMatchObject({ version: 2, data: { title: "Rain ledger", summary: "New" } });
  expect(newest.data.seo).toEqual({ title: "S", description: "D", image: null });
  // Sending back the received data changes nothing.
  const again = await api.patch(path, newest.data, { "if-match": '"2"' });
  expect([again.status, (await again.json()).version]).toEqual([200, 2]);
});

test.each(cases)(
  "$engine, $name: Z3 rejects foreign fields and names unknown keys",
  async ({ engine, kind }) => {
    await using api = await openStaffApi(engine);
    const draft = await (await api.post(`/${kind.plural}`, { title: "Guarded" })).json();
    const foreign = [
      "id",
      "_id",
      "kind",
      "slug",
      "state",
      "status",
      "version",
      "liveVersion",
      "authorId",
      "author_id",
      "createdAt",
      "publishedAt",
      "deletedAt",
      "position",
      "role",
      "banned",
      "emailVerified",
      "__proto__",
      "constructor",
      "prototype",
    ];
    const rows = () => api.db.query.selectFrom("entries").selectAll().execute();
    const before = await rows();
    for (const key of foreign.filter((one) => !Object.hasOwn(kind.fields, one))) {
      const body = `{"title":"Taken over","${key}":{"role":"admin"}}`;
      for (const answer of [
        await api.post(`/${kind.plural}`, body),
        await api.patch(`/${kind.plural}/${draft._id}`, body, { "if-match": '"1"' }),
      ]) {
        expect([key, answer.status]).toEqual([key, 400]);
        expect(Object.keys((await answer.json()).errors)).toEqual([key]);
      }
      const within = `{"title":"Taken over","seo":{"${key}":"x"}}`;
      expect([key, (await api.post(`/${kind.plural}`, within)).status]).toEqual([key, 422]);
    }
    expect(await rows()).toEqual(before);
  },
);

test.each(engines)("%s: D6 one of fifty changes succeeds, others get both texts", async (engine) => {
  await using api = await openStaffApi(engine);
  const { _id } = await (await api.post("/blogs", { title: "Contested", summary: "First" })).json();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      api.patch(`/blogs/${_id}`, { summary: `Text ${n}` }, { "if-match": '"1"' }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect([200, 409].map((code) => statuses.filter((status) => status === code).length)).toEqual([1, 49]);
  const current = await (await api.ask(`/blogs/${_id}/draft`)).json();
  for (const [n, answer] of answers.entries()) {
    const body = await answer.json();
    if (answer.status === 200) expect(current.data.summary).toBe(`Text ${n}`);
    else {
      expect(body).toMatchObject({ status: 409, code: "stale", current: { version: 2 } });
      expect(body.current.data.summary).toBe(current.data.summary);
      expect(body.yours).toMatchObject({ title: "Contested", summary: `Text ${n}` });
    }
  }
});

test.each(engines)("%s: D7 one Idempotency-Key sent twenty times creates one draft", async (engine) => {
  await using api = await openStaffApi(engine);
  const key = { "idempotency-key": "8e03978e-40d5-43dd-bc93-6894a57f9324" };
  const post = { title: "Once", body: { markdown: "One *text*." } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post("/blogs", post, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(await api.db.query.selectFrom("entries").select("id").execute()).toHaveLength(1);
  const other = await api.post("/blogs", { ...post, title: "Twice" }, key);
  expect([other.status, Object.keys((await other.json()).errors)]).toEqual([422, ["Idempotency-Key"]]);
  expect((await api.post("/media", { title: "Once" }, key)).status).toBe(201);
  const odd = await api.post("/blogs", { title: "Odd" }, { "idempotency-key": "two words" });
  expect(odd.status).toBe(422);
});

test.each(engines)(
  "%s: accepts rich text as document or Markdown, rejects unsupported content",
  async (engine) => {
    await using api = await openStaffApi(engine);
    await aPicture(api.db, "picture-1");
    const markdown = "## River\n\nA **bold** [link](/about).\n\n![A mill](picture-1)\n";
    const { _id, data } = await (await api.post("/blogs", { title: "A", body: { markdown } })).json();
    expect(data.body.content.map(({ type }: { type: string }) => type)).toEqual([
      "heading",
      "paragraph",
      "image",
    ]);
    const path = `/blogs/${_id}`;
    const refused = async (body: unknown) => {
      const answer = await api.patch(path, { body }, { "if-match": '"1"' });
      return [answer.status, Object.keys((await answer.json()).errors ?? {})];
    };
    expect(await refused({ markdown: "![Lost](no-such-picture)" })).toEqual([422, ["body"]]);
    expect(await refused({ markdown: "![Away](https://other.example/x.png)" })).toEqual([422, ["body"]]);
    expect(await refused({ markdown: 7 })).toEqual([422, ["body"]]);
    expect(await refused({ markdown: "x", html: "y" })).toEqual([422, ["body"]]);
    expect(await refused({ markdown: "x".repeat(400_001) })).toEqual([422, ["body"]]);
    const script = aText("x", { type: "paragraph", content: [{ type: "html", text: "<script>" }] });
    expect((await refused(script))[0]).toBe(422);
    const link = { type: "link", attrs: { href: "javascript:alert(1)" } };
    const bad = {
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: "x", marks: [link] }] }],
    };
    expect((await refused(bad))[0]).toBe(422);
    expect((await api.patch(path, { body: aText("New") }, { "if-match": '"1"' })).status).toBe(200);
  },
);

test.each(engines)("%s: changes require a version; a taken address fails its field", async (engine) => {
  await using api = await openStaffApi(engine);
  await api.post("/services", { title: "Taken" });
  const { _id } = await (await api.post("/services", { title: "Free" })).json();
  const path = `/services/${_id}`;
  for (const headers of [{}, { "if-match": "*" }, { "if-match": "1" }])
    expect((await api.patch(path, { title: "X" }, headers)).status).toBe(428);
  for (const answer of [
    await api.post("/services", { title: "taken" }),
    await api.patch(path, { title: "TAKEN" }, { "if-match": '"1"' }),
  ]) {
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors.title).toMatch(/already has the address/);
  }
  expect((await api.patch("/services/none", { title: "X" }, { "if-match": '"1"' })).status).toBe(404);
  expect((await api.patch(`/blogs/${_id}`, { title: "X" }, { "if-match": '"1"' })).status).toBe(404);
  expect((await api.post("/services", {})).status).toBe(422);
});

test.each(engines)("%s: Z1 members and strangers cannot read or write drafts", async (engine) => {
  await using api = await openStaffApi(engine);
  const { _id } = await (await api.post("/blogs", { title: "Ours" })).json();
  const stranger = api.browser();
  expect((await api.ask(`/blogs/${_id}/draft`, {}, stranger)).status).toBe(401);
  expect((await api.post("/blogs", { title: "Theirs" }, {}, stranger)).status).toBe(401);
  const answer = await api.patch(`/blogs/${_id}`, { title: "Theirs" }, { "if-match": '"1"' }, stranger);
  expect(answer.status).toBe(401);
  const foreign = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
  expect((await api.post("/blogs", { title: "Forged" }, foreign)).status).toBe(403);
});
