import { expect, test, vi } from "vitest";
import { z } from "zod";
import { kinds, taxonomies } from "#app/domain/content/kinds.ts";
import { engines } from "../../../tests/support/database.ts";
import { aCategory, anEntry, aPicture, aText, openApi } from "./api.fixture.ts";
import { routes } from "./routes.ts";

function answerSchemaOf(path: string): z.ZodType {
  const answer = routes.find((route) => route.path === path)?.answer;
  if (!(answer instanceof z.ZodType)) throw new Error(`${path} has no schema`);
  return answer;
}

test.each(engines)("%s: every response matches its description", async (engine) => {
  await using api = await openApi(engine);
  const picture = await aPicture(api.db, "picture-1");
  const [post, work] = [
    await aCategory(api.db, "blog", "Notes"),
    await aCategory(api.db, "portfolio", "Mills"),
  ];
  const client = await anEntry(api.db, "client", { title: "Full", logo: picture, industry: "Mills" });
  const more: Record<string, object> = {
    media: { type: "gallery", date: "2026-01-02", gallery: [picture], body: aText("x") },
    blog: { categories: [post.id], tags: ["a"], body: aText("x"), publishedOn: "2026-01-02" },
    portfolio: { client, categories: [work.id], numbers: [{ value: "9", label: "mills" }] },
  };
  for (const kind of kinds) {
    const full = { title: "Filled", cover: picture, seo: { title: "", description: "", image: picture } };
    await anEntry(api.db, kind.name, { ...full, ...more[kind.name] });
    await anEntry(api.db, kind.name, { title: "Bare" });
    expect(
      answerSchemaOf(`/${kind.plural}`).safeParse(await api.read(`/api/${kind.plural}`)).error,
    ).toBeUndefined();
    for (const title of ["Filled", "Bare"]) {
      const entry = await api.read(`/api/${kind.plural}/${title}`);
      expect(answerSchemaOf(`/${kind.plural}/:address`).safeParse(entry).error).toBeUndefined();
    }
  }
  for (const { plural } of taxonomies)
    expect(answerSchemaOf(`/${plural}`).safeParse(await api.read(`/api/${plural}`)).error).toBeUndefined();
});

test("describes every route with valid references and unique names", async () => {
  await using api = await openApi("sqlite");
  const answer = await api.ask("/api/openapi.json");
  expect(answer.headers.get("etag")).toMatch(/^"/);
  const document = await answer.json();
  expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://www.company.example/api" }] });
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string }>),
  );
  expect(operations).toHaveLength(routes.length);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+$/);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? "",
  );
  expect(references.length).toBeGreaterThan(30);
  for (const name of references) expect(document.components.schemas).toHaveProperty(name);
  const { schema } = document.paths["/contact"].post.requestBody.content["application/json"];
  expect(schema).toMatchObject({
    required: ["name", "email", "message", "consent"],
    additionalProperties: false,
    properties: { message: { type: "string", maxLength: 10_000 }, consent: { const: true } },
  });
});

test("the documentation page lists every route and has no script", async () => {
  await using api = await openApi("sqlite");
  const answer = await api.ask("/api/docs");
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await answer.text();
  for (const { method, path } of routes)
    expect(page).toContain(`${method.toUpperCase()} /api${path.replace(":address", "{id or address}")}`);
  expect(page).not.toMatch(/<script|javascript:| style=| on\w+=|https?:\/\/(?!www\.company\.example)/);
  expect(page.match(/<style/g)).toHaveLength(1);
});

test("generates each description once per process", async () => {
  await using api = await openApi("sqlite");
  // Generating a description iterates over all routes.
  const iteration = vi.spyOn(routes, Symbol.iterator);
  for (const path of ["/api/docs", "/api/openapi.json"]) {
    const first = await api.ask(path);
    iteration.mockClear();
    const again = await api.ask(path);
    expect(iteration).not.toHaveBeenCalled();
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    const known = await api.ask(path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect([known.status, await known.text()]).toEqual([304, ""]);
  }
  iteration.mockRestore();
});
