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
  workers: 4,
  // Long enough that only hanging tests fail on a busy machine.
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
  // @phone, @desktop and @once limit a test to one width if the width changes nothing.
  projects: [
    {
      name: "phone",
      use: phone,
      grepInvert: /@once|@desktop|@postgres/,
      // These test browser, mailbox and provider; other tests cover the pages at this width.
      testIgnore: /accounts-(google|links|passkeys)/,
    },
    { name: "desktop", use: desktop, grepInvert: /@phone|@postgres/ },
    // Tests of the browser alone are not repeated on PostgreSQL.
    { name: "postgres", use: { ...desktop, engine: "postgres" }, grep: /@engine|@postgres/ },
  ],
});
