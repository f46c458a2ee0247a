import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";

test("a visitor goes from home to a service, then contact @phone @engine", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Web Development/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/services\/Web-Development$/);
  await expect(page.getByRole("heading", { level: 1, name: "Web Development" })).toBeFocused();
  await page.getByRole("main").locator('a[href^="/contact?service="]').first().click();
  await expect(page).toHaveURL(/\/contact\?service=Web/);
  await expect(page.getByLabel("Service of interest")).toHaveValue("Web Development");
});

test("an FAQ answer opens by keyboard @desktop", async ({ page }) => {
  await open(page, "/services/Web-Development");
  const question = page.locator("main details").nth(1);
  await question.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(question.locator("p").first()).toBeVisible();
});

test("the category filter of the blog survives a reload @desktop @engine", async ({ page }) => {
  await open(page, "/blog");
  await page
    .getByRole("navigation", { name: "Categories" })
    .getByRole("link", { name: /^Design/ })
    .click();
  await expect(page).toHaveURL(/category=Design/);
  await expect(page.getByRole("status").first()).toHaveText(/3 posts/);
  await page.reload();
  await expect(page.locator(".list li")).toHaveCount(3);
});

test("blog pagination leads to older posts and back @phone @engine", async ({ page }) => {
  await open(page, "/blog");
  await page.getByRole("link", { name: /Older posts/ }).click();
  await expect(page).toHaveURL(/after=/);
  expect(await page.locator(".list li").count()).toBeGreaterThan(0);
  await page.getByRole("link", { name: /Newer posts/ }).click();
  await expect(page.locator(".list li").first()).toBeVisible();
  await expect(page).toHaveURL(/before=/);
});

test("search matches word prefixes in English and Bangla @desktop @engine", async ({ page }) => {
  await open(page, "/search");
  await page.getByRole("main").getByRole("searchbox").fill("weighb");
  await page.getByRole("main").getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/q=weighb/);
  await expect(page.locator("mark").first()).toHaveText(/^weighb/i);
  await page.goto(`/search?q=${encodeURIComponent("ওয়েব")}`);
  await expect(page.locator(".results li, ol li").first()).toBeVisible();
});

test("the search icon focuses the search field @desktop", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("mobile app");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=mobile/);
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("App Development");
});

test("a query with an unknown word returns other results @desktop @engine", async ({ page }) => {
  await open(page, "/search?q=website+zzzz");
  await expect(page.getByRole("status").first()).toContainText("some words of “website zzzz”");
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Web Development");
});

for (const [path, filters, found] of [
  ["/portfolio", "Filter by category", /^\d+ of \d+ case studies$/],
  ["/clients", "Filter by industry", /^\d+ compan(y|ies)$/],
  ["/media", "Kind of news", /^\d+ items?$/],
] as const)
  test(`the filters of ${path} announce the number of results @desktop`, async ({ page }) => {
    await open(page, path);
    const status = page.getByRole("main").getByRole("status");
    await expect(status).toHaveText(found);
    const before = await status.textContent();
    await page.getByRole("navigation", { name: filters }).getByRole("link").nth(1).click();
    await expect(status).not.toHaveText(before ?? "");
    await expect(status).toHaveText(found);
  });

test("a Bangla post has the language bn and Bangla fonts @phone", async ({ page }) => {
  await open(page, "/blog");
  await page
    .getByRole("link", { name: /বাংলা হরফে/ })
    .first()
    .click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveAttribute("lang", "bn");
  await expect(page.locator(".prose")).toHaveAttribute("lang", "bn");
  // Each weight has its own file, and the Latin fonts contain the taka sign.
  for (const text of ["main h1", ".prose h2", ".prose p", ".prose th", ".prose td"])
    await expect.poll(() => listSystemFonts(page, text), text).toEqual([]);
});

test("only Bangla pages declare Bangla fonts in inline styles @once", async ({ page, site }) => {
  // Reads the sitemap, because posts of other tests may move this one off page one.
  const sitemap = await (await page.request.get(`${site}/sitemaps/blog-1.xml`)).text();
  const [banglaPath = ""] = new RegExp(`${encodeURI("/blog/বাংলা-হরফে")}[^<]*`).exec(sitemap) ?? [];
  const styleOf = async (path: string) => {
    const html = await (await page.request.get(site + path)).text();
    return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join("");
  };
  expect(await styleOf(banglaPath)).toContain("anek-bangla");
  expect(await styleOf("/blog")).toContain("anek-latin");
  expect(await styleOf("/blog")).not.toContain("anek-bangla");
});

test("Bangla titles on English pages load their font after first paint @phone", async ({ page }) => {
  await open(page, "/blog");
  const title = page.locator('main h2[lang="bn"]').first();
  await title.scrollIntoViewIfNeeded();
  await expect.poll(() => listSystemFonts(page, 'main h2[lang="bn"]')).toEqual([]);
  const isAfterFirstPaint = await page.evaluate(() => {
    const [firstPaint] = performance.getEntriesByName("first-contentful-paint");
    const banglaFonts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("anek-bangla"));
    return banglaFonts.map(
      ({ startTime }) => startTime > (firstPaint?.startTime ?? Number.POSITIVE_INFINITY),
    );
  });
  expect(isAfterFirstPaint).toContain(true);
  expect(isAfterFirstPaint).not.toContain(false);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Bangla titles on English pages use the Bangla font @phone", async ({ page, site }) => {
    await page.goto(`${site}/blog`);
    await expect.poll(() => listSystemFonts(page, 'main h2[lang="bn"]')).toEqual([]);
  });
});

/** Lists system fonts that render these elements, or reports that Anek Bangla is unused. */
async function listSystemFonts(page: Page, selector: string): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("DOM.enable");
  await browser.send("CSS.enable");
  const { root } = await browser.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await browser.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  const fontsByNode = await Promise.all(
    nodeIds.map((nodeId) => browser.send("CSS.getPlatformFontsForNode", { nodeId })),
  );
  await browser.detach();
  if (!fontsByNode.some(({ fonts }) => fonts.some(({ familyName }) => familyName.startsWith("Anek Bangla"))))
    return ["Anek Bangla is unused"];
  return fontsByNode.flatMap(({ fonts }) =>
    fonts.flatMap(({ isCustomFont, familyName }) => (isCustomFont ? [] : [familyName])),
  );
}

test("post text is sent once and survives hydration and navigation @once", async ({ page, request }) => {
  const sentence = "in the yard at seven each morning";
  const path = "/blog/Six-questions-to-ask-before-you-sign-with-us";
  const html = await (await request.get(path)).text();
  expect(html.split(sentence)).toHaveLength(2);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await open(page, path);
  const text = page.locator(".prose");
  await expect(text).toContainText(sentence);
  await page.getByRole("link", { name: /Moving 1\.2 million rows/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Moving 1\.2 million rows/);
  await expect(text).not.toContainText(sentence);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Six questions/);
  await expect(text).toContainText(sentence);
  expect(errors).toEqual([]);
});

test("a page changed by a browser translator keeps its content @once", async ({ browser, site }) => {
  await using context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      document.querySelector("h1")?.replaceChildren(document.createElement("font"));
    });
  });
  await open(page, "/portfolio/One-sign-for-42-pharmacies");
  await expect(page.locator("h1 font")).toHaveCount(1);
  const chapters = page.locator(".chapter");
  await expect(chapters.nth(0)).toContainText("Forty-two branches had been bought");
  await expect(chapters.nth(1)).toContainText("The word carries the sign");
  await expect(chapters.nth(2)).toContainText("Seventeen of twenty passers-by");
  await expect(page.locator(".cover.mat > svg")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("Our Offices");
  await expect(page.getByRole("complementary", { name: "Quick contact" })).toContainText("WhatsApp");
});

test("links in a post's table of contents scroll to sections @desktop", async ({ page }) => {
  await open(page, "/blog/Why-our-estimates-have-two-numbers");
  const link = page.getByRole("navigation", { name: "In this post" }).getByRole("link").nth(1);
  await link.click();
  await expect(
    page.locator(`h2[id="${decodeURIComponent(((await link.getAttribute("href")) ?? "").slice(1))}"]`),
  ).toBeInViewport();
});

test("a gallery works by keyboard and returns the focus @desktop", async ({ page }) => {
  await open(page, "/media/Two-scripts%2C-five-pictures");
  const picture = page.locator("a:has(img)[href*='/files/']").first();
  await picture.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const displayed = dialog.getByRole("img");
  const first = await displayed.getAttribute("src");
  await page.keyboard.press("ArrowRight");
  await expect(displayed).not.toHaveAttribute("src", first ?? "");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(picture).toBeFocused();
});

test("the main picture is requested first and once @phone", async ({ page }) => {
  await open(page, "/portfolio/One-sign-for-42-pharmacies");
  const source = await page.locator("main picture > img").first().getAttribute("src");
  const folder = source?.replace(/[^/]+$/, "") ?? "";
  const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const pictures = fetched.filter((address) => /\/files\/|\/weave\/|\.woff2$/.test(address));
  expect(pictures[0]).toContain(folder);
  expect(fetched.filter((address) => address.includes(folder))).toHaveLength(1);
});

test.describe("on a high-density screen", () => {
  test.use({ deviceScaleFactor: 2 });

  const paths = [
    "/",
    "/media",
    "/media/Two-scripts%2C-five-pictures",
    "/portfolio",
    "/portfolio/One-sign-for-42-pharmacies",
    "/services/Web-Development",
  ];

  // Each path has its own test, because browsers reuse larger cached files.
  for (const path of [...paths, "/blog"])
    test(`pictures are not fetched larger than displayed: ${path}`, async ({ page }) => {
      await open(page, path);
      await scrollThrough(page);
      const pictures = await page.evaluate(measurePictures);
      expect(pictures.length).toBeGreaterThan(0);
      // Tolerates files up to 30% wider than needed.
      expect(pictures.filter(({ fetched, sufficient }) => fetched > sufficient * 1.3)).toEqual([]);
    });

  test("each picture fits its container at every width @desktop", async ({ page }) => {
    for (const path of paths) {
      await open(page, path);
      for (const width of [360, 412, 600, 768, 1024, 1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => {
          for (const image of document.querySelectorAll("img")) image.loading = "eager";
        });
        await expectPicturesLoaded(page);
        // After a change of the width, Chromium applies \`sizes\` later.
        await expect.poll(() => page.evaluate(findMisplacedPictures), `${path} at ${width}`).toEqual([]);
      }
    }
  });
});

/** Lists pictures that overflow their container, or are smaller in both dimensions because of a wrong `sizes`. */
function findMisplacedPictures() {
  const pictures = document.querySelectorAll<HTMLImageElement>(
    "main :is(.mat, .shots .weave) > picture > img",
  );
  return [...pictures].flatMap((image) => {
    const container = image.parentElement?.getBoundingClientRect();
    const { width, height } = image.getBoundingClientRect();
    // Small pictures are not upscaled.
    const isSmall = Number(image.getAttribute("width")) < 1280;
    if (!container || container.width === 0 || isSmall) return [];
    const isFilled = width >= container.width - 1.5 || height >= container.height - 1.5;
    const isInside = width <= container.width + 1.5 && height <= container.height + 1.5;
    return isFilled && isInside ? [] : [{ sizes: image.sizes, width, height, container }];
  });
}

/** Lists fetched pictures with the width of their file and of the smallest sufficient file, with a 10% margin. */
function measurePictures() {
  return [...document.querySelectorAll<HTMLImageElement>("main picture > img")].flatMap((image) => {
    const { width, height } = image.getBoundingClientRect();
    const fetched = Number(/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]);
    if (!fetched || width === 0) return [];
    // A cropped picture renders larger than its container.
    const isCropped = getComputedStyle(image).objectFit === "cover";
    const rendered = isCropped ? Math.max(width, (height * image.naturalWidth) / image.naturalHeight) : width;
    const widths = image.srcset
      .split(",")
      .map((candidate) => Number(candidate.trim().split(" ")[1]?.replace("w", "")));
    const needed = rendered * devicePixelRatio;
    const sufficient = widths.find((candidate) => candidate >= needed * 1.1) ?? Math.max(...widths);
    return [{ sizes: image.sizes, alt: image.alt.slice(0, 40), rendered, fetched, sufficient }];
  });
}

async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 500) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await page.waitForTimeout(50);
  }
  await expectPicturesLoaded(page);
}

async function expectPicturesLoaded(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>("main picture > img")].every(
          // Hidden pictures, such as portraits on phones, are never fetched.
          (image) => image.getClientRects().length === 0 || image.complete,
        ),
      ),
    )
    .toBe(true);
}

test("a video loads nothing from its host before a click @phone", async ({ page, site }) => {
  const externalRequests: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== site) externalRequests.push(request.url());
  });
  await page.route(/youtube|vimeo/, (route) =>
    route.fulfill({ body: "<title>player</title>", contentType: "text/html" }),
  );
  await open(page, "/media?type=video");
  await page.locator("main ol a").first().click();
  const play = page.getByRole("link", { name: /Play the video/ });
  await expect(play).toBeVisible();
  expect(externalRequests).toEqual([]);
  await play.click();
  await expect(page.locator("iframe[src^='https://www.youtube-nocookie.com/']")).toBeVisible();
});

test("a URL in another case redirects to the correct one @desktop @engine", async ({ page, request }) => {
  const response = await request.get("/services/web-development", { maxRedirects: 0 });
  expect(response.status()).toBe(308);
  expect(response.headers().location).toBe("/services/Web-Development");
  await page.goto("/services/ui%2Fux-design");
  await expect(page).toHaveURL(/\/services\/UI%2FUX-Design$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("UI/UX Design");
});

test("an unknown URL returns 404 and links to other pages @desktop @engine", async ({ page }) => {
  const response = await page.goto("/this/was/never/here");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /What we make/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a failed navigation keeps the current page and offers a retry @phone", async ({ page }) => {
  const unavailable = { status: 503, body: "Temporarily unavailable" };
  await page.route("**/services/*", (route) => route.fulfill(unavailable));
  await open(page, "/");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Web Development/ })
    .first()
    .click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The page didn’t load.");
  await expect(page).toHaveURL("/");
  await page.unroute("**/services/*");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Web Development");
  await expect(alert).toHaveCount(0);
});

test("a link that redirects to another site opens that site @desktop", async ({ page }) => {
  await open(page, "/about");
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  await page.route("**/moved-away", (route) =>
    route.fulfill({ status: 302, headers: { location: "https://elsewhere.example/" } }),
  );
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>("#main a");
    if (link) link.href = "/moved-away";
    link?.click();
  });
  await page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().includes("moved-away"),
  );
  await expect(page.getByRole("alert")).toHaveCount(0);
});
