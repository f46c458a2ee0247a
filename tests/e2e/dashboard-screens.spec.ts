import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

/** Screens in the specification; `:blogs` stands for the first entry of that kind. */
const specified = [
  "home",
  "user",
  "manageservice",
  "manageportfolio",
  "manageblog",
  "manageclient",
  "managemedia",
  "addmedia",
  "addblog",
  "addclient",
  "addportfolio",
  "addservice",
  "updateservice/:services",
  "updateblog/:blogs",
  "editportfolio/:portfolio",
  "updatemedia/:media",
  "updateclient/:clients",
  "addnewcategory",
  "addportfoliocategory",
  "call",
  "usercontactdata",
];
/** Screens that the specification does not list. */
const added = [
  "files",
  "profile",
  "settings",
  "settings/company",
  "settings/home",
  "settings/connections",
  "settings/sample",
  "mail",
  "mail/templates",
  "audit",
  "redirects",
  "redirects/lost",
  "redirects/sheet",
  "trash",
  "newsletter",
  "call/requests",
  "call/import",
  "user/invite",
  "usercontactdata/rules",
  "usercontactdata/texts",
];

/** One screen of each layout. In light mode the others are tested on a phone only, in dark mode all on a desktop. */
const layoutSamples = ["home", "manageblog", "updateblog/:blogs", "usercontactdata", "files", "settings"];

for (const part of [0, 1, 2])
  test(`screens have no axe violations in both colour schemes (${part + 1} of 3)`, async ({
    page,
    site,
    isMobile,
  }) => {
    await page.context().addCookies([{ name: "theme", value: "light", url: `${site}/dashboard` }]);
    const screens = [...specified, ...added].filter((_, index) => index % 3 === part);
    for (const screen of screens) {
      const path = `/dashboard/${await resolvePath(page, site, screen)}`;
      await openScreen(page, path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
      expect(await readOverflow(page), `${path} is wider than its window`).toBeLessThanOrEqual(0);
      if (isMobile || layoutSamples.includes(screen))
        expect(await findViolations(page), `${path} in light mode`).toEqual([]);
      if (isMobile) continue;
      // Dark mode changes only colours.
      await page.locator("html").evaluate((html) => html.setAttribute("data-theme", "dark"));
      expect(await findViolations(page, ["color-contrast"]), `${path} in dark mode`).toEqual([]);
    }
  });

test("A11 each entry of the section order fits one row @phone", async ({ page }) => {
  await openScreen(page, "/dashboard/settings/home");
  const parts = page.getByRole("group", { name: "Section order" }).getByRole("listitem");
  const lines = await parts.evaluateAll((items) =>
    items.map((item) =>
      [...item.querySelectorAll(":scope > :not([type=hidden])")].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return { top, bottom };
      }),
    ),
  );
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    expect(line).toHaveLength(5);
    expect(Math.max(...line.map(({ top }) => top))).toBeLessThan(
      Math.min(...line.map(({ bottom }) => bottom)),
    );
  }
});

test("an edit address without an id redirects to the list @desktop", async ({ page, site }) => {
  for (const [path, list] of [
    ["editportfolio", "manageportfolio"],
    ["updatemedia", "managemedia"],
  ]) {
    await openScreen(page, `/dashboard/${path}`);
    await expect(page).toHaveURL(`${site}/dashboard/${list}`);
  }
});

test("the screen of a missing entry shows Page not found @desktop", async ({ page }) => {
  const response = await page.goto("/dashboard/updateblog/00000000-0000-7000-8000-000000000000");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

async function resolvePath(page: Page, site: string, screen: string): Promise<string> {
  const [, plural] = /:(\w+)/.exec(screen) ?? [];
  if (plural === undefined) return screen;
  const response = await page.context().request.get(`${site}/api/${plural}?limit=1`);
  const [first] = await response.json();
  return screen.replace(/:\w+/, first._id);
}

function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test("a live screen stays while offline and updates after reconnecting @desktop", async ({
  page,
  context,
}) => {
  await openScreen(page, "/dashboard/backups");
  await page.getByRole("button", { name: "Back up now" }).click();
  const runningButton = page.getByRole("button", { name: "A backup is under way…" });
  await expect(runningButton).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("No connection.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("heading", { name: "Backups", level: 1 })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("No connection.")).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Back up now" })).toBeVisible({ timeout: 180_000 });
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test("concurrent settings changes are compared and merged @desktop", async ({ page, site, browser }) => {
  // Uses its own page, because the fixture fails on the reported error.
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL: site, storageState });
  const stalePage = await context.newPage();
  const path = "/dashboard/settings/contact";
  await openScreen(page, path);
  await openScreen(stalePage, path);
  const save = (target: Page) => target.getByRole("button", { name: "Save", exact: true });
  const [name, role] = [
    stalePage.getByLabel("Name", { exact: true }),
    stalePage.getByLabel("Role", { exact: true }),
  ];
  const before = [await name.inputValue(), await role.inputValue()] as const;
  await page.getByLabel("Name", { exact: true }).fill("Mithila");
  await save(page).click();
  await expect(page.locator(".toast", { hasText: "Saved." })).toBeVisible();
  await role.fill("Project lead");
  await save(stalePage).click();
  await expect(
    stalePage.getByRole("heading", { name: "You saved this in another window while you were writing" }),
  ).toBeFocused();
  await expect(role).toBeHidden();
  await stalePage.getByRole("button", { name: "Save merged version" }).click();
  await expect(stalePage.locator(".toast", { hasText: "Saved." })).toBeVisible();
  await stalePage.reload();
  await expect(name).toHaveValue("Mithila");
  await expect(role).toHaveValue("Project lead");
  await name.fill(before[0]);
  await role.fill(before[1]);
  await save(stalePage).click();
  await expect(stalePage.locator(".toast", { hasText: "Saved." })).toBeVisible();
  await context.close();
});
