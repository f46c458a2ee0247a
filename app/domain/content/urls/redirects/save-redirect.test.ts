import { expect, test } from "vitest";
import { service } from "#app/domain/content/kinds/service.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, publish, saveVersion } from "#tests/support/entries.ts";
import { type EngineName, engines, openTestDatabase } from "../../../../../tests/support/database.ts";
import { addRedirects, findRedirect } from "../resolve-urls.ts";
import { importRedirects, previewRedirects } from "./import-redirects.ts";
import { checkAddress, countRedirects, listRedirects, readRedirect } from "./list-redirects.ts";
import { changeRedirect, createRedirect, deleteRedirect } from "./save-redirect.ts";

const now = new Date("2026-01-01T00:00:00Z");
const actionContext = {
  actor: { id: "nadia", requestId: "r-1" },
  now,
  publicUrl: new URL("https://www.company.example"),
};

async function openRedirecting(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const { db } = open;
  const add = (input: object) => write(db, (tx) => createRedirect(tx, input, actionContext));
  return { open, db, add };
}

async function aService(db: Database, title: string, isPublic = true): Promise<string> {
  return write(db, async (tx) => {
    const { id } = await createEntry(tx, service, { title }, actionContext);
    if (isPublic) await publish(tx, service, id, actionContext);
    return id;
  });
}

test.each(engines)("%s: redirects to entries, paths and, if confirmed, other sites", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  const id = await aService(db, "Water meters");
  await add({ from: "/old/meters", entry: id });
  await add({
    from: "https://www.old.example/old/Reading-Meters?utm_source=x",
    path: "/services/Water-meters",
  });
  await add({ from: "/old/shop", url: "https://shop.company.example/" });
  await add({ from: "/old/us", url: "https://www.company.example/about" });
  expect(await findRedirect(db, "/old/reading-meters")).toBe("/services/Water-meters");
  await write(db, async (tx) => {
    await saveVersion(tx, service, id, 1, { title: "Meters" }, actionContext);
    await publish(tx, service, id, actionContext);
  });
  const places = ["/OLD/meters/", "/old/reading-meters", "/old/shop", "/old/us"];
  expect(await Promise.all(places.map((place) => findRedirect(db, place)))).toEqual([
    "/services/Meters",
    "/services/Meters",
    "https://shop.company.example/",
    "/about",
  ]);
});

test.each(engines)("%s: A17 rejects external, circular and empty redirects by field", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  await aService(db, "Meters");
  await add({ from: "/a", path: "/b" });
  await add({ from: "/b", path: "/c" });
  const wrong: [object, string][] = [
    ...["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/x y", "x"].map(
      (path): [object, string] => [{ from: "/f", path }, "path"],
    ),
    ...["http://plain.example", "javascript:alert(1)", "https://a:b@evil.example/", "//evil.example"].map(
      (url): [object, string] => [{ from: "/f", url }, "url"],
    ),
    [{ from: "/f" }, "path"],
    [{ from: "/f", path: "/x", url: "https://x.example" }, "path"],
    [{ from: "/f", entry: "none" }, "entry"],
    [{ from: "/f", path: "/f/" }, "path"],
    [{ from: "/c", path: "/A" }, "path"],
    [{ from: "/about", path: "/x" }, "from"],
    [{ from: "/About/?utm=1", path: "/x" }, "from"],
    [{ from: "/?other=1", path: "/x" }, "from"],
    [{ from: "/old.php", path: "/old.php?id=1" }, "path"],
    [{ from: "/services/meters", path: "/x" }, "from"],
    [{ from: "/A/", path: "/x" }, "from"],
    [{ from: "/", path: "/x" }, "from"],
    [{ from: "f", path: "/x" }, "from"],
    [{ from: "/f\0", path: "/x" }, "from"],
    [{ from: "/f", path: "/x", hits: 1 }, ""],
  ];
  for (const [input, field] of wrong)
    await expect(add(input), JSON.stringify(input)).rejects.toMatchObject({
      code: "invalid",
      fields: { [field]: expect.any(String) },
    });
  expect((await listRedirects(db, { limit: 100 })).rows).toHaveLength(2);
});

test.each(engines)("%s: resolves chains in one step and ignores external loops", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  for (const [from, path] of [
    ["/a", "/b"],
    ["/b", "/c"],
    ["/c", "/about?x=1"],
  ])
    await add({ from, path });
  expect(await findRedirect(db, "/a")).toBe("/about?x=1");
  const { rows } = await listRedirects(db, { limit: 10, q: "/A" });
  expect(rows.map(({ from, end }) => [from, end])).toContainEqual(["/a", "/about?x=1"]);
  await write(db, (tx) => addRedirects(tx, [{ from: "/one", to: { path: "/two" } }], now));
  await write(db, (tx) => addRedirects(tx, [{ from: "/two", to: { path: "/one" } }], now));
  expect(await findRedirect(db, "/one")).toBeNull();
  await write(db, (tx) => addRedirects(tx, [{ from: "/x", to: { path: "/services/New" } }], now));
  await write(db, (tx) => addRedirects(tx, [{ from: "/services/New", to: { path: "/about" } }], now));
  expect(await findRedirect(db, "/x")).toBe("/about");
  await aService(db, "New");
  expect(await findRedirect(db, "/x")).toBe("/services/New");
});

test.each(engines)("%s: S5 logs changes and deletions of redirects", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  const id = await add({ from: "/a", path: "/b" });
  await add({ from: "/taken", path: "/b" });
  const change = (input: object) => write(db, (tx) => changeRedirect(tx, id, input, actionContext));
  await change({ from: "/a", path: "/about" });
  await expect(change({ from: "/Taken", path: "/b" })).rejects.toMatchObject({
    fields: { from: expect.any(String) },
  });
  expect(await readRedirect(db, id)).toMatchObject({ from: "/a", to: { path: "/about" }, end: "/about" });
  const was = await write(db, (tx) => deleteRedirect(tx, id, actionContext));
  expect(was).toEqual({ from: "/a", to: { path: "/about" } });
  await expect(readRedirect(db, id)).rejects.toMatchObject({ code: "missing" });
  await expect(change({ from: "/a", path: "/b" })).rejects.toMatchObject({ code: "missing" });
  const rows = await db.query
    .selectFrom("audit")
    .selectAll()
    .where("subject", "=", id)
    .orderBy("id")
    .execute();
  expect(rows.map(({ actor, action, detail }) => [actor, action, JSON.parse(detail)])).toEqual([
    ["nadia", "redirect.create", { from: "/a", path: "/b" }],
    ["nadia", "redirect.change", { from: "/a", path: "/about" }],
    ["nadia", "redirect.delete", { from: "/a", path: "/about" }],
  ]);
});

test.each(engines)("%s: reports what an address leads to", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  const draft = await aService(db, "Draft", false);
  await aService(db, "Meters");
  await add({ from: "/a", path: "/b" });
  await add({ from: "/b", path: "/services/Meters" });
  await add({ from: "/d", entry: draft });
  const outcome = async (address: string) => {
    const { outcome, steps, place } = await checkAddress(db, address);
    return [outcome, steps, place?.title ?? null];
  };
  expect(await outcome("/services/METERS")).toEqual(["page", [], "Meters"]);
  expect(await outcome("/a")).toEqual(["redirect", ["/b", "/services/Meters"], "Meters"]);
  expect(await outcome("/d")).toEqual(["draft", [], "Draft"]);
  expect(await outcome("/services/Draft")).toEqual(["draft", [], "Draft"]);
  await add({ from: "/?q=node/12", path: "/services/Meters" });
  expect(await outcome("/?q=node/12")).toEqual(["redirect", ["/services/Meters"], "Meters"]);
  expect(await outcome("/nothing")).toEqual(["not-found", [], null]);
  expect(await outcome("/%zz")).toEqual(["not-found", [], null]);
});

test.each(engines)("%s: O5 previews a sheet and omits its invalid rows", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  await aService(db, "Meters");
  await add({ from: "/a", path: "/b" });
  const sheet =
    'from,to\r\n/one,/about\n"/two",Service: meters\n/three,https://x.example\n/A,/contact\nbad,/x\n/one,/two\n/four,blog: No\n';
  const rows = await previewRedirects(db, sheet, actionContext);
  expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, "new"],
    [3, "new"],
    [4, "new"],
    [5, "replaces"],
    [6, "wrong"],
    [7, "replaces"],
    [8, "wrong"],
  ]);
  expect((await listRedirects(db, { limit: 100 })).rows).toHaveLength(1);
  await importRedirects(db, sheet, actionContext);
  const places = ["/one", "/two", "/three", "/a"];
  expect(await Promise.all(places.map((place) => findRedirect(db, place)))).toEqual([
    "/services/Meters",
    "/services/Meters",
    "https://x.example/",
    "/contact",
  ]);
  await expect(previewRedirects(db, "from,to\n", actionContext)).rejects.toMatchObject({
    fields: { file: expect.any(String) },
  });
});

test.each(engines)("%s: imports all rows of a Redirection plugin file", async (engine) => {
  const { open, db } = await openRedirecting(engine);
  await using _ = open;
  const sheet = [
    "source,target,regex,code,type,match,hits,title,status",
    '"/shop/.*","/services",1,301,"url","url",0,"","active"',
    '"/off","/about",0,301,"url","url",0,"","disabled"',
    '"/gone","",0,410,"error","url",0,"","active"',
    '"/on","/about",0,301,"url","url",4,"","active"',
  ];
  const outcomes = async (lines: string[]) =>
    (await previewRedirects(db, lines.join("\n"), actionContext)).map(({ outcome, reason }) => [
      outcome,
      reason.split(" ")[0],
    ]);
  const wanted = [
    ["wrong", "Regular"],
    ["wrong", "Disabled"],
    ["wrong", "The"],
    ["new", ""],
  ];
  expect(await outcomes(sheet)).toEqual(wanted);
  expect(await outcomes(sheet.slice(1))).toEqual(wanted);
  await importRedirects(db, sheet.join("\n"), actionContext);
  expect(await findRedirect(db, "/off")).toBeNull();
});

test.each(engines)("%s: lists imported redirects separately until a person edits them", async (engine) => {
  const { open, db, add } = await openRedirecting(engine);
  await using _ = open;
  await add({ from: "/mine", path: "/about" });
  await importRedirects(db, "from,to\n/theirs,/about\n", actionContext);
  await write(db, (tx) => addRedirects(tx, [{ from: "/old", to: { path: "/about" } }], now));
  const list = async (isImported: boolean) =>
    (await listRedirects(db, { limit: 9, isImported })).rows.map(({ from }) => from).sort();
  expect(await list(false)).toEqual(["/mine"]);
  expect(await list(true)).toEqual(["/old", "/theirs"]);
  expect([await countRedirects(db, false), await countRedirects(db, true)]).toEqual([1, 2]);
  const [theirs] = (await listRedirects(db, { limit: 9, q: "/theirs" })).rows;
  await write(db, (tx) =>
    changeRedirect(tx, theirs?.id ?? "", { from: "/theirs", path: "/contact" }, actionContext),
  );
  expect(await list(false)).toEqual(["/mine", "/theirs"]);
});
