import { chromium } from "playwright-core";
import { chromiumArguments, needChromium } from "../../tests/support/chromium.ts";
import { callText, type Size, type View } from "./browser.ts";

/** Reference of the layout comparison; `tests/e2e` tests journeys in Chromium. */
export async function startChromium(viewport: Size): Promise<View> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  const page = await browser.newPage({ viewport });
  return {
    name: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    run: (task, ...given) => page.evaluate(callText(task, given)),
    picture: () => page.screenshot({ fullPage: true }),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
