import { expect, test } from "vitest";
import { kinds } from "#app/domain/content/kinds.ts";
import { engines } from "../../../tests/support/database.ts";
import { aText } from "../server/api.fixture.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

const cases = engines.flatMap((engine) => kinds.map((kind) => ({ engine, kind, name: kind.name })));
const own = { origin: "https://www.company.example", "sec-fetch-site": "same-origin" };

async function openWithEntry(engine: (typeof engines)[number], kind: (typeof kinds)[number]) {
  const api = await openStaffApi(engine);
  const draft = await (await api.post(`/${kind.plural}`, { title: "Rain ledger", summary: "First" })).json();
  const path = `/${kind.plural}/${draft._id}`;
  await api.patch(path, { summary: "Second" }, { "if-match": '"1"' });
  return { ...api, path, id: draft._id as string };
}

test.each(cases)("$engine, $name: lists, reads and restores versions", async ({ engine, kind }) => {
  await using api = await openWithEntry(engine, kind);
  const read = async (path: string) => (await api.ask(path)).json();
  expect(await read(`${api.path}/versions`)).toMatchObject([
    { number: 2, isLive: false, isAutosave: false, by: expect.stringMatching(/\w/) },
    { number: 1 },
  ]);
  const first = await api.ask(`${api.path}/versions?limit=1`);
  expect(first.headers.get("link")).toContain("before=2");
  expect(first.headers.get("cache-control")).toBe("no-store");
  expect(await read(`/${kind.plural}/rain-LEDGER/versions?before=2`)).toMatchObject([{ number: 1 }]);
  expect(await read(`${api.path}/versions/1`)).toMatchObject({ number: 1, data: { summary: "First" } });
  for (const number of ["9", "0", "x", "1e1"])
    expect((await api.ask(`${api.path}/versions/${number}`)).status).toBe(404);
  const restore = (match: Record<string, string>) =>
    api.ask(`${api.path}/versions/1/restore`, { method: "POST", headers: { ...own, ...match } });
  expect((await restore({})).status).toBe(428);
  expect((await restore({ "if-match": "soon" })).status).toBe(422);
  expect((await restore({ "if-match": '"1"' })).status).toBe(409);
  const restored = await restore({ "if-match": '"2"' });
  expect([restored.status, restored.headers.get("etag"), await restored.json()]).toEqual([
    200,
    '"3"',
    { version: 3 },
  ]);
  expect(await read(`${api.path}/versions/3`)).toMatchObject({
    note: "Restored version 1",
    data: { summary: "First" },
  });
});

test.each(cases)(
  "$engine, $name: the check lists findings and does not block reads",
  async ({ engine, kind }) => {
    await using api = await openWithEntry(engine, kind);
    const find = async () => (await api.ask(`${api.path}/check`)).json();
    expect((await find()).filter((one: { level: string }) => one.level === "error")).toEqual(
      ["client", "author"].includes(kind.name)
        ? []
        : [expect.objectContaining({ field: expect.any(String), level: "error" })],
    );
    await api.patch(api.path, { summary: "Lorem ipsum" }, { "if-match": '"2"' });
    expect(await find()).toContainEqual(expect.objectContaining({ level: "error", field: "summary" }));
  },
);

test.each(cases)(
  "$engine, $name: preview links are created, shown once, listed and revoked",
  async ({ engine, kind }) => {
    await using api = await openWithEntry(engine, kind);
    const made = await api.post(`${api.path}/previews`, { days: 30 });
    const link = await made.json();
    expect([made.status, link.url]).toEqual([
      201,
      expect.stringMatching(/^https:\/\/www\.company\.example\/preview\/link\/[\w-]{43}$/),
    ]);
    expect((await api.post(`${api.path}/previews`, {})).status).toBe(201);
    expect((await api.post(`${api.path}/previews`, { days: 365 })).status).toBe(422);
    expect((await api.post(`${api.path}/previews`, { days: 7, entry: "x" })).status).toBe(400);
    const list = async () => (await api.ask(`${api.path}/previews`)).json();
    expect(await list()).toHaveLength(2);
    expect(JSON.stringify(await list())).not.toContain(link.url.slice(-43));
    const end = () => api.ask(`${api.path}/previews/${link._id}`, { method: "DELETE", headers: own });
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(404);
    expect(await list()).toHaveLength(1);
  },
);

test("rejects missing entries, members and strangers", async () => {
  await using api = await openWithEntry("sqlite", kinds[0] as (typeof kinds)[number]);
  await api.person("karim@kolpona.example");
  const member = api.browser();
  const { signInAs } = await import("../../../tests/support/accounts.ts");
  await signInAs(api.accounts, member, "karim@kolpona.example");
  for (const step of ["versions", "versions/1", "check", "previews"]) {
    expect((await api.ask(`/services/none/${step}`)).status).toBe(404);
    expect((await api.ask(`${api.path}/${step}`, {}, member)).status).toBe(403);
    expect((await api.ask(`${api.path}/${step}`, {}, api.browser())).status).toBe(401);
  }
  expect((await api.post(`${api.path}/previews`, {}, {}, member)).status).toBe(403);
  await api.patch(api.path, { body: aText("Fine") }, { "if-match": '"2"' });
});
