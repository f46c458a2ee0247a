import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { withoutShortcodes } from "./blocks.ts";
import { chooseTitles, openOldSite, openUploads } from "./old-site.ts";
import { readWxr } from "./read-parts.ts";
import { emptySite, type WxrItem, type WxrSite } from "./read-wxr.ts";
import { openReport } from "./report.ts";
import { planTerms } from "./terms.ts";
import { createUrlMap, newAddress } from "./url-map.ts";

const counted = vi.hoisted(() => ({ pages: 0, slugs: 0 }));

// Each number becomes the address of a later page of a list.
vi.mock("./site-paths.ts", async (original) => {
  const real = await original<typeof import("./site-paths.ts")>();
  return {
    ...real,
    numbers(first: number, last: number) {
      const made = real.numbers(first, last);
      counted.pages += made.length;
      return made;
    },
  };
});

const slugs = await vi.importActual<typeof import("#app/domain/content/urls/slug.ts")>(
  "#app/domain/content/urls/slug.ts",
);
vi.mock("#app/domain/content/urls/slug.ts", async (original) => {
  const real = await original<typeof import("#app/domain/content/urls/slug.ts")>();
  return {
    ...real,
    slugKey(slug: string) {
      counted.slugs += 1;
      return real.slugKey(slug);
    },
  };
});

function posts(count: number, titleOf: (at: number) => string): WxrItem[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${at + 1}`,
    type: "post",
    status: "publish",
    title: titleOf(at),
    slug: `post-${at}`,
    guid: "",
    link: `https://old.example/post-${at}/`,
    otherLinks: [],
    author: "asha",
    content: "<p>Text.</p>",
    excerpt: "",
    date: "",
    dateGmt: "",
    modifiedGmt: "",
    createdGmt: "",
    parent: "0",
    password: "",
    isSticky: false,
    comments: 0,
    attachmentUrl: "",
    meta: new Map(),
    formerSlugs: [],
    formerDates: [],
    terms: [
      { domain: "category", slug: "news", name: "News" },
      { domain: "post_tag", slug: "rivers", name: "Rivers" },
    ],
    language: null,
    languageCode: "",
    translationGroup: null,
    left: [],
    source: null,
  }));
}

function siteOf(items: WxrItem[]): WxrSite {
  return {
    ...emptySite("WordPress"),
    title: "Old",
    urls: ["https://old.example"],
    authors: new Map([["asha", "Asha Sen"]]),
    items,
  };
}

function plan(count: number) {
  const items = posts(count, (at) => `Post ${at}`);
  const site = openOldSite(
    siteOf(items),
    chooseTitles(items, openReport()),
    openUploads(null, { fileIds: new Map() }, siteOf(items)),
  );
  counted.pages = 0;
  const terms = planTerms(items, site, openReport());
  return { made: counted.pages, terms, site };
}

test("the number of list addresses grows linearly with posts", () => {
  const [few, many] = [plan(1000), plan(4000)];
  expect(few.made).toBeGreaterThan(0);
  expect(many.made).toBeLessThanOrEqual(4.1 * few.made);
  const { lists } = many.terms;
  expect(lists).toContainEqual({ from: "/author/asha/page/400", path: "/authors/Asha-Sen" });
  expect(lists).toContainEqual({ from: "/category/news/page/400", path: "/blog?category=News" });
  expect(lists).toContainEqual({ from: "/tag/rivers/page/400", path: "/blog?tag=Rivers" });
});

test("numbers posts with the same title in linear time", () => {
  const titlesOf = (count: number) => {
    counted.slugs = 0;
    const titles = [
      ...chooseTitles(
        posts(count, () => "Lamp"),
        openReport(),
      ).values(),
    ];
    expect(new Set(titles.map(slugs.toSlug)).size).toBe(count);
    return { tries: counted.slugs, last: titles.at(-1) };
  };
  const [few, many] = [titlesOf(200), titlesOf(800)];
  expect(few.last).toBe("Lamp (200)");
  expect(many.tries).toBeLessThanOrEqual(4.1 * few.tries);
});

test("resolves links with a wrong day without scanning all posts", () => {
  const { site, terms } = plan(500);
  let read = 0;
  const { items } = site.wxr;
  const counting = items.map(
    (item) =>
      new Proxy(item, {
        get(target, name, receiver) {
          if (name === "slug") read += 1;
          return Reflect.get(target, name, receiver);
        },
      }),
  );
  site.wxr.items = counting;
  const urlMap = createUrlMap(site, new Map(), terms.lists, openReport());
  const [from] = items;
  if (!from) throw new Error("There is no post.");
  read = 0;
  for (let at = 0; at < 100; at += 1) {
    const address = newAddress(`https://old.example/2001/01/post-${at}/`, from, site, urlMap);
    expect(address).toBe(`/blog/Post-${at}`);
  }
  expect(read).toBeLessThanOrEqual(500);
});

test("limits the former addresses of an item to 1,000", () => {
  const items = posts(1, () => "Lamp").map((item) => ({
    ...item,
    link: "https://old.example/2024/03/05/lamp/",
    formerSlugs: Array.from({ length: 60 }, (_, at) => `lamp-${at}`),
    formerDates: Array.from({ length: 60 }, (_, at) => `${1950 + at}-01-02`),
  }));
  const report = openReport();
  const uploads = openUploads(null, { fileIds: new Map() }, siteOf(items));
  const site = openOldSite(siteOf(items), chooseTitles(items, openReport()), uploads);
  const urlMap = createUrlMap(site, new Map(), [], report);
  expect(urlMap.size).toBeLessThan(1010);
  expect(urlMap.has("/2024/03/05/lamp-59")).toBe(true);
  expect(report.lines.map(({ what }) => what)).toEqual(["2720 of its former addresses"]);
});

test("finds shortcodes alone on their lines without copying the text", () => {
  const copiedFor = (count: number) => {
    let characters = 0;
    const slice = vi.spyOn(String.prototype, "slice").mockImplementation(function (this: string, ...range) {
      const part = this.substring(...(range as [number, number]));
      characters += part.length;
      return part;
    });
    const { names } = withoutShortcodes("[lamp]\n".repeat(count));
    slice.mockRestore();
    expect(names.get("lamp")).toBe(count);
    return characters;
  };
  expect(copiedFor(800)).toBeLessThanOrEqual(4.1 * copiedFor(200));
});

test("renumbers items with the same id in linear time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-growth-"));
  const triesFor = async (count: number) => {
    const item = (at: number) =>
      `<item><title>Lamp ${at}</title><wp:post_id>7</wp:post_id><wp:post_type>post</wp:post_type></item>`;
    const items = Array.from({ length: count }, (_, at) => item(at)).join("");
    const path = join(folder, `${count}.xml`);
    writeFileSync(path, `<rss><channel><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`);
    const spies = [vi.spyOn(Map.prototype, "has"), vi.spyOn(Set.prototype, "has")];
    const { items: read } = await readWxr([path]);
    const tries = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    expect(new Set(read.map(({ id }) => id)).size).toBe(count);
    return tries;
  };
  const [few, many] = [await triesFor(100), await triesFor(400)];
  rmSync(folder, { recursive: true });
  expect(many).toBeLessThanOrEqual(4.1 * few);
});
