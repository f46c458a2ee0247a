import { type Locator, type Page, test } from "@playwright/test";

/** A cheap phone on a slow line, as DevTools emulates it: 400 ms to an answer, 1 Mbit/s, a quarter of this machine's speed. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

const bytesPerSecond = 1_000_000 / 8;

/** Touches, or where there is no touch clicks, the place where an element stands now: nothing waits until it holds still or moves it into reach in between. */
export async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not to be seen.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (test.info().project.use.hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y, { delay: 50 });
}
