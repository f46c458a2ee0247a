import sharp from "sharp";
import type { View } from "./browser.ts";
import { visit } from "./visitor.ts";

export const pages = {
  home: "/",
  service: "/services/Web-Development",
  blog: "/blog",
  post: "/blog/Why-our-estimates-have-two-numbers",
  album: "/media/Two-scripts%2C-five-pictures",
  contact: "/contact",
};

export type PageName = keyof typeof pages;

/** Layout of a page: its size and boxes in CSS pixels, and a picture of the whole page. */
export interface PageLayout {
  width: number;
  height: number;
  boxes: Box[];
  picture: Buffer;
}

interface Box {
  /** Element name, with the first words of a heading or the underline style of a link. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Comparison {
  /** Differences beyond the tolerances. */
  faults: string[];
  /** Number of compared boxes. */
  count: number;
  /** Difference of the page height in percent. */
  heightDifference: number;
  /** Largest difference of a picture, from `measureDifference`. */
  pictureDifference: number;
}

/** Opens a page and reads its layout once fonts and pictures have loaded. */
export async function readLayout(view: View, url: string): Promise<PageLayout> {
  await visit(view, url);
  const layout = await view.run(async () => {
    const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
    const { documentElement: page } = document;
    // The script declares further fonts after the first paint.
    await wait(1500);
    await document.fonts.ready;
    for (let top = 0; top < page.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      await wait(40);
    }
    const images = [...document.images].filter((image) => image.checkVisibility());
    for (let tries = 0; tries < 100 && !images.every(({ complete }) => complete); tries += 1) await wait(100);
    scrollTo({ top: 0, behavior: "instant" });
    await document.fonts.ready;
    await wait(300);
    const parts = "header, main, footer, section, form, h1, h2, h3, img, input, textarea, select, .btn, .go";
    const boxes = [...document.querySelectorAll(parts)].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true }) || width < 2 || height < 2) return [];
      // Honeypot fields are outside the page.
      if (x + width < 0) return [];
      const words = /^H\d$/.test(element.tagName) ? ` “${element.textContent?.trim().slice(0, 30)}”` : "";
      const line = element.matches("a.go") ? ` ${getComputedStyle(element).textDecorationLine}` : "";
      return [
        { name: element.tagName.toLowerCase() + words + line, x: x + scrollX, y: y + scrollY, width, height },
      ];
    });
    return { width: page.scrollWidth, height: page.scrollHeight, boxes };
  });
  return { ...layout, picture: await view.picture() };
}

/**
 * Compares layouts. Text may wrap differently and shift content by a line; columns, margins and fixed sizes must match.
 */
export async function compareLayouts(
  expected: PageLayout,
  found: PageLayout,
  viewportWidth: number,
): Promise<Comparison> {
  const faults: string[] = [];
  if (found.width > viewportWidth) faults.push(`the page is ${found.width} wide and scrolls horizontally`);
  const heightDifference = (found.height / expected.height - 1) * 100;
  if (Math.abs(heightDifference) > 3)
    faults.push(
      `the page is ${found.height} high instead of ${expected.height} (${heightDifference.toFixed(1)} %)`,
    );
  const names = [found, expected].map(({ boxes }) => boxes.map(({ name }) => name));
  const at = Array.from({ length: Math.max(found.boxes.length, expected.boxes.length) }).findIndex(
    (_, place) => found.boxes[place]?.name !== expected.boxes[place]?.name,
  );
  if (at >= 0) {
    const [here, there] = names.map((list) => list[at] ?? "nothing");
    faults.push(`box ${at + 1} is ${here} instead of ${there}`);
    return { faults, count: 0, heightDifference, pictureDifference: 0 };
  }
  let pictureDifference = 0;
  for (const [place, box] of found.boxes.entries()) {
    const wanted = expected.boxes[place];
    if (!wanted) continue;
    const misplaced = compareBoxes(wanted, box, { viewportWidth, pageHeight: expected.height });
    faults.push(...misplaced);
    if (box.name !== "img" || box.width < 100 || misplaced.length > 0) continue;
    const difference = measureDifference(
      await readTones(expected.picture, wanted),
      await readTones(found.picture, box),
    );
    if (difference > 12) faults.push(`the picture at ${Math.round(box.y)} differs by ${difference}`);
    pictureDifference = Math.max(pictureDifference, difference);
  }
  return { faults, count: found.boxes.length, heightDifference, pictureDifference };
}

/** Lightness of a part of the page, reduced to 8 × 8 cells. */
async function readTones(picture: Buffer, { x, y, width, height }: Box): Promise<Buffer> {
  const page = sharp(picture);
  const whole = await page.metadata();
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const part = {
    left,
    top,
    width: Math.min(Math.round(width), whole.width - left),
    height: Math.min(Math.round(height), whole.height - top),
  };
  return page.extract(part).flatten().grayscale().resize(8, 8, { fit: "fill" }).raw().toBuffer();
}

/** Median difference of the cells, 0 to 255, so content over less than half of a picture is ignored. */
function measureDifference(wanted: Buffer, found: Buffer): number {
  const differences = [...wanted].map((tone, at) => Math.abs(tone - (found[at] ?? 0)));
  return differences.sort((a, b) => a - b)[Math.floor(differences.length / 2)] ?? 0;
}

interface Scale {
  viewportWidth: number;
  pageHeight: number;
}

function compareBoxes(wanted: Box, box: Box, { viewportWidth, pageHeight }: Scale): string[] {
  const tolerance = Math.max(10, viewportWidth * 0.02);
  const bounds = {
    x: tolerance,
    y: Math.max(30, pageHeight * 0.02),
    width: tolerance,
    height: Math.max(14, wanted.height * 0.05),
  };
  return (["x", "y", "width", "height"] as const)
    .filter((side) => Math.abs(box[side] - wanted[side]) > bounds[side])
    .map(
      (side) => `${wanted.name}: ${side} is ${Math.round(box[side])} instead of ${Math.round(wanted[side])}`,
    );
}
