import type { APIRequestContext, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { findViolations } from "../support/axe.ts";
import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

const viewerOf = (page: Page, name = "Pictures") => page.getByRole("dialog", { name });
const largeIn = (viewer: Locator) => viewer.locator(".large:not([hidden]) picture img");

interface Drawn {
  width: number;
  height: number;
  alt: string;
  /** From 0, nothing to be seen, to 1. */
  alpha?: number;
}

const alts = new Map<string, string>();

async function addPicture(request: APIRequestContext, site: string, drawn: Drawn): Promise<string> {
  const { width, height, alt, alpha = 1 } = drawn;
  const hue = Math.floor(Math.random() * 200);
  const background = { r: hue, g: 80, b: 255 - hue, alpha };
  const buffer = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  const answer = await request.post("/api/files", {
    multipart: { file: { name: "drawn.png", mimeType: "image/png", buffer }, alt },
    headers: { origin: site },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const id: string = (await answer.json()).files[0].file._id;
  alts.set(id, alt);
  return id;
}

/** Publishes a post with a gallery of these pictures; answers its path and its id. */
async function publishGallery(
  page: Page,
  site: string,
  post: { title: string; text?: string; body?: string; files: string[] },
) {
  await enter(page, site);
  const pictures = post.files.map((id) => `![${alts.get(id)}](${id})`).join("\n\n");
  const markdown = `${post.text ?? "Seen on the river."}\n\n<gallery>\n\n${pictures}\n\n</gallery>\n\n${post.body ?? ""}`;
  const made = await page.request.post("/api/blogs", {
    data: {
      title: `${post.title} ${Math.random().toString(36).slice(2, 8)}`,
      summary: post.text ?? "For the viewer",
      body: { markdown },
    },
    headers: { origin: site },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { _id } = await made.json();
  const answer = await page.request.post(`/api/blogs/${_id}/publish`, {
    data: { reason: "For the test" },
    headers: { origin: site },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { slug } = await (await page.request.get(`/api/blogs/${_id}`)).json();
  return { path: `/blog/${encodeURIComponent(slug)}`, id: _id as string };
}

/** Keeps the post out of the feed of other tests. */
async function putAway(page: Page, site: string, id: string): Promise<void> {
  const answer = await page.request.delete(`/api/blogs/${id}`, { headers: { origin: site } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const caseStudy = "/portfolio/A-rice-mill-that-knows-what-is-in-the-silo";
const mediaGallery = "/media/Two-scripts%2C-five-pictures";
/** Its pictures: the cover, which is the first of them, and the others. */
const inGallery = ".cover-link, .shots > a";

test("keys change the picture, and a click outside closes @desktop", async ({ page }) => {
  await open(page, mediaGallery);
  const links = page.locator(inGallery);
  const count = await links.count();
  await links.nth(1).click();
  const viewer = viewerOf(page);
  await expect(viewer.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(viewer).toContainText(`Picture ${count} of ${count}`);
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText(`Picture 1 of ${count}`);
  await page.keyboard.press("ArrowLeft");
  await expect(viewer).toContainText(`Picture ${count} of ${count}`);
  await page.keyboard.press("Home");
  await expect(viewer).toContainText(`Picture 1 of ${count}`);
  await largeIn(viewer).click();
  await expect(viewer).toBeVisible();
  // The keys may be quicker than the second tap of a double one, in whose time no click closes.
  await expect(async () => {
    await viewer.locator(".stage").click({ position: { x: 3, y: 3 }, timeout: 1000 });
    await expect(viewer).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(links.nth(1)).toBeFocused();
});

test("Back closes the viewer and every history entry works", async ({ page }) => {
  await page.addInitScript(() => {
    const steps: boolean[] = [];
    Reflect.set(window, "steps", steps);
    addEventListener("popstate", ({ state }) => steps.push(Boolean(state?.isOverlay)), { capture: true });
  });
  await open(page, "/portfolio");
  await page.locator(`main a[href="${caseStudy}"]`).first().click();
  await expect(page).toHaveURL(caseStudy);
  const link = page.locator(inGallery).first();
  const viewer = viewerOf(page);
  const heading = "A rice mill that knows what is in the silo";
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".data")) requests.push(request.url());
  });

  await link.click();
  await expect(viewer).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(caseStudy);
  await expect(link).toBeFocused();

  // Forward opens no viewer and starts no navigation.
  await page.evaluate(() => history.forward());
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "steps"))).toEqual([false, true, false]);
  await expect(viewer).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);

  await link.click();
  await expect(viewer).toBeVisible();
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(viewer).toBeHidden();
  await link.click();
  await expect(viewer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  expect(requests).toEqual([]);

  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/portfolio");
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(caseStudy);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
});

test("reloading with the viewer open keeps the history correct @desktop", async ({ page }) => {
  await open(page, "/portfolio");
  await page.goto(caseStudy);
  const link = page.locator(inGallery).first();
  const viewer = viewerOf(page);
  await waitForScripts(page);
  await link.click();
  await expect(viewer).toBeVisible();
  await page.reload();
  await page.waitForFunction(() => !history.state?.isOverlay);
  await expect(viewer).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/portfolio");
});

test("a swipe changes the picture, scrolling and short touches do not @phone", async ({ page }) => {
  await open(page, mediaGallery);
  const count = await page.locator(inGallery).count();
  await page.locator(inGallery).first().tap();
  const viewer = viewerOf(page);
  await expect(viewer).toContainText(`Picture 1 of ${count}`);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (from: [number, number], to: [number, number]) => {
    const point = ([x, y]: [number, number]) => [{ x, y }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
    for (const share of [0.3, 0.6, 1]) {
      const between: [number, number] = [
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
      ];
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(between) });
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe([300, 300], [60, 310]);
  await expect(viewer).toContainText(`Picture 2 of ${count}`);
  await swipe([60, 300], [300, 290]);
  await expect(viewer).toContainText(`Picture 1 of ${count}`);
  await swipe([200, 200], [190, 420]);
  await swipe([200, 300], [185, 300]);
  await expect(viewer).toContainText(`Picture 1 of ${count}`);
  expect(await viewer.locator(".stage").evaluate((stage) => getComputedStyle(stage).touchAction)).toBe(
    "pan-y pinch-zoom",
  );
  expect(await findViolations(page)).toEqual([]);
});

test("the viewer loads on hover, not with the page @desktop", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await open(page, mediaGallery);
  const ofViewer = () => requests.filter((path) => /\/viewer[\w-]*\.(js|css)$/.test(path));
  expect(ofViewer()).toEqual([]);
  await page.locator(inGallery).first().hover();
  await expect.poll(() => ofViewer().length).toBe(2);
});

test("the small picture stays until the large one has loaded @desktop", async ({ page }) => {
  await open(page, mediaGallery);
  const link = page.locator(inGallery).nth(1);
  await expect
    .poll(() => link.locator("picture img").evaluate((one: HTMLImageElement) => one.complete))
    .toBe(true);
  const seen = await link.locator("picture img").evaluate((one: HTMLImageElement) => one.currentSrc);
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await link.hover();
  await page.route("**/files/**", async (route) => {
    if (route.request().url() !== seen) await isLetThrough;
    await route.continue();
  });
  await link.click();
  const viewer = viewerOf(page);
  const small = viewer.locator(".large:not([hidden]) .small");
  await expect(small).toBeVisible();
  await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(viewer.locator(".large")).toHaveCount(1);
  letThrough();
  await expect(small).toHaveCount(0);
  await expect(viewer.locator(".large")).toHaveCount(3);
});

test("of two pictures clicked while the viewer loads, the last opens", async ({ page }) => {
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/assets/viewer-*.js", (route) => isLetThrough.then(() => route.continue()));
  await open(page, "/portfolio/One-sign-for-42-pharmacies");
  const galleries = page.locator(".shots");
  await galleries.nth(0).locator("a").click();
  await galleries.nth(1).locator("a").click();
  letThrough();
  const viewer = viewerOf(page);
  await expect(viewer).toContainText("Picture 3 of 3");
  await expect(page.locator("dialog.viewer")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.viewer")).toHaveCount(0);
  await expect(galleries.nth(1).locator("a")).toBeFocused();
});

test("a picture that is tapped twice stays open @phone", async ({ page }) => {
  await open(page, mediaGallery);
  const link = page.locator(inGallery).nth(1);
  const viewerSheet = page.waitForResponse("**/viewer*.css");
  await link.dispatchEvent("pointerover");
  await viewerSheet;
  // Near the top of the screen, where the area next to the large picture is empty.
  await link.evaluate((one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 80));
  for (let times = 0; times < 2; times += 1) {
    await page.touchscreen.tap(180, 110);
    await page.waitForTimeout(100);
  }
  const viewer = viewerOf(page);
  await expect(viewer).toContainText("Picture 2 of 5");
  await page.waitForTimeout(500);
  await expect(viewer).toBeVisible();
  await page.touchscreen.tap(180, 110);
  await expect(viewer).toBeHidden();
});

test("a navigation that ends after the viewer opened needs one Back @desktop", async ({ page }) => {
  await open(page, mediaGallery);
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/about", (route) => isLetThrough.then(() => route.continue()));
  await page.locator('.foot a[href="/about"]').click();
  await page.locator(inGallery).first().click();
  await expect(viewerOf(page)).toBeVisible();
  letThrough();
  await expect(page).toHaveURL("/about");
  await expect(viewerOf(page)).toHaveCount(0);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).not.toHaveText("Two scripts, five pictures");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(mediaGallery);
  await expect(heading).toHaveText("Two scripts, five pictures");
  expect(await page.evaluate(() => history.state?.isOverlay)).toBeUndefined();
});

test("a picture tapped offline opens after reconnecting @phone", async ({ page, context }) => {
  await open(page, mediaGallery);
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  await context.setOffline(true);
  await page.locator(inGallery).first().click();
  await expect(page.getByRole("alert")).toContainText("You’re offline.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two scripts, five pictures");
  await context.setOffline(false);
  await expect(viewerOf(page)).toContainText("Picture 1 of 5");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the small picture stays offline until the large one loads @desktop", async ({ page, context }) => {
  await open(page, mediaGallery);
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  const link = page.locator(inGallery).nth(1);
  const seen = link.locator("picture img");
  await expect.poll(() => seen.evaluate((one: HTMLImageElement) => one.complete)).toBe(true);
  const small = await seen.evaluate((one: HTMLImageElement) => one.currentSrc);
  await page.route("**/files/**", (route) =>
    route.request().url() === small ? route.continue() : route.abort("internetdisconnected"),
  );
  await link.click();
  const viewer = viewerOf(page);
  const shown = viewer.locator(".large:not([hidden]) img");
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveClass("small");
  await expect(shown).toHaveAttribute("alt", /street at night/);
  await page.unroute("**/files/**");
  await context.setOffline(true);
  await context.setOffline(false);
  await expect
    .poll(() => largeIn(viewer).evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);
  await expect(shown).toHaveCount(1);
});

test("the viewer of a Bangla post marks English text", async ({ page, site }) => {
  await enter(page, site);
  const files = [
    await addPicture(page.request, site, { width: 1600, height: 1200, alt: "ঘাটে একটি নৌকা" }),
    await addPicture(page.request, site, { width: 1600, height: 1200, alt: "A ferry at the ghat" }),
  ];
  const text = "নদীর ধারে আমরা যা দেখেছি তার কয়েকটি ছবি এখানে আছে, যেমন একটি নৌকা আর একটি ফেরি।";
  const { path, id } = await publishGallery(page, site, {
    title: "নদীর ধারে আমরা যা দেখেছি তার কয়েকটি ছবি",
    text,
    files,
  });
  await open(page, path);
  await page.locator(".gallery a").first().click();
  const viewer = viewerOf(page, "ছবি");
  await expect(viewer).toHaveAttribute("lang", "bn");
  await expect(viewer).toContainText("২টির মধ্যে ১ নম্বর ছবি");
  await expect(viewer.getByRole("button", { name: "বন্ধ করুন" })).toBeFocused();
  await expect(largeIn(viewer)).not.toHaveAttribute("lang");
  await viewer.getByRole("button", { name: "পরের ছবি" }).click();
  await expect(viewer.getByText("A ferry at the ghat")).toHaveAttribute("lang", "en");
  await expect(largeIn(viewer)).toHaveAttribute("lang", "en");
  expect(await findViolations(page)).toEqual([]);
  await viewer.getByRole("button", { name: "আগের ছবি" }).click();
  await expect(viewer).toContainText("ঘাটে একটি নৌকা");
  await putAway(page, site, id);
});

test("gallery pictures are not enlarged, cropped wrongly or deduplicated", async ({ page, site }) => {
  await enter(page, site);
  const add = (drawn: Drawn) => addPicture(page.request, site, drawn);
  const photo = await add({ width: 1600, height: 1200, alt: "Photo" });
  const tall = await add({ width: 1200, height: 1800, alt: "Tall" });
  const sign = await add({ width: 64, height: 64, alt: "Sign" });
  const logo = await add({ width: 600, height: 300, alt: "Logo", alpha: 0.2 });
  const { path, id } = await publishGallery(page, site, {
    title: "Shapes",
    files: [photo, tall, sign, logo, photo],
    body: `![](${sign})`,
  });
  await open(page, path);
  const gallery = page.locator(".gallery");
  const images = gallery.locator("img");
  await expect(images).toHaveCount(5);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete)).toBe(true);
  }
  const boxes = await images.evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const { width: room } = one.closest("a")?.getBoundingClientRect() ?? { width: 0 };
      return { width: Math.round(width), shape: width / height, share: width / room };
    }),
  );
  const isWide = (page.viewportSize()?.width ?? 0) > 480;
  expect(boxes[0]?.share).toBeCloseTo(1, 1);
  expect(boxes[0]?.shape).toBeCloseTo(4 / 3, 1);
  expect(boxes[1]?.shape).toBeCloseTo(2 / 3, 1);
  expect(boxes[2]?.width).toBe(64);
  expect(boxes[3]?.shape).toBeCloseTo(2, 1);
  expect(boxes[4]?.shape).toBeCloseTo(isWide ? 1.6 : 4 / 3, 1);
  expect(await page.locator(".prose > figure img").evaluate((one) => one.getBoundingClientRect().width)).toBe(
    64,
  );
  // The first spans the text, and is fetched so.
  const room = await gallery.evaluate((box) => box.getBoundingClientRect().width);
  const fetched = await images
    .first()
    .evaluate((one: HTMLImageElement) => Number(/(\d+)\.\w+$/.exec(one.currentSrc)?.[1]));
  expect(fetched).toBeGreaterThanOrEqual(room);

  const viewer = viewerOf(page);
  await gallery.getByRole("link").last().click();
  await expect(viewer).toContainText("Picture 5 of 5");
  await page.keyboard.press("Home");
  await expect(viewer).toContainText("Picture 1 of 5Photo");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText("Picture 3 of 5Sign");
  expect((await largeIn(viewer).boundingBox())?.width).toBe(64);
  await putAway(page, site, id);
});

test("in dark mode only transparent pictures have a light background @desktop", async ({ page, site }) => {
  await enter(page, site);
  const files = [
    await addPicture(page.request, site, { width: 1600, height: 1200, alt: "Photo" }),
    await addPicture(page.request, site, { width: 600, height: 300, alt: "Logo", alpha: 0.2 }),
  ];
  const { path, id } = await publishGallery(page, site, { title: "Night", files });
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, path);
  const images = page.locator(".gallery img");
  await expect(images.nth(0)).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(images.nth(1)).toHaveCSS("background-color", "rgb(243, 246, 250)");
  await images.nth(1).click();
  const large = viewerOf(page).locator(".large:not([hidden])");
  await expect(large).toHaveCSS("background-color", "rgb(243, 246, 250)");
  await page.keyboard.press("Home");
  await expect(large).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Escape");
  await expect(images.nth(1)).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await putAway(page, site, id);
});

test("a warning about missing alt text links to the picture @desktop", async ({ page, site }) => {
  await enter(page, site);
  const file = await addPicture(page.request, site, { width: 640, height: 480, alt: "" });
  const made = await page.request.post("/api/blogs", {
    data: { title: "Bare", summary: "For the check", body: { markdown: `Words.\n\n![](${file})` } },
    headers: { origin: site },
  });
  const { _id } = await made.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await page.getByRole("link", { name: /has no alt text/ }).click();
  await expect(page).toHaveURL(`/dashboard/files/${file}`);
  await expect(page.getByLabel("Alt text")).toBeVisible();
  await putAway(page, site, _id);
});
