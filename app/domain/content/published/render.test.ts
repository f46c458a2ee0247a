import { expect, test } from "vitest";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { prepareHtml, prepareHtmlElsewhere } from "./render.ts";

interface Facts {
  width: number;
  height: number;
  alt?: string;
}

/** Opens a site with the given pictures; returns the HTML of their texts in `lang` and elsewhere. */
async function openPictures(engine: EngineName, pictures: Record<string, Facts>) {
  const open = await openTestDatabase(engine);
  for (const [id, { width, height, alt = "A kite" }] of Object.entries(pictures))
    await open.db.query
      .insertInto("files")
      .values({
        id,
        name: `${id}.webp`,
        type: "image/webp",
        width,
        height,
        alt,
        bytes: 900_000,
        focal_x: 0.1,
        focal_y: 0.9,
        placeholder: "data:,",
        created_at: "2026-03-01T10:00:00.000Z",
        created_by: "tester",
      })
      .execute();
  const gallery = (...files: string[]): RichText => ({
    type: "doc",
    content: [
      {
        type: "gallery",
        content: files.map((file) => ({ type: "image", attrs: { file, alt: "", caption: null } })),
      },
    ],
  });
  return {
    async page(files: string[], lang = "en") {
      const doc = gallery(...files);
      return (await prepareHtml(open.db, [doc], lang))(doc);
    },
    async elsewhere(files: string[]) {
      const doc = gallery(...files);
      return (await prepareHtmlElsewhere(open.db, [doc]))(doc);
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}

const classesIn = (html: string) =>
  [...html.matchAll(/<img(?: class="([^"]*)")?/g)].map(([, classes]) => classes);
const sizesIn = (html: string) =>
  [...html.matchAll(/<source[^>]* sizes="([^"]*)"/g)].map(([, sizes]) => sizes);

test.each(engines)("%s: crops paired pictures only if wide with small loss", async (engine) => {
  await using site = await openPictures(engine, {
    "photo-0001": { width: 1600, height: 1200 },
    "film-0001": { width: 1920, height: 1080 },
    "board-0001": { width: 1920, height: 900 },
    "tall-0001": { width: 1200, height: 1600 },
    "small-0001": { width: 900, height: 600 },
  });
  const files = ["photo-0001", "film-0001", "board-0001", "tall-0001", "small-0001", "photo-0001"];
  expect(classesIn(await site.page(files))).toEqual([
    "fill focal-7",
    "fill focal-7",
    undefined,
    undefined,
    undefined,
    "fill focal-7",
  ]);
});

test.each(engines)("%s: the odd first picture is uncropped; small pictures stay unscaled", async (engine) => {
  await using site = await openPictures(engine, {
    "photo-0001": { width: 1600, height: 1200 },
    "sign-0001": { width: 64, height: 64 },
  });
  const html = await site.page(["photo-0001", "photo-0001", "sign-0001"]);
  expect(classesIn(html)).toEqual(["whole", "fill focal-7", undefined]);
  expect(sizesIn(html)).toEqual([
    "(min-width: 64rem) 44rem, 92vw",
    "(min-width: 64rem) 22rem, (min-width: 30rem) 48vw, 92vw",
    "(min-width: 64rem) min(22rem, 64px), (min-width: 30rem) min(48vw, 64px), min(92vw, 64px)",
  ]);
});

test.each(engines)("%s: marks picture text with its language", async (engine) => {
  await using site = await openPictures(engine, {
    "boat-0001": { width: 1600, height: 1200, alt: "ঘাটে একটি নৌকা" },
    "kite-0001": { width: 1600, height: 1200 },
  });
  const langsIn = (html: string) => [...html.matchAll(/<img[^>]*? lang="(\w+)"[^>]* alt="(.)/g)].map(String);
  expect(langsIn(await site.page(["boat-0001", "kite-0001"], "en"))).toEqual([
    expect.stringMatching(/,bn,ঘ$/),
  ]);
  expect(langsIn(await site.page(["boat-0001", "kite-0001"], "bn"))).toEqual([
    expect.stringMatching(/,en,A$/),
  ]);
});

test.each(engines)("%s: omits picture links and labels without a viewer", async (engine) => {
  await using site = await openPictures(engine, { "photo-0001": { width: 1600, height: 1200 } });
  expect(await site.page(["photo-0001", "photo-0001"])).toContain(
    'aria-label="Enlarge picture 2 of 2: A kite"',
  );
  const html = await site.elsewhere(["photo-0001", "photo-0001"]);
  expect(html).not.toMatch(/<a |Enlarge/);
  expect(html.match(/<img /g)).toHaveLength(2);
});
