import { expect, seenBefore, test } from "../support/e2e.ts";

test("every link of the site leads somewhere, every picture is there, and the browser has nothing to say @once @engine", async ({
  page,
  request,
  site,
}) => {
  test.setTimeout(300_000);
  await seenBefore(page);
  const waiting = ["/"];
  const known = new Set(waiting);
  const broken: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await page.goto(path, { waitUntil: "load" });
    if (answer?.status() !== 200) broken.push(`${path} ${answer?.status()}`);
    const { links, pictures } = await page.evaluate(() => ({
      links: [...document.querySelectorAll("a[href]")].map((link) => (link as HTMLAnchorElement).href),
      pictures: [...document.querySelectorAll("img")].flatMap((image) => [
        image.src,
        ...image.srcset.split(",").map((part) => part.trim().split(" ")[0] ?? ""),
      ]),
    }));
    for (const href of links) {
      const url = new URL(href, site);
      if (url.origin !== site || url.pathname.startsWith("/files/")) continue;
      if (
        url.hash &&
        url.pathname === new URL(path, site).pathname &&
        !(await page.locator(`[id="${decodeURIComponent(url.hash.slice(1))}"]`).count())
      )
        broken.push(`${path} has no place ${url.hash}`);
      const next = url.pathname + url.search;
      if (known.has(next)) continue;
      known.add(next);
      if (/\.(xml|webmanifest|txt)$/.test(url.pathname))
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

test("the map for search engines lists only pages that are there @once @engine", async ({ request }) => {
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
