import { test } from "vitest";
import { type SiteOptions, startSite } from "./site.ts";

/** Makes what a site starts with, such as its content; the cleanups run after its stop. */
type PrepareSite = (cleanups: AsyncDisposableStack) => Promise<SiteOptions>;

/** Returns a `test` with the fixture `site`: one site for all tests of the file, started by the first that uses it. */
export function siteTest(options: SiteOptions | PrepareSite) {
  // biome-ignore lint/correctness/noEmptyPattern: vitest accepts only a destructured first parameter
  return test.extend("site", { scope: "file" }, async ({}, { onCleanup }) => {
    await using cleanups = new AsyncDisposableStack();
    const siteOptions = typeof options === "function" ? await options(cleanups) : options;
    const site = cleanups.use(await startSite(siteOptions));
    const remaining = cleanups.move();
    onCleanup(() => remaining.disposeAsync());
    return site;
  });
}
