import type { APIRequestContext, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { findViolations } from "../support/axe.ts";
import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

const viewerOf = (page: Page, name = "Pictures") => page.getByRole("dialog", { name });
const largePicture = (viewer: Locator) => viewer.locator(".large:not([hidden]) picture img");

interface TestPicture {
  width: number;
  height: number;
  alt: string;
  /** Opacity from 0 (transparent) to 1. */
  alpha?: number;
}

const altTexts = new Map<string, string>();

async function addPicture(request: APIRequestContext, site: string, picture: TestPicture): Promise<string> {
  const { width, height, alt, alpha = 1 } = picture;
  const hue = Math.floor(Math.random() * 200);
  const background = { r: hue, g: 80, b: 255 - hue, alpha };
  const buffer = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  const response = await request.post("/api/files", {
    multipart: { file: { name: "drawn.png", mimeType: "image/png", buffer }, alt },
    headers: { origin: site },
  });
  expect(response.status(), await response.text()).toBe(201);
  const id: string = (await response.json()).files[0].file._id;
  altTexts.set(id, alt);
  return id;
}

/** Publishes a post with a gallery of these pictures and returns its path and id. */
async function publishGallery(
  page: Page,
  site: string,
  post: { title: string; text?: string; body?: string; files: string[] },
) {
  await startStaffSession(page, site);
  const pictures = post.files.map((id) => `![${altTexts.get(id)}](${id})`).join("\n\n");
  const markdown = `${post.text ?? "Seen on the river."}\n\n<gallery>\n\n${pictures}\n\n</gallery>\n\n${post.body ?? ""}`;
  const created = await page.request.post("/api/blogs", {
    data: {
      title: `${post.title} ${Math.random().toString(36).slice(2, 8)}`,
      summary: post.text ?? "For the viewer",
      body: { markdown },
    },
    headers: { origin: site },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { _id } = await created.json();
  const response = await page.request.post(`/api/blogs/${_id}/publish`, {
    data: { reason: "For the test" },
    headers: { origin: site },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { slug } = await (await page.request.get(`/api/blogs/${_id}`)).json();
  return { path: `/blog/${encodeURIComponent(slug)}`, id: _id as string };
}

/** Moves the post to trash, so that feeds in other tests do not contain it. */
async function trashPost(page: Page, site: string, id: string): Promise<void> {
  const response = await page.request.delete(`/api/blogs/${id}`, { headers: { origin: site } });
  expect(response.ok(), await response.text()).toBe(true);
}

const caseStudy = "/portfolio/A-rice-mill-that-knows-what-is-in-the-silo";
const mediaGallery = "/media/Two-scripts%2C-five-pictures";
/** Selector for the pictures of the gallery: the cover, then the others. */
const galleryLinks = ".cover-link, .shots > a";

test("keys change the picture, and a click outside closes the viewer @desktop", async ({ page }) => {
  await open(page, mediaGallery);
  const links = page.locator(galleryLinks);
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
  await largePicture(viewer).click();
  await expect(viewer).toBeVisible();
  // The viewer ignores clicks within the double-tap interval.
  await expect(async () => {
    await viewer.locator(".stage").click({ position: { x: 3, y: 3 }, timeout: 1000 });
    await expect(viewer).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(links.nth(1)).toBeFocused();
});

test("Back closes the viewer and leaves a correct history", async ({ page }) => {
  await page.addInitScript(() => {
    const steps: boolean[] = [];
    Reflect.set(window, "steps", steps);
    addEventListener("popstate", ({ state }) => steps.push(Boolean(state?.isOverlay)), { capture: true });
  });
  await open(page, "/portfolio");
  await page.locator(`main a[href="${caseStudy}"]`).first().click();
  await expect(page).toHaveURL(caseStudy);
  const link = page.locator(galleryLinks).first();
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
  const link = page.locator(galleryLinks).first();
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
  const count = await page.locator(galleryLinks).count();
  await page.locator(galleryLinks).first().tap();
  const viewer = viewerOf(page);
  await expect(viewer).toContainText(`Picture 1 of ${count}`);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (from: [number, number], to: [number, number]) => {
    const point = ([x, y]: [number, number]) => [{ x, y }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
    for (const fraction of [0.3, 0.6, 1]) {
      const current: [number, number] = [
        from[0] + (to[0] - from[0]) * fraction,
        from[1] + (to[1] - from[1]) * fraction,
      ];
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(current) });
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

test("the viewer's files load on hover, not with the page @desktop", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await open(page, mediaGallery);
  const viewerRequests = () => requests.filter((path) => /\/viewer[\w-]*\.(js|css)$/.test(path));
  expect(viewerRequests()).toEqual([]);
  await page.locator(galleryLinks).first().hover();
  await expect.poll(() => viewerRequests().length).toBe(2);
});

test("the small picture stays until the large one has loaded @desktop", async ({ page }) => {
  await open(page, mediaGallery);
  const link = page.locator(galleryLinks).nth(1);
  await expect
    .poll(() => link.locator("picture img").evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true);
  const loadedUrl = await link.locator("picture img").evaluate((image: HTMLImageElement) => image.currentSrc);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await link.hover();
  await page.route("**/files/**", async (route) => {
    if (route.request().url() !== loadedUrl) await released;
    await route.continue();
  });
  await link.click();
  const viewer = viewerOf(page);
  const smallPicture = viewer.locator(".large:not([hidden]) .small");
  await expect(smallPicture).toBeVisible();
  await expect
    .poll(() => smallPicture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(viewer.locator(".large")).toHaveCount(1);
  release();
  await expect(smallPicture).toHaveCount(0);
  await expect(viewer.locator(".large")).toHaveCount(3);
});

test("clicking two pictures while the viewer loads opens the last", async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/viewer-*.js", (route) => released.then(() => route.continue()));
  await open(page, "/portfolio/One-sign-for-42-pharmacies");
  const galleries = page.locator(".shots");
  await galleries.nth(0).locator("a").click();
  await galleries.nth(1).locator("a").click();
  release();
  const viewer = viewerOf(page);
  await expect(viewer).toContainText("Picture 3 of 3");
  await expect(page.locator("dialog.viewer")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.viewer")).toHaveCount(0);
  await expect(galleries.nth(1).locator("a")).toBeFocused();
});

test("a picture opened by a double tap stays open @phone", async ({ page }) => {
  await open(page, mediaGallery);
  const link = page.locator(galleryLinks).nth(1);
  const viewerSheet = page.waitForResponse("**/viewer*.css");
  await link.dispatchEvent("pointerover");
  await viewerSheet;
  // At the top of the screen, the viewer has no picture under the tap.
  await link.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 80));
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

test("a navigation that ends behind the viewer adds one history entry @desktop", async ({ page }) => {
  await open(page, mediaGallery);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/about", (route) => released.then(() => route.continue()));
  await page.locator('.foot a[href="/about"]').click();
  await page.locator(galleryLinks).first().click();
  await expect(viewerOf(page)).toBeVisible();
  release();
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
  await page.locator(galleryLinks).first().click();
  await expect(page.getByRole("alert")).toContainText("You’re offline.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two scripts, five pictures");
  await context.setOffline(false);
  await expect(viewerOf(page)).toContainText("Picture 1 of 5");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("offline, the small picture stays until the large one loads @desktop", async ({ page, context }) => {
  await open(page, mediaGallery);
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  const link = page.locator(galleryLinks).nth(1);
  const thumbnail = link.locator("picture img");
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const loadedUrl = await thumbnail.evaluate((image: HTMLImageElement) => image.currentSrc);
  await page.route("**/files/**", (route) =>
    route.request().url() === loadedUrl ? route.continue() : route.abort("internetdisconnected"),
  );
  await link.click();
  const viewer = viewerOf(page);
  const images = viewer.locator(".large:not([hidden]) img");
  await expect(images).toHaveCount(1);
  await expect(images).toHaveClass("small");
  await expect(images).toHaveAttribute("alt", /street at night/);
  await page.unroute("**/files/**");
  await context.setOffline(true);
  await context.setOffline(false);
  await expect
    .poll(() => largePicture(viewer).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(images).toHaveCount(1);
});

test("the viewer of a Bangla post marks the language of English text", async ({ page, site }) => {
  await startStaffSession(page, site);
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
  await expect(largePicture(viewer)).not.toHaveAttribute("lang");
  await viewer.getByRole("button", { name: "পরের ছবি" }).click();
  await expect(viewer.getByText("A ferry at the ghat")).toHaveAttribute("lang", "en");
  await expect(largePicture(viewer)).toHaveAttribute("lang", "en");
  expect(await findViolations(page)).toEqual([]);
  await viewer.getByRole("button", { name: "আগের ছবি" }).click();
  await expect(viewer).toContainText("ঘাটে একটি নৌকা");
  await trashPost(page, site, id);
});

test("a gallery keeps small sizes, proportions and duplicate pictures", async ({ page, site }) => {
  await startStaffSession(page, site);
  const add = (picture: TestPicture) => addPicture(page.request, site, picture);
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
    await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  }
  const boxes = await images.evaluateAll((all) =>
    all.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const { width: linkWidth } = image.closest("a")?.getBoundingClientRect() ?? { width: 0 };
      return { width: Math.round(width), shape: width / height, share: width / linkWidth };
    }),
  );
  const isWide = (page.viewportSize()?.width ?? 0) > 480;
  expect(boxes[0]?.share).toBeCloseTo(1, 1);
  expect(boxes[0]?.shape).toBeCloseTo(4 / 3, 1);
  expect(boxes[1]?.shape).toBeCloseTo(2 / 3, 1);
  expect(boxes[2]?.width).toBe(64);
  expect(boxes[3]?.shape).toBeCloseTo(2, 1);
  expect(boxes[4]?.shape).toBeCloseTo(isWide ? 1.6 : 4 / 3, 1);
  expect(
    await page.locator(".prose > figure img").evaluate((image) => image.getBoundingClientRect().width),
  ).toBe(64);
  // The first picture spans the text column and needs a file that wide.
  const columnWidth = await gallery.evaluate((box) => box.getBoundingClientRect().width);
  const fetched = await images
    .first()
    .evaluate((image: HTMLImageElement) => Number(/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]));
  expect(fetched).toBeGreaterThanOrEqual(columnWidth);

  const viewer = viewerOf(page);
  await gallery.getByRole("link").last().click();
  await expect(viewer).toContainText("Picture 5 of 5");
  await page.keyboard.press("Home");
  await expect(viewer).toContainText("Picture 1 of 5Photo");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText("Picture 3 of 5Sign");
  expect((await largePicture(viewer).boundingBox())?.width).toBe(64);
  await trashPost(page, site, id);
});

test("in dark mode only transparent pictures have a light background @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
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
  await trashPost(page, site, id);
});

test("a warning about missing alt text links to the picture @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  const file = await addPicture(page.request, site, { width: 640, height: 480, alt: "" });
  const created = await page.request.post("/api/blogs", {
    data: { title: "Bare", summary: "For the check", body: { markdown: `Words.\n\n![](${file})` } },
    headers: { origin: site },
  });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await page.getByRole("link", { name: /has no alt text/ }).click();
  await expect(page).toHaveURL(`/dashboard/files/${file}`);
  await expect(page.getByLabel("Alt text")).toBeVisible();
  await trashPost(page, site, _id);
});
