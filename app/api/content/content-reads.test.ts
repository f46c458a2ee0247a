import { expect, test } from "vitest";
import { kinds } from "#app/domain/content/kinds.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { write } from "#app/platform/database/database.ts";
import { archive, publish, saveVersion, trash } from "#tests/support/entries.ts";
import { engines } from "../../../tests/support/database.ts";
import { aCategory, actionContext, anEntry, aPicture, aText, openApi } from "../server/api.fixture.ts";

const cases = engines.flatMap((engine) => kinds.map((kind) => ({ engine, kind, name: kind.name })));

test.each(cases)(
  "$engine, $name: lists are arrays; rows start with _id and title",
  async ({ engine, kind }) => {
    await using api = await openApi(engine);
    const id = await anEntry(api.db, kind.name, { title: "UI/UX Design", summary: "Made to be used" });
    const answer = await api.ask(`/api/${kind.plural}`);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const rows = await answer.json();
    expect(Object.keys(rows[0]).slice(0, 2)).toEqual(["_id", "title"]);
    const path = kind.hasPage ? `${kind.path}/UI%2FUX-Design` : kind.path;
    expect(rows).toMatchObject([
      { _id: id, slug: "UI/UX-Design", path, url: `https://www.company.example${path}`, cover: null },
    ]);
    expect(api.responseTags()).toEqual(expect.arrayContaining([cacheTags.list(kind.name), cacheTags.files]));
  },
);

test.each(cases)("$engine, $name: finds an entry by id and canonical address", async ({ engine, kind }) => {
  await using api = await openApi(engine);
  const id = await anEntry(api.db, kind.name, { title: "50% off? / Caf\u00e9" });
  const right = `/api/${kind.plural}/50%25-off%3F-%2F-Caf%C3%A9`;
  for (const path of [right, `/api/${kind.plural}/${id}`])
    expect(await api.read(path)).toMatchObject({ _id: id });
  expect(api.responseTags()).toContain(cacheTags.entry(id));
  for (const other of ["50%25-OFF%3F-%2F-caf%C3%A9", "50%25-off%3F-%2F-Cafe%CC%81"]) {
    const answer = await api.ask(`/api/${kind.plural}/${other}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, right]);
    expect(api.responseTags()).toEqual([]);
  }
});

test.each(cases)("$engine, $name: a former title redirects to the entry", async ({ engine, kind }) => {
  await using api = await openApi(engine);
  const id = await anEntry(api.db, kind.name, { title: "Old name" });
  await write(api.db, (tx) => saveVersion(tx, kind, id, 1, { title: "New name" }, actionContext));
  expect((await api.ask(`/api/${kind.plural}/New-name`)).status).toBe(404);
  await write(api.db, (tx) => publish(tx, kind, id, actionContext));
  const answer = await api.ask(`/api/${kind.plural}/Old-name`);
  expect([answer.status, answer.headers.get("location")]).toEqual([301, `/api/${kind.plural}/New-name`]);
});

test.each(cases)(
  "$engine, $name: hides drafts, archive, trash, versions and their authors",
  async ({ engine, kind }) => {
    await using api = await openApi(engine);
    const draft = await anEntry(api.db, kind.name, { title: "Secret draft" }, false);
    const archived = await anEntry(api.db, kind.name, { title: "Secret archived" });
    await write(api.db, (tx) => archive(tx, kind, archived, actionContext));
    const trashed = await anEntry(api.db, kind.name, { title: "Secret trashed" });
    await write(api.db, (tx) => trash(tx, kind, trashed, actionContext));
    const changed = await anEntry(api.db, kind.name, { title: "Shown", summary: "as published" });
    await write(api.db, (tx) =>
      saveVersion(tx, kind, changed, 1, { title: "Shown", summary: "Secret edit" }, actionContext),
    );
    const paths = [
      "",
      `/${draft}`,
      `/${archived}`,
      `/${trashed}`,
      "/Secret-draft",
      "/Secret-archived",
      "/Secret-trashed",
    ];
    for (const path of [...paths, "/Shown", "?q=secret"]) {
      const answer = await api.ask(`/api/${kind.plural}${path}`);
      if (path.startsWith("/S") && path !== "/Shown") expect(answer.status).toBe(404);
      expect(await answer.text()).not.toMatch(/secret|author-7f3a|version|state|deleted|position/i);
    }
    expect((await api.read(`/api/${kind.plural}`)).map((row: { title: string }) => row.title)).toEqual([
      "Shown",
    ]);
  },
);

test.each(engines)("%s: includes referenced records that are public", async (engine) => {
  await using api = await openApi(engine);
  const picture = await aPicture(api.db, "picture-1");
  const category = await aCategory(api.db, "portfolio", "Mills & Co");
  const client = await anEntry(api.db, "client", { title: "Padma Mills", logo: picture });
  const hidden = await anEntry(api.db, "client", { title: "Secret client" }, false);
  const image = { type: "image", attrs: { file: picture, alt: "A mill" } };
  const data = {
    cover: picture,
    gallery: [picture],
    categories: [category.id],
    challenge: aText("Dust & <b>noise</b>", image),
  };
  await anEntry(api.db, "portfolio", { title: "Whole", client, ...data });
  const work = await anEntry(api.db, "portfolio", { title: "Half", client: hidden });
  await anEntry(api.db, "service", {
    title: "Ledgers",
    work: [work, hidden].slice(0, 1),
    seo: { title: "", description: "", image: picture },
  });
  const whole = await api.read("/api/portfolio/Whole");
  const address = "https://www.company.example/files/picture-1/640.webp";
  expect(whole).toMatchObject({
    client: {
      _id: client,
      title: "Padma Mills",
      path: "/clients",
      url: "https://www.company.example/clients",
    },
    categories: [{ _id: category.id, title: "Mills & Co", slug: "Mills-&-Co" }],
    cover: {
      alt: "A mill",
      width: 1000,
      focal: [0.5, 0.25],
      sizes: [{ width: 320 }, { width: 640, webp: address }, {}, { width: 1000 }],
    },
    gallery: [{ alt: "A mill" }],
  });
  expect(whole.challenge.json.type).toBe("doc");
  expect(whole.challenge.html).toContain("Dust &amp; &lt;b&gt;noise&lt;/b&gt;");
  expect(whole.challenge.html).toMatch(/src="https:\/\/www\.company\.example\/files\/picture-1\//);
  expect(api.responseTags()).toEqual(
    expect.arrayContaining([cacheTags.list("client"), cacheTags.categories("portfolio")]),
  );
  expect(await api.read("/api/portfolio/Half")).toMatchObject({ client: null });
  expect(await api.read("/api/services/Ledgers")).toMatchObject({
    work: [{ _id: work, path: "/portfolio/Half" }],
    seo: { image: { alt: "A mill" } },
  });
  expect(
    JSON.stringify([await api.read("/api/portfolio"), await api.read("/api/portfolio/Half")]),
  ).not.toMatch(/Secret/);
});

test.each(engines)("%s: lists filter by category, type and tag, and search words", async (engine) => {
  await using api = await openApi(engine);
  const category = await aCategory(api.db, "blog", "Field Notes");
  await anEntry(api.db, "blog", { title: "Tagged", tags: ["River Port"], categories: [category.id] });
  await anEntry(api.db, "blog", { title: "Plain", body: aText("weighbridge") });
  await anEntry(api.db, "media", { title: "Film", type: "video" });
  await anEntry(api.db, "media", { title: "Paper", type: "news" });
  const titles = async (path: string) => (await api.read(path)).map((row: { title: string }) => row.title);
  expect(await titles("/api/blogs?category=field-notes")).toEqual(["Tagged"]);
  expect(await titles(`/api/blogs?category=${category.id}`)).toEqual(["Tagged"]);
  expect(await titles("/api/blogs?category=nothing")).toEqual([]);
  expect(await titles("/api/blogs?tag=river%20port")).toEqual(["Tagged"]);
  expect(await titles("/api/media?type=video")).toEqual(["Film"]);
  expect(await titles("/api/blogs?q=weigh")).toEqual(["Plain"]);
  expect(await titles("/api/blogs?q=film")).toEqual([]);
  expect(await titles("/api/blogs?q=&tag=&limit=")).toHaveLength(2);
  expect(await api.read("/api/categories")).toEqual([
    { _id: category.id, title: "Field Notes", slug: "Field-Notes", summary: "", count: 1 },
  ]);
  expect(api.responseTags()).toEqual([cacheTags.categories("blog"), cacheTags.list("blog")]);
  expect(await api.read("/api/categories/Field-Notes")).toMatchObject({ _id: category.id });
  const moved = await api.ask("/api/categories/FIELD-notes");
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/api/categories/Field-Notes"]);
  expect((await api.ask("/api/portfolio-categories/Field-Notes")).status).toBe(404);
});

test.each(engines)("%s: Link headers visit every entry once", async (engine) => {
  await using api = await openApi(engine);
  for (let n = 0; n < 7; n += 1) await anEntry(api.db, "blog", { title: `Post ${n}`, tags: ["t"] });
  const seen: string[] = [];
  let path: string | undefined = "/api/blogs?tag=t&limit=3";
  while (path !== undefined) {
    const answer: Response = await api.ask(path);
    for (const row of await answer.json()) seen.push(row.title);
    const link: string = answer.headers.get("link") ?? "";
    path = /^<https:\/\/www\.company\.example(\S+)>; rel="next"$/.exec(link)?.[1];
  }
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `Post ${n}`));
});

test.each(engines)("%s: a search has an ETag and supports 304 responses", async (engine) => {
  await using api = await openApi(engine);
  await anEntry(api.db, "service", { title: "Ledgers" });
  const first = await api.ask("/api/services?q=ledgers");
  const tag = first.headers.get("etag") ?? "";
  expect(api.responseTags()).toEqual([]);
  expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const again = await api.ask("/api/services?q=ledgers", { headers: { "if-none-match": `"x", W/${tag}` } });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
  const garbage = await api.ask("/api/services?q=ledgers", { headers: { "if-none-match": '"""garbage,,' } });
  expect(garbage.status).toBe(200);
});
