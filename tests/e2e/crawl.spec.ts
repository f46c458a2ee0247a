import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, skipSplash, test } from "../support/e2e.ts";

interface Found {
  links: string[];
  pictures: string[];
  /** Ids that a link of the page may target. */
  anchors: string[];
}

/** @param address of the page, the base of relative links */
function findAddresses(html: string, address: string): Found {
  const found: Found = { links: [], pictures: [], anchors: [] };
  const resolve = (href: string) => new URL(href, address).href;
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (!("attrs" in node)) return;
    const {
      href,
      src,
      srcset = "",
      id,
    } = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    if (id !== undefined) found.anchors.push(id);
    if (node.tagName === "a" && href !== undefined) found.links.push(resolve(href));
    if (node.tagName === "img") {
      const sizes = srcset.split(",").map((part) => part.trim().split(" ")[0] ?? "");
      found.pictures.push(...[src ?? "", ...sizes].filter((address) => address !== "").map(resolve));
    }
    node.childNodes.forEach(visit);
  };
  parse(html).childNodes.forEach(visit);
  return found;
}

test("links and pictures work and pages cause no errors @once @engine", async ({
  page,
  request,
  site,
  engine,
}) => {
  test.setTimeout(300_000);
  await skipSplash(page);
  const queue = ["/"];
  const known = new Set(queue);
  const renderedShapes = new Set<string>();
  const broken: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const { pathname, searchParams } = new URL(path, site);
    // Lists with the same filters render alike, and the engine does not affect the browser.
    const shape = `${pathname}?${[...searchParams.keys()].join()}`;
    const isRendered = renderedShapes.size === 0 || (engine === "sqlite" && !renderedShapes.has(shape));
    const response = isRendered ? await page.goto(path, { waitUntil: "load" }) : await request.get(path);
    if (response?.status() !== 200) broken.push(`${path} ${response?.status()}`);
    if (isRendered) renderedShapes.add(shape);
    const html = isRendered ? await page.content() : await response?.text();
    const { links, pictures, anchors } = findAddresses(html ?? "", site + path);
    for (const href of links) {
      const url = new URL(href, site);
      if (url.origin !== site || url.pathname.startsWith("/files/")) continue;
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor !== "" && url.pathname === pathname && !anchors.includes(anchor))
        broken.push(`${path} has no anchor ${url.hash}`);
      const next = url.pathname + url.search;
      if (known.has(next)) continue;
      known.add(next);
      if (/\.(xml|webmanifest|txt|ics)$/.test(url.pathname))
        broken.push(...((await request.get(next)).ok() ? [] : [next]));
      else queue.push(next);
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
  const sitemaps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found]) => found ?? "");
  const pages = (await Promise.all(sitemaps.map(read))).flat();
  expect(pages.length).toBeGreaterThan(40);
  for (const address of pages)
    expect((await request.get(new URL(address).pathname, { maxRedirects: 0 })).status(), address).toBe(200);
});

function readXml(text: string): string {
  return text.replaceAll("&apos;", "'").replaceAll("&amp;", "&");
}
