import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

test("the home screen lists a new contact message", async ({ page, site }) => {
  const created = await page.context().request.post(`${site}/api/contact`, {
    data: {
      name: "নাজমা বেগম",
      email: "najma@shapla.example",
      consent: true,
      message: "নদীর ঘাটের জন্য টিকিটের অ্যাপ",
    },
  });
  expect(created.status()).toBe(201);
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/home");
  await expect(page.locator(".sum")).toContainText(/messages? waits? for a reply|messages and/);
  const waiting = page.locator("section", { has: page.getByRole("heading", { name: "Waiting for you" }) });
  await expect(waiting.getByRole("link", { name: /নদীর ঘাটের/ })).toHaveAttribute(
    "href",
    /\/dashboard\/usercontactdata\//,
  );
  await page.getByText("Show as table").click();
  await expect(page.getByRole("row").nth(1)).toContainText(/\d+ \w{3}/);
  expect(await findViolations(page)).toEqual([]);
});

test("visits have a chart and a CSV export @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/home");
  await page.getByRole("link", { name: "Visits", exact: true }).click();
  await expect(page).toHaveURL(/chart=visits$/);
  await expect(page.getByRole("img", { name: /^Visits a day/ })).toBeVisible();
  const file = await page.request.get("/dashboard/home/visits.csv");
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect((await file.text()).startsWith("\ufeffDay,Page,Page views,Visits")).toBe(true);
});

test("hovering over or focusing a menu item preloads only scripts @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/home");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const menu = page.getByRole("navigation", { name: "Dashboard", exact: true });
  const preloads = page.locator('head > link[rel="modulepreload"]');
  const before = await preloads.count();
  await menu.getByRole("link", { name: "Trash" }).hover();
  await expect.poll(() => preloads.count()).toBeGreaterThan(before);
  const after = await preloads.count();
  await menu.getByRole("link", { name: "Redirects" }).focus();
  await expect.poll(() => preloads.count()).toBeGreaterThan(after);
  expect(requests.filter((path) => !/^\/assets\/[\w.-]+\.js$/.test(path))).toEqual([]);
  expect(new Set(requests).size).toBe(requests.length);
});
