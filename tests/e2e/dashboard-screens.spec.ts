import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

/** The specification's screens; those of one entry take the first of their kind. */
const specified = [
  ...["home", "user", "manageservice", "manageportfolio", "manageblog", "manageclient", "managemedia"],
  ...["addmedia", "addblog", "addclient", "addportfolio", "addservice"],
  ...["updateservice/:services", "updateblog/:blogs", "editportfolio/:portfolio", "updatemedia/:media"],
  ...["updateclient/:clients", "addnewcategory", "addportfoliocategory", "call", "usercontactdata"],
];
/** And what the product adds to them. */
const added = ["files", "settings", "mail", "audit", "redirects", "trash", "newsletter", "call/requests"];

for (const part of [0, 1, 2])
  test(`every screen opens by its address, axe finds nothing by day and by night (${part + 1} of 3)`, async ({
    page,
    site,
  }) => {
    await enter(page, site);
    await page.context().addCookies([{ name: "theme", value: "light", url: `${site}/dashboard` }]);
    const steps = [...specified, ...added].filter((_, at) => at % 3 === part);
    for (const step of steps) {
      const path = `/dashboard/${await fill(page, site, step)}`;
      await openScreen(page, path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
      expect(await findViolations(page), `${path} by day`).toEqual([]);
      expect(await overflow(page), `${path} is wider than its window`).toBeLessThanOrEqual(0);
      // By night the same elements have other colours.
      await page.locator("html").evaluate((html) => html.setAttribute("data-theme", "dark"));
      expect(await findViolations(page, ["color-contrast"]), `${path} by night`).toEqual([]);
    }
  });

test("a screen of one entry that is not there says so", async ({ page, site }) => {
  await enter(page, site);
  const answer = await page.goto("/dashboard/updateblog/00000000-0000-7000-8000-000000000000");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing is here");
});

async function fill(page: Page, site: string, step: string): Promise<string> {
  const [, plural] = /:(\w+)/.exec(step) ?? [];
  if (plural === undefined) return step;
  const answer = await page.context().request.get(`${site}/api/${plural}?limit=1`);
  const [first] = await answer.json();
  return step.replace(/:\w+/, first._id);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
