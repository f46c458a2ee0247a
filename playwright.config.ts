import { defineConfig } from "@playwright/test";
import { chromiumArguments, needChromium } from "./tests/support/chromium.ts";
import type { SiteOptions } from "./tests/support/e2e.ts";

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 };
const desktop = { viewport: { width: 1280, height: 900 } };

export default defineConfig<SiteOptions>({
  testDir: "tests/e2e",
  outputDir: "test-results/playwright",
  globalSetup: "./tests/support/e2e-sites.ts",
  fullyParallel: true,
  workers: 3,
  // A busy machine is slow, not wrong: only what never comes fails.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    launchOptions: { executablePath: needChromium(), args: chromiumArguments },
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
  },
  // What no width changes is looked at once: @phone or @desktop says where, @once and no window at all on a desktop.
  projects: [
    {
      name: "phone",
      use: phone,
      grepInvert: /@once|@desktop|@postgres/,
      // Between browser, mailbox and provider the width of the window changes nothing; the pages themselves are looked at.
      testIgnore: /accounts-(google|links|passkeys)/,
    },
    { name: "desktop", use: desktop, grepInvert: /@phone|@postgres/ },
    // The same pages and forms on the other engine: what only touches the browser is not repeated.
    { name: "postgres", use: { ...desktop, engine: "postgres" }, grep: /@engine|@postgres/ },
  ],
});
