import { expect, test } from "vitest";
import { z } from "zod";
import type { Scope } from "#app/domain/accounts/service-tokens.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { sendLead } from "#app/domain/leads/leads.fixture.ts";
import { write } from "#app/platform/database/database.ts";
import { type EngineName, engines } from "#tests/support/database.ts";
import { createEntry, publish, saveInput, schedule } from "#tests/support/entries.ts";
import { openProgramApi } from "../staff-api.fixture.ts";

const all: Scope[] = ["mcp", "content:read", "content:draft", "leads:read"];
const answerSchema = z.looseObject({
  result: z.looseObject({}).optional(),
  error: z.looseObject({}).optional(),
});

async function openAssistant(engine: EngineName, ...scopes: Scope[]) {
  const api = await openProgramApi(engine);
  const token = await api.token(...scopes);
  const ask = async (method: string, params: object = {}) => {
    const message = { jsonrpc: "2.0", id: 1, method, params };
    return api.call(token, "POST", "/mcp", message, {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    });
  };
  const result = async (method: string, params: object = {}) => {
    const answer = await ask(method, params);
    const text = await answer.text();
    const data = text.startsWith("{") ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? "{}");
    return { status: answer.status, ...answerSchema.parse(JSON.parse(data)) };
  };
  return {
    ...api,
    programToken: token,
    ask,
    result,
    async use(name: string, input: object) {
      const { result: called } = await result("tools/call", { name, arguments: input });
      const { content, isError } = z
        .looseObject({
          content: z.array(z.looseObject({ text: z.string() })),
          isError: z.boolean().optional(),
        })
        .parse(called);
      const text = content[0]?.text ?? "";
      return {
        isError: isError ?? false,
        value: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
      };
    },
    tools: async () => {
      const { result: listed } = await result("tools/list");
      const { tools } = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) }).parse(listed);
      return tools.map(({ name }) => name);
    },
    calls: async () =>
      (await api.audit()).filter(({ action }) => action === "mcp.called").map(({ detail }) => detail),
  };
}

const actionContext = { actor: { id: "asha", requestId: "test" }, now: new Date("2026-03-01T09:00:00Z") };

test.each(engines)("%s: lists only tools allowed by the token", async (engine) => {
  await using one = await openAssistant(engine, ...all);
  const begun = await one.result("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  expect(begun.result).toMatchObject({ serverInfo: { name: "frontdesk" } });
  const reading = ["list_kinds", "search_published", "find_entries", "read_entry"];
  const drafts = ["create_draft", "change_draft", "undo_change"];
  expect(await one.tools()).toEqual([...reading, ...drafts, "list_leads"]);
  const reader = await one.token("mcp", "content:read");
  const listed = await one.call(
    reader,
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    {
      accept: "application/json, text/event-stream",
    },
  );
  expect((await listed.text()).match(/"name":"\w+"/g)).toHaveLength(reading.length);
  const without = await one.call(await one.token("content:read"), "POST", "/mcp", {});
  expect(without.status).toBe(403);
  const person = await one.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect(person.status).toBe(403);
  expect((await one.call(one.programToken, "GET", "/mcp")).status).toBe(405);
});

test.each(engines)("%s: records every call, including rejected ones", async (engine) => {
  await using one = await openAssistant(engine, "mcp", "content:read");
  await one.use("list_kinds", {});
  for (const [name, input] of [
    ["create_draft", { kind: "blog", fields: {} }],
    ["no_such\ntool", {}],
    ["find_entries", { kind: "blog", limit: 9999 }],
    ["read_entry", { kind: "blog", id: "wrong" }],
  ] as const)
    await one.ask("tools/call", { name, arguments: input });
  expect(await one.calls()).toEqual([
    "list_kinds",
    "create_draft refused: the token lacks content:draft",
    "no_such tool refused: there is no such tool",
    "find_entries refused: wrong arguments",
    "read_entry refused: wrong arguments",
  ]);
});

test.each(engines)("%s: drafts can be created, changed and reverted, never published", async (engine) => {
  await using one = await openAssistant(engine, ...all);
  const { db } = one;
  const made = await one.use("create_draft", {
    kind: "blog",
    fields: { title: "Rain", body: { markdown: "It **rains**.\n" } },
  });
  expect(made).toMatchObject({ isError: false, value: { state: "draft", version: 1, kind: "blog" } });
  const { id } = made.value;
  const read = await one.use("read_entry", { kind: "blog", id });
  expect(read.value.fields).toMatchObject({ title: "Rain", body: { markdown: "It **rains**.\n" } });
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  const changed = await one.use("change_draft", {
    kind: "blog",
    id,
    basedOn: 1,
    fields: { title: "Wind" },
  });
  expect(changed.value).toMatchObject({ state: "changed", version: 2, liveVersion: 1, versionBefore: 1 });
  const stale = await one.use("change_draft", { kind: "blog", id, basedOn: 1, fields: { title: "Fog" } });
  expect(stale).toMatchObject({
    isError: true,
    value: { problem: expect.stringMatching(/in the meantime/) },
  });
  const undone = await one.use("undo_change", { kind: "blog", id, basedOn: 2 });
  expect(undone.value).toMatchObject({ version: 3, liveVersion: 1, fields: { title: "Rain" } });
  expect((await readEntry(db, blog, id)).data.title).toBe("Rain");
  await write(db, (tx) => saveInput(tx, blog, id, 3, { title: "Snow" }, actionContext));
  const foreign = await one.use("undo_change", { kind: "blog", id, basedOn: 4 });
  expect(foreign).toMatchObject({ isError: true });
  const strange = await one.use("create_draft", {
    kind: "blog",
    fields: { title: "x", state: "published" },
  });
  expect(strange).toMatchObject({ isError: true, value: { fields: { state: "There is no such field" } } });
  const { id: actor } = await db.query.selectFrom("service_tokens").select("id").executeTakeFirstOrThrow();
  expect(
    (await one.audit()).filter(({ action, ...row }) => action === "mcp.called" && row.actor !== actor),
  ).toEqual([]);
  expect(await one.calls()).toEqual([
    `create_draft blog ${id}: new, version 1`,
    `read_entry kind=blog id=${id}`,
    `change_draft blog ${id}: version 2, before it 1`,
    `change_draft kind=blog id=${id} basedOn=1 refused: stale`,
    `undo_change blog ${id}: version 1 again as 3`,
    `undo_change kind=blog id=${id} basedOn=4 refused: forbidden`,
    "create_draft kind=blog refused: invalid",
  ]);
});

test.each(engines)("%s: programs cannot change a scheduled entry", async (engine) => {
  await using one = await openAssistant(engine, ...all);
  const entry = await write(one.db, (tx) => createEntry(tx, blog, { title: "Rain" }, actionContext));
  const times = { publishAt: "2026-04-01T00:00:00.000Z", unpublishAt: null };
  await write(one.db, (tx) => schedule(tx, blog, entry.id, times, actionContext));
  const changed = await one.use("change_draft", {
    kind: "blog",
    id: entry.id,
    basedOn: 1,
    fields: { title: "Wind" },
  });
  expect(changed).toMatchObject({ isError: true, value: { problem: expect.stringMatching(/scheduled/) } });
  const patched = await one.call(
    one.programToken,
    "PATCH",
    `/blogs/${entry.id}`,
    { title: "Wind" },
    { "if-match": '"1"' },
  );
  expect(patched.status).toBe(409);
  const restored = await one.call(
    one.programToken,
    "POST",
    `/blogs/${entry.id}/versions/1/restore`,
    undefined,
    {
      "if-match": '"1"',
    },
  );
  expect(restored.status).toBe(409);
  expect((await readEntry(one.db, blog, entry.id)).version).toBe(1);
});

test.each(engines)("%s: limits changes per hour and omits personal data of leads", async (engine) => {
  await using one = await openAssistant(engine, ...all);
  await sendLead(one.db, { name: "Najma Begum", email: "najma@shapla.example" });
  const leads = await one.use("list_leads", { kind: "message" });
  expect(leads.value).toMatchObject([{ reference: expect.any(String), status: "new" }]);
  expect(JSON.stringify(leads.value)).not.toMatch(/najma/i);
  const make = (title: string) => one.use("create_draft", { kind: "blog", fields: { title } });
  await make("First");
  await one.db.query
    .updateTable("limits")
    .set({ count: 60 })
    .where("rule", "=", "assistant-changes")
    .execute();
  expect(await make("Second")).toMatchObject({
    isError: true,
    value: { problem: expect.stringMatching(/too often/) },
  });
  one.clock.pass(3960);
  expect(await make("Third")).toMatchObject({ isError: false });
  expect(await one.db.query.selectFrom("entries").select("title").orderBy("id").execute()).toEqual([
    { title: "First" },
    { title: "Third" },
  ]);
});

test("reports invalid messages without a server error", async () => {
  await using one = await openAssistant("sqlite", ...all);
  const nul = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a\0" } };
  for (const body of [
    {},
    [],
    null,
    "text",
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: 1, method: "none" },
    nul,
  ]) {
    const answer = await one.call(one.programToken, "POST", "/mcp", body, {
      accept: "application/json, text/event-stream",
    });
    const text = await answer.text();
    expect([body, answer.status < 500, /"error"|"title"/.test(text)]).toEqual([body, true, true]);
  }
  const unknown = await one.result("tools/call", { name: "publish_entry", arguments: {} });
  expect(unknown.error ?? unknown.result).toMatchObject({});
  expect(JSON.stringify(unknown)).toMatch(/publish_entry/);
});
