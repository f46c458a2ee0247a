import { chromium, type Page } from "playwright-core";
import { chromiumArguments, needChromium } from "../tests/support/chromium.ts";

export interface FirstTap {
  what: string;
  path: string;
  /** Milliseconds after the start of the load. */
  at: number;
  /** Milliseconds from the touch to the paint that answers it, as the browser reports it; 0 is below its 16. */
  answered: number;
  /** Whether the page did what was asked for. */
  isDone: boolean;
}

interface Tap {
  what: string;
  path: string;
  /** What is touched. */
  target: string;
  /** Whether it was done, asked in the page. */
  done(page: Page): Promise<unknown>;
}

const isOpen = (selector: string) => (page: Page) => page.locator(`${selector}[open]`).waitFor();

/** The gallery is looked for on the page of this path. */
function tapsOf(gallery: string): Tap[] {
  return [
    { what: "menu", path: "/", target: ".burger summary", done: isOpen(".burger") },
    {
      what: "dropdown",
      path: "/about",
      target: ".has-drop summary",
      done: isOpen(".has-drop details"),
    },
    {
      what: "form",
      path: "/contact",
      target: 'main input[name="name"]',
      done: (page) => page.locator('main input[name="name"]:focus').waitFor(),
    },
    {
      what: "gallery",
      path: gallery,
      target: ".shots a",
      done: async (page) => {
        // Before React has taken it over a picture is a link to its file.
        const opened = page.locator("dialog[open]").waitFor();
        const followed = page.waitForURL((url) => url.pathname !== gallery);
        await Promise.any([opened, followed]);
      },
    },
  ];
}

/** What is touched first on a phone of a quarter of this machine's speed, as soon as it is there, at the earliest 100 ms after the load began. */
export async function measureFirstTaps(site: string, gallery: string): Promise<FirstTap[]> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  try {
    const taps: FirstTap[] = [];
    for (const tap of tapsOf(gallery)) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        isMobile: true,
        hasTouch: true,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      // The splash lies over the first page of a tab for its second and a half.
      await page.addInitScript(() => sessionStorage.setItem("seen", "1"));
      await page.addInitScript(recordInteractions);
      await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(site + tap.path, { waitUntil: "commit" });
      taps.push(await touch(page, tap));
      await context.close();
    }
    return taps;
  } finally {
    await browser.close();
  }
}

async function touch(page: Page, { what, path, target, done }: Tap): Promise<FirstTap> {
  if (what === "dropdown") await openMenu(page);
  const element = page.locator(target).first();
  await element.waitFor();
  const at = await page.evaluate(async () => {
    const left = 100 - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    return performance.now();
  });
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${target} of ${path} is not to be seen.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const isDone = await done(page).then(
    () => true,
    () => false,
  );
  const answered = await page
    .evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return Math.max(0, ...(window as unknown as { interactions: number[] }).interactions); // set by recordInteractions
    })
    .catch(() => 0);
  return { what, path, at, answered, isDone };
}

/** The dropdowns of a phone stand in its menu. */
async function openMenu(page: Page): Promise<void> {
  await page.locator(".burger summary").tap();
  await page.evaluate(() => {
    (window as unknown as { interactions: number[] }).interactions.length = 0; // set by recordInteractions
  });
}

/** Runs in the page, before anything of it: notes how long each touch waits for the paint after it. */
function recordInteractions(): void {
  const interactions: number[] = [];
  Object.assign(window, { interactions });
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries())
      if (/^(pointer|click|touch|mouse)/.test(name)) interactions.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}
