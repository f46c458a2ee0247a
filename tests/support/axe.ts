import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core holds against a page as it stands. @param rules these alone, by their names */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // What fades in or is dimmed while more of it comes has other colours for a moment.
  await page.waitForFunction(
    () =>
      !document.querySelector('main[aria-busy="true"]') &&
      document.getAnimations().every(
        ({ playState, effect, timeline }) =>
          playState !== "running" ||
          // It follows a scroll bar and never ends.
          timeline !== document.timeline ||
          effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
  // As text for the debugger, not as a script of the page, which the policy would refuse.
  await page.evaluate(axe);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: everything };
  // Base UI's guards take the focus for no longer than it needs to go on to where it belongs.
  const context = { include: [["html"]], exclude: [["[data-base-ui-focus-guard]"]] };
  return page.evaluate(
    async ({ context, runOnly }) => {
      // axe-core brings its own global.
      const { axe } = window as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run(context, { runOnly, resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    { context, runOnly },
  );
}
