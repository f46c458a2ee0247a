import { type Locator, type Page, test } from "@playwright/test";

/** Emulates a cheap phone on a slow connection with DevTools: 400 ms latency, 1 Mbit/s, a quarter of this machine's speed. */
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

/** Taps or clicks the current position of an element, without waiting until it is stable or scrolling to it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not visible.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (test.info().project.use.hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y, { delay: 50 });
}
