import type { Page } from "@playwright/test";
import { author } from "#app/domain/content/kinds/author.ts";
import { expect, skipSplash, test } from "../support/e2e.ts";
import { hostileEntries } from "../support/hostile.ts";
import { startStaffSession } from "../support/staff.ts";

/** Sends an API request with the cookies of the page. */
async function send(page: Page, site: string, method: "POST" | "DELETE", path: string, data: object = {}) {
  const response = await page.context().request.fetch(`${site}/api${path}`, {
    method,
    data,
    headers: { origin: site },
  });
  expect(response.ok(), `${path} ${response.ok() ? "" : await response.text()}`).toBe(true);
  return response.json().catch(() => ({}));
}

// The fixture fails on console errors and policy violations.
test("O1 no payload runs in any field @once", async ({ page, site }) => {
  test.setTimeout(240_000);
  const executed: string[] = [];
  page.on("dialog", (dialog) => {
    executed.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().includes("evil.example")) executed.push(request.url());
  });
  await skipSplash(page);
  await startStaffSession(page, site);
  for (const { kind, data } of hostileEntries(`Run ${Date.now()}`)) {
    const { _id } = await send(page, site, "POST", `/${kind.plural}`, data);
    const { path } = await send(page, site, "POST", `/${kind.plural}/${_id}/publish`, {
      reason: "A test of ours",
    });
    const { url } = await send(page, site, "POST", `/${kind.plural}/${_id}/previews`, { days: 1 });
    for (const address of [path, kind.path, `/preview/${kind.name}/${_id}`, url]) {
      const response = await page.goto(address, { waitUntil: "load" });
      expect([address, response?.status()]).toEqual([address, 200]);
      await page.waitForTimeout(300);
      // Triggers handlers that need focus or an open element.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>("main [onclick], main a, main details"))
          element.focus();
        for (const box of document.querySelectorAll("details")) box.open = true;
      });
      // The author list contains only authors with posts.
      if (address !== author.path) expect(await page.locator("main").innerText()).toContain("alert(1)");
      expect(executed, address).toEqual([]);
    }
    await page.goto(`/dashboard/${kind.dashboard.edit}/${_id}/history`);
    await page.waitForTimeout(300);
    expect(executed).toEqual([]);
    await send(page, site, "DELETE", `/${kind.plural}/${_id}`);
  }
});
