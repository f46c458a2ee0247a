import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, seenBefore, test } from "../support/e2e.ts";

interface Found {
  links: string[];
  pictures: string[];
  /** Ids that a link of the page may target. */
  places: string[];
}

/** @param address the page's own, which its links go out from */
function findAddresses(html: string, address: string): Found {
  const found: Found = { links: [], pictures: [], places: [] };
  const full = (href: string) => new URL(href, address).href;
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (!("attrs" in node)) return;
    const {
      href,
      src,
      srcset = "",
      id,
    } = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    if (id !== undefined) found.places.push(id);
    if (node.tagName === "a" && href !== undefined) found.links.push(full(href));
    if (node.tagName === "img") {
      const sizes = srcset.split(",").map((part) => part.trim().split(" ")[0] ?? "");
      found.pictures.push(...[src ?? "", ...sizes].filter((one) => one !== "").map(full));
    }
    node.childNodes.forEach(visit);
  };
  parse(html).childNodes.forEach(visit);
  return found;
}

test("no link or picture is broken and no errors occur @once @engine", async ({
  page,
  request,
  site,
  engine,
}) => {
  test.setTimeout(300_000);
  await seenBefore(page);
  const waiting = ["/"];
  const known = new Set(waiting);
  const shown = new Set<string>();
  const broken: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { pathname, searchParams } = new URL(path, site);
    // One list with one filter is drawn like the next; the other engine changes nothing that a browser does.
    const shape = `${pathname}?${[...searchParams.keys()].join()}`;
    const isShown = shown.size === 0 || (engine === "sqlite" && !shown.has(shape));
    const answer = isShown ? await page.goto(path, { waitUntil: "load" }) : await request.get(path);
    if (answer?.status() !== 200) broken.push(`${path} ${answer?.status()}`);
    if (isShown) shown.add(shape);
    const html = isShown ? await page.content() : await answer?.text();
    const { links, pictures, places } = findAddresses(html ?? "", site + path);
    for (const href of links) {
      const url = new URL(href, site);
      if (url.origin !== site || url.pathname.startsWith("/files/")) continue;
      const place = decodeURIComponent(url.hash.slice(1));
      if (place !== "" && url.pathname === pathname && !places.includes(place))
        broken.push(`${path} has no place ${url.hash}`);
      const next = url.pathname + url.search;
      if (known.has(next)) continue;
      known.add(next);
      if (/\.(xml|webmanifest|txt|ics)$/.test(url.pathname))
        broken.push(...((await request.get(next)).ok() ? [] : [next]));
      else waiting.push(next);
    }
    for (const src of pictures.filter((address) => address.startsWith(site) && !known.has(address))) {
      known.add(src);
      if (!(await request.get(src)).ok()) broken.push(`${path} picture ${src}`);
    }
  }
  expect(broken).toEqual([]);
  expect(known.size).toBeGreaterThan(60);
});

test("the sitemap lists only existing pages @once @engine", async ({ request }) => {
  const read = async (address: string) =>
    [...(await (await request.get(new URL(address).pathname)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, found]) => readXml(found ?? ""),
    );
  const index = await (await request.get("/sitemap.xml")).text();
  const maps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found]) => found ?? "");
  const pages = (await Promise.all(maps.map(read))).flat();
  expect(pages.length).toBeGreaterThan(40);
  for (const address of pages)
    expect((await request.get(new URL(address).pathname, { maxRedirects: 0 })).status(), address).toBe(200);
});

function readXml(text: string): string {
  return text.replaceAll("&apos;", "'").replaceAll("&amp;", "&");
}
