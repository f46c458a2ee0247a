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

/** How a page is laid out: its size, and where its parts lie, in CSS pixels. */
export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
}

interface Box {
  /** Element, and the beginning of its words where it is a heading. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Comparison {
  /** What is out of place, in words. */
  faults: string[];
  /** Boxes that were compared. */
  count: number;
  /** By how much the page is higher, in percent. */
  higher: number;
}

/** Opens a page and, once its letters and pictures have come, says where everything lies. */
export async function readLayout(view: View, url: string): Promise<Layout> {
  await visit(view, url);
  return view.run(async () => {
    const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
    const { documentElement: page } = document;
    for (let top = 0; top < page.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      await wait(40);
    }
    const images = [...document.images].filter((image) => image.checkVisibility());
    for (let tries = 0; tries < 100 && !images.every(({ complete }) => complete); tries += 1) await wait(100);
    scrollTo({ top: 0, behavior: "instant" });
    await document.fonts.ready;
    await wait(300);
    const parts = "header, main, footer, section, form, h1, h2, h3, img, input, textarea, select, .btn";
    const boxes = [...document.querySelectorAll(parts)].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true }) || width < 2 || height < 2) return [];
      // What only programs fill in lies beside the page.
      if (x + width < 0) return [];
      const words = /^H\d$/.test(element.tagName) ? ` “${element.textContent?.trim().slice(0, 30)}”` : "";
      return [{ name: element.tagName.toLowerCase() + words, x: x + scrollX, y: y + scrollY, width, height }];
    });
    return { width: page.scrollWidth, height: page.scrollHeight, boxes };
  });
}

/**
 * Letters are drawn a little wider or narrower in each browser, so that a line may break elsewhere and what stands below it
 * lies a line lower. Columns, margins and everything that has a size of its own lie where they lie.
 */
export function compareLayouts(expected: Layout, found: Layout, viewportWidth: number): Comparison {
  const faults: string[] = [];
  if (found.width > viewportWidth) faults.push(`the page is ${found.width} wide and scrolls sideways`);
  const higher = (found.height / expected.height - 1) * 100;
  if (Math.abs(higher) > 3)
    faults.push(`the page is ${found.height} high and not ${expected.height} (${higher.toFixed(1)} %)`);
  const names = ({ boxes }: Layout) => boxes.map(({ name }) => name).join("\n");
  if (names(expected) !== names(found)) {
    faults.push(`${found.boxes.length} parts are seen and not ${expected.boxes.length}, or other ones`);
    return { faults, count: 0, higher };
  }
  for (const [at, box] of found.boxes.entries()) {
    const wanted = expected.boxes[at];
    if (wanted) faults.push(...compareBoxes(wanted, box, { viewportWidth, pageHeight: expected.height }));
  }
  return { faults, count: found.boxes.length, higher };
}

interface Scale {
  viewportWidth: number;
  pageHeight: number;
}

function compareBoxes(wanted: Box, box: Box, { viewportWidth, pageHeight }: Scale): string[] {
  const sideways = Math.max(6, viewportWidth * 0.02);
  const bounds = {
    x: sideways,
    y: Math.max(30, pageHeight * 0.02),
    width: sideways,
    height: Math.max(14, wanted.height * 0.05),
  };
  return (["x", "y", "width", "height"] as const)
    .filter((side) => Math.abs(box[side] - wanted[side]) > bounds[side])
    .map((side) => `${wanted.name}: ${side} is ${Math.round(box[side])} and not ${Math.round(wanted[side])}`);
}
