import { brotliCompressSync } from "node:zlib";
import { expect, test } from "../support/e2e.ts";
import { mobileConnection } from "../support/mobile-connection.ts";

const nodes = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    ([, json = ""]) => [JSON.parse(json)].flat(),
  );

test("every page has title, description, canonical address and image @once @engine", async ({
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
    const answer = await request.get(new URL(image).pathname);
    expect(answer.headers()["content-type"], image).toBe("image/png");
    const png = await answer.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], image).toEqual([1200, 630]);
  }
});

test("facts for search engines are there and can be read @once", async ({ request }) => {
  const typesOf = async (path: string) =>
    nodes(await (await request.get(path)).text()).map((node) => node["@type"]);
  expect(await typesOf("/")).toContain("Organization");
  expect(await typesOf("/services/Web-Development")).toEqual(
    expect.arrayContaining(["Service", "BreadcrumbList", "FAQPage"]),
  );
  expect(await typesOf("/blog/Why-our-estimates-have-two-numbers")).toEqual(
    expect.arrayContaining(["BlogPosting", "BreadcrumbList"]),
  );
  const [person] = nodes(await (await request.get("/authors/Mithila-Kalponik")).text());
  const [post] = nodes(await (await request.get("/blog/Why-our-estimates-have-two-numbers")).text());
  expect(person).toMatchObject({ "@type": "Person", name: "Mithila Kalponik" });
  expect(post.author).toMatchObject({ "@type": "Person", "@id": person["@id"], url: person.url });
  const [organization] = nodes(await (await request.get("/")).text()).filter(
    (node) => node["@type"] === "Organization",
  );
  expect(organization.location).toHaveLength(2);
});

test("O6 the feed has full text and absolute addresses @once @engine", async ({ page, request }) => {
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
  // Tests that publish posts move those of the sample out of the feed's twenty.
  expect(items.length).toBeGreaterThanOrEqual(14);
  let compared = 0;
  for (const { link, html } of items) {
    const answer = await request.get(link);
    // Other tests delete their posts meanwhile.
    if (answer.status() === 404) continue;
    compared += 1;
    const [words, pageWords] = await page.evaluate(
      (texts) =>
        texts.map((text) => {
          const doc = new DOMParser().parseFromString(text, "text/html");
          const paragraphs = (doc.querySelector("article .prose") ?? doc.body).querySelectorAll("p");
          return [...paragraphs].map((paragraph) => paragraph.textContent);
        }),
      [html, await answer.text()],
    );
    expect(words, link).toEqual(pageWords);
  }
  expect(compared).toBeGreaterThan(10);
});

test("icons, manifest and robots are there @once", async ({ request }) => {
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
  test(`a first visit is light: twelve requests, little script, ${path} @once`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", mobileConnection);
    const sizes: Promise<{ url: string; isScript: boolean; bytes: number }>[] = [];
    page.on("requestfinished", (one) => {
      // When the login asks whether somebody is signed in, or Google is there, is a matter of time.
      if (one.url().startsWith("data:") || one.url().startsWith(`${site}/api/auth/`)) return;
      // Whether a browser without a window wants the icon of its tab differs by its version.
      if (one.url() === `${site}/favicon.svg`) return;
      const isScript = one.resourceType() === "script";
      const size = one.sizes();
      sizes.push(
        size.then(({ responseBodySize, responseHeadersSize }) => ({
          url: one.url(),
          isScript,
          bytes: responseBodySize + responseHeadersSize,
        })),
      );
    });
    await page.goto(site + path, { waitUntil: "networkidle" });
    // Before its fonts load, a page is shorter, and a later picture may be fetched.
    const far = await page.evaluate(
      (ahead) =>
        [...document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')]
          .filter((one) => one.getBoundingClientRect().top > innerHeight + ahead)
          .map((one) => one.currentSrc),
      fetchedAhead,
    );
    const all = (await Promise.all(sizes)).filter(({ url }) => !far.includes(url));
    expect(all.length, all.map(({ url }) => url.slice(site.length)).join("\n")).toBeLessThanOrEqual(
      maxRequests,
    );
    const script = all.filter(({ isScript }) => isScript).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(script / 1024).toBeLessThanOrEqual(maxScript);
    const html = await (await context.request.get(site + path)).text();
    expect(brotliCompressSync(html).length / 1024).toBeLessThanOrEqual(maxHtml);
    await context.close();
  });

/** Pixels below the screen within which Chromium fetches lazy pictures on 4G. */
const fetchedAhead = 1250;

/** Pictures included that a phone on 4G fetches ahead. */
const maxRequests = 12;
/** KB (1,024 bytes) of a document as the cache keeps it, style included. */
const maxHtml = 24.5;

/** KB (1,024 bytes) of script as it comes over the line, heads of the answers included. */
const maxScript = 105;
