import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commonPassword, createPopulatedDatabase } from "../../tests/support/populated-database.ts";
import { table, writeResults } from "../bench/support/results.ts";
import type { Browser, Size, View } from "./browser.ts";
import { startChromium } from "./chromium.ts";
import { startFirefox } from "./firefox.ts";
import { journeys, type Place } from "./journeys.ts";
import { compareLayouts, type PageLayout, type PageName, pages, readLayout } from "./layout.ts";
import { skipSplash } from "./visitor.ts";
import { readConsole, startWebKit } from "./webkit.ts";

/**
 * `npm run browsers [folder]`: runs visitor journeys in Firefox and WebKit at phone and desktop size, and compares the layout
 * of six pages with Chromium's. Saves screenshots in the folder.
 */
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "frontdesk-browsers-"));
const sizes: Record<string, Size> = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 900 },
};
const browsers: Record<string, (size: Size) => Promise<Browser>> = {
  firefox: startFirefox,
  webkit: startWebKit,
};
const pageNames = Object.keys(pages) as PageName[]; // `pages` has only these keys
const person = { name: "Rahima", email: "rahima@tea.example", password: commonPassword };
const tally = { passed: 0, failed: 0 };
const rows: string[][] = [];

// Ends a run that hangs.
setTimeout(() => {
  process.stderr.write("The run did not finish within forty minutes.\n");
  process.exit(1);
}, 40 * 60_000).unref();

mkdirSync(folder, { recursive: true });
const populated = await createPopulatedDatabase("sqlite", { [person.email]: "member" });
const site = await populated.start({ SAMPLE_CONTENT: "on" });
try {
  for (const [width, size] of Object.entries(sizes)) {
    await using chromium = await startChromium(size);
    const expected = await readLayouts(chromium, `chromium-${width}`);
    for (const [kind, start] of Object.entries(browsers)) {
      const before = { ...tally };
      await using browser = await start(size);
      const name = `${kind}-${width}`;
      report(`\n— ${browser.name}, ${width}`);
      await skipSplash(browser, site.url);
      // Discards the error of the icon request, which the policy of a plain text file blocks.
      await browser.readErrors();
      await runJourneys({ browser, site: site.url, size, person }, name);
      const seen = await compare(browser, expected, { name, size });
      rows.push([
        browser.name,
        `${width}, ${size.width} × ${size.height}`,
        String(tally.passed - before.passed),
        String(tally.failed - before.failed),
        String(seen.count),
        `${seen.heightDifference.toFixed(1)} %`,
        String(seen.pictureDifference),
      ]);
    }
    rows.push([chromium.name, `${width}: reference`, "", "", "", "", ""]);
  }
  await check("webkit: six pages load without console errors", async () => {
    const reported = await readConsole(Object.values(pages).map((path) => site.url + path));
    if (reported.length > 0) throw new Error(reported.join("\n"));
  });
} finally {
  await site.stop();
  await populated.remove();
}
writeResults([
  {
    name: "browsers",
    title: "Visitor journeys in Firefox and WebKit, and layout of six pages compared with Chromium",
    text: table(
      [
        "browser",
        "window",
        "passed checks",
        "failed checks",
        "boxes compared",
        "maximum difference in page height",
        "maximum difference in a picture (0 to 255)",
      ],
      rows,
    ),
  },
]);
report(`\nScreenshots: ${folder}`);
report(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);

/** Runs all journeys; a failed step ends its journey, because later steps depend on it. */
async function runJourneys(place: Place, name: string): Promise<void> {
  for (const [journey, steps] of Object.entries(journeys))
    for (const [what, step] of steps) {
      const hasPassed = await check(`${journey}: ${what}`, async () => {
        await step(place);
        const faults = (await place.browser.readErrors()).filter((fault) => !isExpected(fault));
        if (faults.length > 0) throw new Error(`Browser errors: ${faults.join("\n")}`);
      });
      if (hasPassed) continue;
      await place.browser.picture().then(
        (picture) => saveScreenshot(`failed-${name}-${journey}`, picture),
        () => {},
      );
      break;
    }
}

/** Whether a journey causes this error on purpose. */
function isExpected(fault: string): boolean {
  return /status of (401|422)/.test(fault);
}

type Layouts = Record<PageName, PageLayout>;

/** Reads the layout of every page and saves its picture. */
async function readLayouts(view: View, name: string): Promise<Layouts> {
  await skipSplash(view, site.url);
  const layouts: Partial<Layouts> = {};
  for (const page of pageNames) {
    const seen = await readLayout(view, site.url + pages[page]);
    layouts[page] = seen;
    saveScreenshot(`${page}-${name}`, seen.picture);
  }
  return layouts as Layouts; // the loop set every name
}

async function compare(view: Browser, expected: Layouts, { name, size }: { name: string; size: Size }) {
  let count = 0;
  let heightDifference = 0;
  let pictureDifference = 0;
  for (const page of pageNames)
    await check(`layout: ${page} matches Chromium`, async () => {
      const found = await readLayout(view, site.url + pages[page]);
      saveScreenshot(`${page}-${name}`, found.picture);
      const seen = await compareLayouts(expected[page], found, size.width);
      count += seen.count;
      if (Math.abs(seen.heightDifference) > Math.abs(heightDifference))
        heightDifference = seen.heightDifference;
      pictureDifference = Math.max(pictureDifference, seen.pictureDifference);
      if (seen.faults.length > 0) throw new Error(seen.faults.join("\n"));
      const faults = await view.readErrors();
      if (faults.length > 0) throw new Error(`Browser errors: ${faults.join("\n")}`);
    });
  return { count, heightDifference, pictureDifference };
}

function saveScreenshot(name: string, picture: Buffer): void {
  writeFileSync(join(folder, `${name}.png`), picture);
}

async function check(what: string, task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    tally.passed += 1;
    report(`passed  ${what}`);
    return true;
  } catch (error) {
    tally.failed += 1;
    report(`FAILED  ${what}\n${error instanceof Error ? error.message : error}`);
    return false;
  }
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
