import type { Page } from "@playwright/test";
import { expect, skipSplash, test } from "../support/e2e.ts";
import { signInNewPerson } from "../support/people.ts";

const widths = [360, 768, 1024, 1280, 1920];

const pages = [
  "/",
  "/services",
  "/services/Web-Development",
  "/media",
  "/media/Two-scripts%2C-five-pictures",
  "/clients",
  "/portfolio",
  "/portfolio/A-rice-mill-that-knows-what-is-in-the-silo",
  "/about",
  "/contact",
  "/calltoaction",
  "/blog",
  "/authors",
  "/authors/Tithi-Oleek",
  "/newsletter",
  "/newsletter/archive",
  "/search?q=tea",
  "/terms",
  "/never/here",
];

const signedOutPages = ["/login", "/registration"];
/** Members and visitors have the same pages except for the header and the profile. */
const signedInPages = ["/", "/services", "/myprofile"];

/** Lists blocks whose left edge is on no grid column or window edge, or whose right edge overflows. */
function findMisplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerance = 1.5;
    const probe = document.createElement("div");
    probe.className = "page-grid";
    document.querySelector("main")?.append(probe);
    const grid = getComputedStyle(probe);
    const tracks = grid.gridTemplateColumns.match(/[\d.]+px/g)?.map(Number.parseFloat) ?? [];
    const gap = Number.parseFloat(grid.columnGap);
    // Wide windows have a border on the right, outside the grid.
    const edge = probe.getBoundingClientRect().right;
    probe.remove();
    const starts = tracks.map((_, index) =>
      tracks.slice(0, index).reduce((sum, track) => sum + track + gap, 0),
    );
    // The first and the last track are the gutters.
    const columns = starts.slice(1, -1);
    const contentEnd = (columns.at(-1) ?? 0) + (tracks.at(-2) ?? 0);
    const isNear = (first: number, second: number) => Math.abs(first - second) <= tolerance;
    const describe = (block: Element, left: number, right: number) =>
      `${block.tagName}.${block.className} [${Math.round(left)}, ${Math.round(right)}]`;
    return [
      ...document.querySelectorAll("main .page-grid > *, main.page-grid > *, .foot-in, .top-in"),
    ].flatMap((block) => {
      const box = block.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(block);
      const isPadded = block.matches(".foot-in, .top-in");
      const left = box.left + (isPadded ? Number.parseFloat(paddingLeft) : 0);
      const right = box.right - (isPadded ? Number.parseFloat(paddingRight) : 0);
      if (box.width <= 1 || box.height <= 1 || block.closest(".visually-hidden, dialog")) return [];
      const isFull = isNear(left, 0);
      const isOnColumn = columns.some((start) => isNear(left, start));
      const endsInside = right <= contentEnd + tolerance || isNear(right, edge);
      // A block from the window's edge ends at the other edge or at a column.
      const isWide = !isFull || isNear(right, edge) || right > (columns[1] ?? 0);
      return (isFull || isOnColumn) && endsInside && isWide ? [] : [describe(block, left, right)];
    });
  });
}

async function expectOnGrid(page: Page, paths: readonly string[]): Promise<void> {
  const misplaced: Record<string, string[]> = {};
  for (const path of paths) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const found = await findMisplaced(page);
      if (found.length > 0) misplaced[`${path} at ${width}`] = found;
    }
  }
  expect(misplaced).toEqual({});
}

for (const part of [0, 1, 2])
  test(`every block is on the grid signed out (${part + 1} of 3) @desktop`, async ({ page }) => {
    await skipSplash(page);
    await expectOnGrid(
      page,
      [...pages, ...signedOutPages].filter((_, index) => index % 3 === part),
    );
  });

test("every block is on the grid signed in @desktop", async ({ page }) => {
  await skipSplash(page);
  await signInNewPerson(page);
  await expectOnGrid(page, signedInPages);
});

test("gallery pictures fill the two halves of the grid @desktop", async ({ page }) => {
  await skipSplash(page);
  for (const width of [768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/media/Two-scripts%2C-five-pictures");
    const sizes = await page
      .locator(".shots > a")
      .evaluateAll((links) =>
        links
          .map((link) => link.getBoundingClientRect())
          .map(({ left, width }) => [left, width].map(Math.round)),
      );
    expect(new Set(sizes.map(([, width]) => width)).size, `widths at ${width}`).toBe(1);
    expect(new Set(sizes.map(([left]) => left)).size, `left edges at ${width}`).toBe(2);
    expect(sizes[0]?.[0]).toBe(Math.round((await page.locator("main h1").boundingBox())?.x ?? -1));
  }
});

test("dropdown entries have equal padding for members @desktop", async ({ page }) => {
  await skipSplash(page);
  await signInNewPerson(page);
  for (const width of [1264, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const insets = await page
      .locator(".drop :is(a, button.all)")
      .evaluateAll((entries) =>
        entries
          .map((entry) => getComputedStyle(entry))
          .map(({ paddingLeft, paddingRight }) => `${paddingLeft} ${paddingRight}`),
      );
    expect(insets.length).toBeGreaterThan(3);
    expect(new Set(insets).size, `padding at ${width}: ${[...new Set(insets)]}`).toBe(1);
  }
});
