import { chromium, type Page } from "playwright-core";
import { chromiumArguments, needChromium } from "../../tests/support/chromium.ts";
import { startSite } from "../../tests/support/site.ts";

export interface FirstTap {
  element: string;
  path: string;
  /** Milliseconds after the start of the load. */
  at: number;
  /** Milliseconds from the touch to the next paint, as the browser reports it; 0 means less than its minimum of 16. */
  answered: number;
  /** Whether the page performed the action. */
  isDone: boolean;
}

interface Tap {
  element: string;
  path: string;
  /** Selector of the element. */
  target: string;
  /** Resolves when the action is complete. */
  done(page: Page): Promise<unknown>;
}

const isOpen = (selector: string) => (page: Page) => page.locator(`${selector}[open]`).waitFor();

/** Taps to measure; the gallery is on the page of this path. */
function tapsOf(gallery: string): Tap[] {
  return [
    { element: "menu", path: "/", target: ".burger summary", done: isOpen(".burger") },
    {
      element: "dropdown",
      path: "/about",
      target: ".has-drop summary",
      done: isOpen(".has-drop details"),
    },
    {
      element: "form",
      path: "/contact",
      target: 'main input[name="name"]',
      done: (page) => page.locator('main input[name="name"]:focus').waitFor(),
    },
    {
      element: "gallery",
      path: gallery,
      target: ".shots a",
      done: async (page) => {
        // Before hydration, a picture is a link to its file.
        const opened = page.locator("dialog[open]").waitFor();
        const followed = page.waitForURL((url) => url.pathname !== gallery);
        await Promise.any([opened, followed]);
      },
    },
  ];
}

/** Taps each element on a phone with 4× CPU slowdown as soon as it exists, at the earliest 100 ms after the start of the load. */
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
      // The splash covers the first page of a tab for 1.5 seconds.
      await page.addInitScript(() => sessionStorage.setItem("seen", "1"));
      await page.addInitScript(recordInteractions);
      await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(site + tap.path, { waitUntil: "commit" });
      taps.push(await tapElement(page, tap));
      await context.close();
    }
    return taps;
  } finally {
    await browser.close();
  }
}

async function tapElement(page: Page, { element, path, target, done }: Tap): Promise<FirstTap> {
  if (element === "dropdown") await openMenu(page);
  const locator = page.locator(target).first();
  await locator.waitFor();
  const at = await page.evaluate(async () => {
    const left = 100 - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    return performance.now();
  });
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${target} of ${path} is not visible.`);
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
  return { element, path, at, answered, isDone };
}

/** Opens the menu, which contains the dropdowns on phones. */
async function openMenu(page: Page): Promise<void> {
  await page.locator(".burger summary").tap();
  await page.evaluate(() => {
    (window as unknown as { interactions: number[] }).interactions.length = 0; // set by recordInteractions
  });
}

/** Runs in the page before its scripts: records the time from each touch to the next paint. */
function recordInteractions(): void {
  const interactions: number[] = [];
  Object.assign(window, { interactions });
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries())
      if (/^(pointer|click|touch|mouse)/.test(name)) interactions.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

export interface TypingCost {
  words: number;
  keys: number;
  /** Milliseconds from the key to the next frame, from the browser's Event Timing. */
  median: number;
  p95: number;
  max: number;
}

const person = { email: "admin@kolpona.example", password: "rain boats on the padma" };

/** Types into the middle of a post of 5,000 words with autosave, and measures the time from each key to its paint. */
export async function measureTyping(words = 5000, keys = 200): Promise<TypingCost> {
  await using site = await startSite({
    env: { SAMPLE_CONTENT: "off", ADMIN_EMAIL: person.email, ADMIN_PASSWORD: person.password },
  });
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: site.url });
    const headers = { origin: site.url };
    await context.request.post("/api/auth/sign-in", { data: person, headers });
    const data = { title: "A long post", body: { markdown: longText(words) } };
    const made = await (await context.request.post("/api/blogs", { data, headers })).json();
    const page = await context.newPage();
    await page.goto(`/dashboard/updateblog/${made._id}`);
    await page.locator(".ProseMirror p").nth(40).click();
    await page.evaluate(watchKeys);
    for (let at = 0; at < keys; at += 1) {
      await page.keyboard.press(at % 6 === 5 ? "Space" : "KeyA");
      await page.waitForTimeout(40);
    }
    await page.waitForTimeout(500);
    // watchKeys stores its results under this name.
    const durations = await page.evaluate(() => (window as unknown as { durations: number[] }).durations);
    const sorted = durations.toSorted((one, other) => one - other);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { words, keys: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Browsers report durations from 16 ms in steps of 8; unreported keys were faster. */
function watchKeys(): void {
  const durations: number[] = [];
  Object.assign(window, { durations });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "keydown") durations.push(entry.duration);
  });
  observer.observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
}

function longText(words: number): string {
  const sentence =
    "The river was wide that day and the ferry late, so we counted sacks of rice instead of hours.";
  const each = sentence.split(" ").length;
  const paragraphs = Array.from({ length: Math.ceil(words / (each * 4)) }, (_, at) =>
    at % 8 === 7
      ? `## Part ${at}\n\n- ${sentence}\n- ${sentence}\n- ${sentence}`
      : Array(4).fill(sentence).join(" "),
  );
  return paragraphs.join("\n\n");
}
