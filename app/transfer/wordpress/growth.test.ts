import { expect, test, vi } from "vitest";
import { chooseTitles, openOldSite, openUploads } from "./old-site.ts";
import type { WxrItem, WxrSite } from "./read-wxr.ts";
import { openReport } from "./report.ts";
import { planTerms } from "./terms.ts";
import { newAddress, openUrlMap } from "./url-map.ts";

const counted = vi.hoisted(() => ({ pages: 0, slugs: 0 }));

// Every address of a later page is made of one of these numbers.
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

const slugs = await vi.importActual<typeof import("#app/content/urls/slug.ts")>("#app/content/urls/slug.ts");
vi.mock("#app/content/urls/slug.ts", async (original) => {
  const real = await original<typeof import("#app/content/urls/slug.ts")>();
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
    left: [],
    source: null,
  }));
}

function siteOf(items: WxrItem[]): WxrSite {
  return {
    system: "WordPress",
    title: "Old",
    description: "",
    urls: ["https://old.example"],
    authors: new Map([["asha", "Asha Sen"]]),
    authorIds: new Map(),
    categories: [],
    tags: [],
    menus: [],
    items,
    strayCharacters: 0,
    left: [],
  };
}

function plan(count: number) {
  const items = posts(count, (at) => `Post ${at}`);
  const site = openOldSite(
    siteOf(items),
    chooseTitles(items, openReport()),
    openUploads(null, { ids: new Map(), hosts: new Set() }),
  );
  counted.pages = 0;
  const terms = planTerms(items, site, openReport());
  return { made: counted.pages, terms, site };
}

test("the addresses that are made of lists grow with the posts, and no faster", () => {
  const [few, many] = [plan(1000), plan(4000)];
  expect(few.made).toBeGreaterThan(0);
  expect(many.made).toBeLessThanOrEqual(4.1 * few.made);
  const { lists } = many.terms;
  expect(lists).toContainEqual({ from: "/author/asha/page/400", path: "/authors/Asha-Sen" });
  expect(lists).toContainEqual({ from: "/category/news/page/400", path: "/blog?category=News" });
  expect(lists).toContainEqual({ from: "/tag/rivers/page/400", path: "/blog?tag=Rivers" });
});

test("posts of one title are numbered without trying every number for each", () => {
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

test("links with a wrong day are looked up without going through all posts for each", () => {
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
  const book = openUrlMap(site, new Map(), terms.lists);
  const [from] = items;
  if (!from) throw new Error("There is no post.");
  read = 0;
  for (let at = 0; at < 100; at += 1) {
    const address = newAddress(`https://old.example/2001/01/post-${at}/`, from, site, book);
    expect(address).toBe(`/blog/Post-${at}`);
  }
  expect(read).toBeLessThanOrEqual(500);
});
