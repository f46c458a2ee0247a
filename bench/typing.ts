import { chromium } from "playwright-core";
import { chromiumArguments, needChromium } from "../tests/support/chromium.ts";
import { startSite } from "../tests/support/site.ts";

export interface TypingCost {
  words: number;
  keys: number;
  /** Milliseconds from the key to the next frame, as the browser's Event Timing says. */
  median: number;
  p95: number;
  worst: number;
}

const person = { email: "admin@kolpona.example", password: "rain boats on the padma" };

/** Types into the middle of a post of 5,000 words, autosave and all, and measures each key until it is painted. */
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
    // The page keeps what it saw under this name.
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    const sorted = seen.toSorted((one, other) => one - other);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { words, keys: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. The browser reports durations of 16 ms and more, in steps of 8; what it does not report was faster. */
function watchKeys(): void {
  const seen: number[] = [];
  Object.assign(window, { seen });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "keydown") seen.push(entry.duration);
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
