import { brotliCompressSync } from "node:zlib";
import { expect, test } from "../support/e2e.ts";
import { mobileConnection } from "../support/mobile-connection.ts";

const readStructuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    ([, json = ""]) => [JSON.parse(json)].flat(),
  );

test("every page has title, description, canonical URL and share image @once @engine", async ({
  request,
  site,
}) => {
  for (const path of [
    "/",
    "/services",
    "/services/Web-Development",
    "/media",
    "/clients",
    "/portfolio",
    "/about",
    "/contact",
    "/blog",
    "/blog/Why-our-estimates-have-two-numbers",
    "/authors",
    "/authors/Tithi-Oleek",
    "/terms",
    "/privacy",
    "/search",
    "/login",
    "/registration",
  ]) {
    const html = await (await request.get(path)).text();
    expect(html.match(/<title>[^<]{5,}<\/title>/g), path).toHaveLength(1);
    expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html, path).toContain(`<link rel="canonical" href="${site}${path}"`);
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
    const response = await request.get(new URL(image).pathname);
    expect(response.headers()["content-type"], image).toBe("image/png");
    const png = await response.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], image).toEqual([1200, 630]);
  }
});

test("pages have valid structured data @once", async ({ request }) => {
  const typesOf = async (path: string) =>
    readStructuredData(await (await request.get(path)).text()).map((node) => node["@type"]);
  expect(await typesOf("/")).toContain("Organization");
  expect(await typesOf("/services/Web-Development")).toEqual(
    expect.arrayContaining(["Service", "BreadcrumbList", "FAQPage"]),
  );
  expect(await typesOf("/blog/Why-our-estimates-have-two-numbers")).toEqual(
    expect.arrayContaining(["BlogPosting", "BreadcrumbList"]),
  );
  const [person] = readStructuredData(await (await request.get("/authors/Mithila-Kalponik")).text());
  const [post] = readStructuredData(
    await (await request.get("/blog/Why-our-estimates-have-two-numbers")).text(),
  );
  expect(person).toMatchObject({ "@type": "Person", name: "Mithila Kalponik" });
  expect(post.author).toMatchObject({ "@type": "Person", "@id": person["@id"], url: person.url });
  const [organization] = readStructuredData(await (await request.get("/")).text()).filter(
    (node) => node["@type"] === "Organization",
  );
  expect(organization.location).toHaveLength(2);
});

test("O6 the feed has full text and absolute URLs @once @engine", async ({ page, request }) => {
  const feed = await (await request.get("/blog/feed.xml")).text();
  expect(feed).toContain("<language>en</language>");
  // Trusted Types of the site prevent tests from parsing HTML.
  await page.goto("about:blank");
  const { items, parserError, relative } = await page.evaluate((xml) => {
    const doc = new DOMParser().parseFromString(xml, "application/xml");
    const all = [...doc.querySelectorAll("item")].map((item) => ({
      link: item.querySelector("link")?.textContent ?? "",
      html: item.getElementsByTagName("content:encoded")[0]?.textContent ?? "",
    }));
    return {
      items: all,
      parserError: doc.querySelector("parsererror")?.textContent ?? null,
      relative: all.filter(({ html }) => /(?:href|src)="\//.test(html)).length,
    };
  }, feed);
  expect(parserError).toBeNull();
  expect(relative).toBe(0);
  // Posts of other tests may replace sample posts among the 20 of the feed.
  expect(items.length).toBeGreaterThanOrEqual(14);
  let compared = 0;
  for (const { link, html } of items) {
    const response = await request.get(link);
    // Another test may have deleted its post.
    if (response.status() === 404) continue;
    compared += 1;
    const [feedParagraphs, pageParagraphs] = await page.evaluate(
      (texts) =>
        texts.map((text) => {
          const doc = new DOMParser().parseFromString(text, "text/html");
          const paragraphs = (doc.querySelector("article .prose") ?? doc.body).querySelectorAll("p");
          return [...paragraphs].map((paragraph) => paragraph.textContent);
        }),
      [html, await response.text()],
    );
    expect(feedParagraphs, link).toEqual(pageParagraphs);
  }
  expect(compared).toBeGreaterThan(10);
});

test("icons, manifest and robots.txt are served @once", async ({ request }) => {
  const manifest = await (await request.get("/site.webmanifest")).json();
  for (const { src } of manifest.icons)
    expect((await request.get(src)).headers()["content-type"], src).toBe("image/png");
  expect((await request.get("/favicon.svg")).headers()["content-type"]).toMatch(/svg/);
  expect((await request.get("/favicon.ico")).headers()["content-type"]).toMatch(/icon/);
  expect(await (await request.get("/robots.txt")).text()).toContain("Sitemap: ");
});

test("account pages are indexed, personal pages are not @once", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  for (const path of ["/login", "/registration"]) {
    expect(await (await request.get(path)).text(), path).not.toContain("noindex");
    expect(robots).not.toContain(`Disallow: ${path}`);
  }
  for (const path of [
    "/login/second-step",
    "/registration?sent=1",
    "/reset-password",
    "/verify-email?token=x",
  ])
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex"');
  expect(robots).toContain("Disallow: /myprofile");
});

const firstVisits = [
  "/",
  "/services",
  "/services/Web-Development",
  "/media",
  "/media/Open-desk%2C-first-Saturday-of-the-month",
  "/clients",
  "/portfolio",
  "/portfolio/A-bookshop-in-two-scripts",
  "/about",
  "/contact",
  "/calltoaction",
  "/blog",
  "/blog/A-page-of-figures-you-can-check-yourself",
  "/authors",
  "/authors/Tithi-Oleek",
  "/search",
  "/search?q=web",
  "/terms",
  "/privacy",
  "/login",
  "/registration",
  "/reset-password",
  "/newsletter",
  "/newsletter/archive",
  "/no-such-page",
];
for (const path of firstVisits)
  test(`a first visit to ${path} stays within the weight limits @once`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", mobileConnection);
    const sizes: Promise<{ url: string; isScript: boolean; bytes: number }>[] = [];
    page.on("requestfinished", (request) => {
      // The sign-in page sends these at varying times.
      if (request.url().startsWith("data:") || request.url().startsWith(`${site}/api/auth/`)) return;
      // Only some versions of headless Chromium request the favicon.
      if (request.url() === `${site}/favicon.svg`) return;
      const isScript = request.resourceType() === "script";
      const transferSizes = request.sizes();
      sizes.push(
        transferSizes.then(({ responseBodySize, responseHeadersSize }) => ({
          url: request.url(),
          isScript,
          bytes: responseBodySize + responseHeadersSize,
        })),
      );
    });
    await page.goto(site + path, { waitUntil: "networkidle" });
    // A page is shorter before its fonts load, so Chromium may fetch distant pictures.
    const distantPictures = await page.evaluate(
      (margin) =>
        [...document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')]
          .filter((image) => image.getBoundingClientRect().top > innerHeight + margin)
          .map((image) => image.currentSrc),
      lazyLoadMargin,
    );
    const all = (await Promise.all(sizes)).filter(({ url }) => !distantPictures.includes(url));
    expect(all.length, all.map(({ url }) => url.slice(site.length)).join("\n")).toBeLessThanOrEqual(
      maxRequests,
    );
    // KB (1,024 bytes) as transferred, response headers included.
    const script = all.filter(({ isScript }) => isScript).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(script / 1024).toBeLessThanOrEqual(loginPages.includes(path) ? 85 : 20);
    const html = await (await context.request.get(site + path)).text();
    expect(brotliCompressSync(html).length / 1024).toBeLessThanOrEqual(maxHtml);
    await context.close();
  });

/** Pixels below the screen within which Chromium fetches lazy pictures on 4G. */
const lazyLoadMargin = 1250;

/** Maximum requests, including lazy pictures that a phone on 4G fetches. */
const maxRequests = 10;
/** Maximum KB (1,024 bytes) of a compressed document, inline styles included. */
const maxHtml = 24.5;

/** Pages that load React for the sign-in methods and the login. */
const loginPages = ["/login", "/registration"];
