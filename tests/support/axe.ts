import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const defaultTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Violations that axe-core finds in the current page. @param rules ids of the only rules to check */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Elements that fade or are dimmed while loading have other colours for a moment.
  await page.waitForFunction(
    () =>
      !document.querySelector('main[aria-busy="true"]') &&
      document.getAnimations().every(
        ({ playState, effect, timeline }) =>
          playState !== "running" ||
          // An animation on a scroll timeline never ends.
          timeline !== document.timeline ||
          effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
  // Evaluated by the debugger, because the policy would block it as a script of the page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: defaultTags };
  // Base UI's focus guards hold the focus only until they pass it on.
  const context = { include: [["html"]], exclude: [["[data-base-ui-focus-guard]"]] };
  return page.evaluate(
    async ({ context, runOnly }) => {
      // axe-core defines its own global.
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
