import { expect, test } from "vitest";
import { kinds } from "#app/domain/content/kinds.ts";
import { engines } from "../../../tests/support/database.ts";
import { recordStatements } from "../../../tests/support/statements.ts";
import { routes } from "../server/routes.ts";
import { openStaffApi } from "../staff-api.fixture.ts";
import { publishingStateSchema } from "./publishing-routes.ts";

type Api = Awaited<ReturnType<typeof openStaffApi>>;
const cases = engines.flatMap((engine) => kinds.map((kind) => ({ engine, kind, name: kind.name })));

async function make(api: Api, plural: string, title: string): Promise<string> {
  const { _id } = await (await api.post(`/${plural}`, { title })).json();
  return _id;
}

function remove(api: Api, path: string) {
  return api.ask(path, { method: "DELETE", headers: { origin: "https://www.company.example" } });
}

test.each(cases)("$engine, $name: changes the state of an entry in every way", async ({ engine, kind }) => {
  await using api = await openStaffApi(engine);
  const id = await make(api, kind.plural, "River Ledger");
  const at = (step: string, address = id) => `/${kind.plural}/${address}/${step}`;
  const state = async (answer: Promise<Response>, status = 200) => {
    const read = await answer;
    expect(read.status).toBe(status);
    const body = await read.json();
    expect(publishingStateSchema.safeParse(body).error).toBeUndefined();
    expect(read.headers.get("etag")).toBe(`"${body.version}"`);
    return body.state;
  };
  const reason = { reason: "It is a test" };
  expect(await state(api.post(at("publish", "river-ledger"), reason))).toBe("published");
  expect((await api.ask(`/${kind.plural}/River-Ledger`)).status).toBe(200);
  expect(await state(api.post(at("unpublish"), {}))).toBe("draft");
  expect((await api.ask(`/${kind.plural}/River-Ledger`)).status).toBe(404);
  const times = { publishAt: "2027-01-01T00:00:00Z", ...reason };
  expect(await state(api.post(at("schedule"), times))).toBe("scheduled");
  expect(await state(api.post(at("archive"), {}))).toBe("archived");
  expect(await state(api.post(at("duplicate"), {}), 201)).toBe("draft");
  const gone = await remove(api, `/${kind.plural}/${id}`);
  expect([gone.status, (await gone.json()).deletedAt]).toEqual([200, "2026-03-01T10:00:00.000Z"]);
  expect((await api.post(at("publish"), {})).status).toBe(404);
  expect(await state(api.post(at("restore"), {}))).toBe("archived");
});

test.each(engines)("%s: D6 rejects a change based on an old version", async (engine) => {
  await using api = await openStaffApi(engine);
  const id = await make(api, "blogs", "First");
  await api.patch(`/blogs/${id}`, { title: "Second" }, { "if-match": '"1"' });
  const stale = await api.post(`/blogs/${id}/publish`, { reason: "r" }, { "if-match": '"1"' });
  expect(stale.status).toBe(409);
  expect(await stale.json()).toMatchObject({
    code: "stale",
    yours: { title: "First" },
    current: { version: 2, data: { title: "Second" } },
  });
  expect((await api.ask("/blogs/Second")).status).toBe(404);
  const steps = Array.from({ length: 20 }, (_, n) =>
    n % 2
      ? api.post(`/blogs/${id}/publish`, { reason: "r" }, { "if-match": '"2"' })
      : api.patch(`/blogs/${id}`, { summary: `${n}` }, { "if-match": '"2"' }),
  );
  const answers = await Promise.all(steps);
  expect(answers.filter((_, n) => n % 2 === 0).filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await api.post(`/blogs/${id}/archive`, {}, { "if-match": "seven" })).status).toBe(422);
});

test.each(engines)("%s: Z3 rejects unknown keys in state changes", async (engine) => {
  await using api = await openStaffApi(engine);
  const id = await make(api, "services", "Kept");
  const extra = {
    live_version: 1,
    state: "published",
    position: 9,
    deleted_at: null,
    authorId: "x",
    id: "y",
  };
  for (const step of ["publish", "schedule", "move"]) {
    const answer = await api.post(`/services/${id}/${step}`, { ...extra, reason: "r" });
    expect([step, answer.status]).toEqual([step, 400]);
  }
  expect((await api.post(`/services/${id}/publish`, JSON.parse('{"__proto__":{"x":1}}'))).status).not.toBe(
    500,
  );
  const wrong: [string, object][] = [
    ["schedule", { publishAt: "tomorrow" }],
    ["schedule", { publishAt: "2027-01-02T00:00:00Z", unpublishAt: "2027-01-01T00:00:00Z", reason: "r" }],
    ["move", {}],
    ["move", { before: id, after: id }],
    ["move", { before: id }],
  ];
  for (const [step, body] of wrong)
    expect([step, body, (await api.post(`/services/${id}/${step}`, body)).status]).toEqual([step, body, 422]);
  expect((await api.post(`/services/${id}/move`, { before: "nothing" })).status).toBe(404);
});

test.each(engines)("%s: reorders entries of manually ordered kinds only", async (engine) => {
  await using api = await openStaffApi(engine);
  const ids = [];
  for (const title of ["A", "B", "C"]) {
    const id = await make(api, "services", title);
    await api.post(`/services/${id}/publish`, { reason: "r" });
    ids.push(id);
  }
  expect((await api.post(`/services/${ids[2]}/move`, { before: "a" })).status).toBe(200);
  const list = await (await api.ask("/services")).json();
  expect(list.map(({ title }: { title: string }) => title)).toEqual(["C", "A", "B"]);
  expect(routes.some(({ path }) => path === "/blogs/:address/move")).toBe(false);
});

test.each(engines)("%s: adds, renames, orders, merges and deletes categories", async (engine) => {
  await using api = await openStaffApi(engine);
  for (const plural of ["categories", "portfolio-categories"]) {
    const add = async (name: string) => (await api.post(`/${plural}`, { name })).json();
    const [web, type, odd] = [await add("Web"), await add("Type"), await add("Odd")];
    expect((await api.post(`/${plural}`, { name: "web" })).status).toBe(422);
    expect((await api.post(`/${plural}`, { name: "X", id: "x", position: 1 })).status).toBe(400);
    const renamed = await api.patch(`/${plural}/Web`, { name: "Internet" });
    expect([renamed.status, (await renamed.json()).slug]).toEqual([200, "Internet"]);
    const order = { order: [odd._id, type._id, web._id] };
    expect((await api.post(`/${plural}/order`, order)).status).toBe(204);
    expect((await api.post(`/${plural}/order`, { order: [odd._id] })).status).toBe(409);
    expect((await api.post(`/${plural}/Web/merge`, { into: "Type" })).status).toBe(200);
    expect((await api.ask(`/${plural}/Internet`)).headers.get("location")).toBe(`/api/${plural}/Type`);
    expect((await remove(api, `/${plural}/Odd?moveTo=Type`)).status).toBe(204);
    expect((await remove(api, `/${plural}/Type`)).status).toBe(204);
    expect(await (await api.ask(`/${plural}`)).json()).toEqual([]);
  }
});

test.each([
  ["sqlite", 21],
  ["postgres", 21],
] as const)("%s: changing and publishing a post runs at most %i statements", async (engine, most) => {
  await using api = await openStaffApi(engine);
  const id = await make(api, "blogs", "First");
  const publish = (version: number) =>
    api.post(`/blogs/${id}/publish`, { reason: "r" }, { "if-match": `"${version}"` });
  expect((await publish(1)).status).toBe(200);
  const statements = await recordStatements(async () => {
    await api.patch(`/blogs/${id}`, { summary: "Wide" }, { "if-match": '"1"' });
    expect((await publish(2)).status).toBe(200);
  });
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.length).toBeLessThanOrEqual(most);
});
