import { test as base, expect, type Page } from "@playwright/test";

export interface SiteOptions {
  engine: "sqlite" | "postgres";
}

interface Fixtures {
  /** Origin of the site under test. */
  site: string;
}

/** Base of every browser test: fails on browser errors and violations of the security policy. */
export const test = base.extend<Fixtures & SiteOptions>({
  engine: ["sqlite", { option: true }],
  site: async ({ engine }, use) => {
    const url = process.env[engine === "postgres" ? "SITE_POSTGRES" : "SITE_SQLITE"];
    if (!url) throw new Error("The site of this engine was not started.");
    await use(url);
  },
  baseURL: async ({ site }, use) => use(site),
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, "x-forwarded-for": randomAddress() }),
  page: async ({ page }, use) => {
    const errors = watchErrors(page);
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
        // biome-ignore lint/suspicious/noConsole: the test listens to the console
        console.error(`CSP ${violatedDirective} ${blockedURI}`);
      });
    });
    await use(page);
    expect(errors, "browser errors").toEqual([]);
  },
});

export { expect };

/** Skips the splash, which appears once per tab. */
export async function skipSplash(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Frames of other origins may have no storage.
    if (window.top === window) sessionStorage.setItem("seen", "1");
  });
}

/** Opens a page as a returning visitor and waits until React has hydrated it. */
export async function open(page: Page, path: string): Promise<void> {
  await skipSplash(page);
  await page.goto(path);
  await waitForScripts(page);
}

/** Waits until the script of a public page has loaded, or React has hydrated a page and run its effects. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      performance.getEntriesByName("interactive").length > 0 ||
      Object.keys(document.querySelector("main *") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
  await page.evaluate(async () => {
    for (let times = 0; times < 2; times += 1)
      await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
  });
}

function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Browsers also report expected HTTP errors and lost connections of a test.
    if (
      message.type() === "error" &&
      !/status of (400|401|403|404|422|429|503)|ERR_INTERNET_DISCONNECTED/.test(message.text())
    )
      errors.push(message.text());
  });
  return errors;
}

/** Address of the benchmark block (RFC 2544), so that every test is a separate visitor. */
function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `198.${18 + Math.floor(Math.random() * 2)}.${part()}.${part()}`;
}
