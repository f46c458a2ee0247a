import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { aRow, libraryContext } from "#tests/support/library.ts";
import { checkPages, type RenderPage } from "./check-pages.ts";

const paragraph = (text: string, href?: string) => ({
  type: "paragraph",
  content: [
    { type: "text", text },
    ...(href ? [{ type: "text", text: "there", marks: [{ type: "link", attrs: { href } }] }] : []),
  ],
});

async function aSiteOfTwo(engine: (typeof engines)[number]) {
  const open = await openTestDatabase(engine);
  const { db } = open;
  const cover = await aRow(db);
  const add = (kind: typeof blog | typeof service, data: Record<string, unknown>) =>
    write(db, async (tx) => {
      const { id } = await createEntry(tx, kind, data, libraryContext);
      await publish(tx, kind, id, libraryContext);
    });
  const body = {
    type: "doc",
    content: [
      paragraph("It left at six. The mill is ", "/services"),
      { type: "blockquote", attrs: { cite: "The boatman" }, content: [paragraph("Nobody counts & pays")] },
      { type: "bulletList", content: [{ type: "listItem", content: [paragraph("নৌকা ছাড়ে")] }] },
    ],
  };
  await add(blog, { title: "The ferry", summary: "Who comes", cover, body });
  const features = [
    { title: "A plan", text: "On one page" },
    { title: "Alone", text: "" },
  ];
  await add(service, { title: "Ledgers", summary: "", features });
  const pages: Record<string, string> = {
    "/": "<main><h1>Kolpona</h1></main>",
    "/services/Ledgers": "<main><h1>Ledgers</h1><h3>A plan</h3><p>On one page</p></main>",
    "/blog/The-ferry": `<header><a href="/services">Services</a></header><main><h1>The ferry</h1><p>Who comes</p>
      <picture><source srcset="/files/${cover}/320.avif 320w, /files/${cover}/640.avif 640w"><img src="/files/${cover}/640.webp"></picture>
      <p>It left at <b>si</b>x. The mill is <a href="/services">there</a></p>
      <blockquote><p>Nobody counts &amp; pays</p><footer>The boatman</footer></blockquote><ul><li>নৌকা ছাড়ে</li></ul></main>`,
  };
  const check = (change: (page: string) => string = (page) => page, files: RenderPage = async () => ok("")) =>
    checkPages(db, async (path) => {
      if (path.startsWith("/files/")) return files(path);
      const page = pages[path];
      return page === undefined ? { status: 404, html: "" } : ok(change(page));
    });
  return { check, cover, [Symbol.asyncDispose]: open.close };
}

const ok = (html: string) => ({ status: 200, html });

test.each(engines)("%s: accepts pages that show the stored rows", async (engine) => {
  await using site = await aSiteOfTwo(engine);
  expect(await site.check()).toEqual({ problems: [], rendered: 3 });
});

test("names a page and the body, link or picture it lacks", async () => {
  await using site = await aSiteOfTwo("sqlite");
  const { check, cover } = site;
  const problemsOf = async (...given: Parameters<typeof check>) => (await check(...given)).problems;
  expect(await problemsOf((page) => page.replace(/<p>It left.*<\/ul>/s, ""))).toEqual([
    expect.stringMatching(
      /^The page \/blog\/The-ferry lacks 4 of 5 passages: “It left at six.*”; it does not link to \/services\.$/,
    ),
  ]);
  expect(await problemsOf((page) => page.replace("On one page", ""))).toEqual([
    "The page /services/Ledgers lacks 1 of 2 passages: “On one page”.",
  ]);
  expect(await problemsOf((page) => page.replace(/<picture>.*<\/picture>/s, ""))).toEqual([
    `The page /blog/The-ferry does not show the picture ${cover}.`,
  ]);
  expect(await problemsOf((page) => page.replace("<h1>The", "<h1>A"))).toEqual([
    "The page /blog/The-ferry is headed “A ferry” instead of “The ferry”.",
  ]);
  const lost = (path: string) => ({ status: path.endsWith("/640.avif") ? 404 : 200, html: "" });
  expect(await problemsOf(undefined, async (path) => lost(path))).toEqual([
    `The page /blog/The-ferry shows the picture /files/${cover}/640.avif, which returns status 404.`,
  ]);
});
