import { defineConfig } from "@playwright/test";
import { chromiumArguments, needChromium } from "./tests/support/chromium.ts";

const launchOptions = { executablePath: needChromium(), args: chromiumArguments };

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/playwright",
  globalSetup: "./tests/support/site.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: { launchOptions, screenshot: "only-on-failure", locale: "en-GB" },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
  ],
});
