import type { Page } from "@playwright/test";
import { author } from "#app/domain/content/kinds/author.ts";
import { expect, seenBefore, test } from "../support/e2e.ts";
import { hostileEntries } from "../support/hostile.ts";
import { enter } from "../support/staff.ts";

/** Sends as the editor whose cookies the page has. */
async function send(page: Page, site: string, method: "POST" | "DELETE", path: string, data: object = {}) {
  const answer = await page.context().request.fetch(`${site}/api${path}`, {
    method,
    data,
    headers: { origin: site },
  });
  expect(answer.ok(), `${path} ${answer.ok() ? "" : await answer.text()}`).toBe(true);
  return answer.json().catch(() => ({}));
}

// The fixture fails on console errors and policy violations.
test("O1 none of 120 payloads runs in any field @once", async ({ page, site }) => {
  test.setTimeout(240_000);
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().includes("evil.example")) ran.push(request.url());
  });
  await seenBefore(page);
  await enter(page, site);
  for (const { kind, data } of hostileEntries(`Run ${Date.now()}`)) {
    const { _id } = await send(page, site, "POST", `/${kind.plural}`, data);
    const { path } = await send(page, site, "POST", `/${kind.plural}/${_id}/publish`, {
      reason: "A test of ours",
    });
    const { url } = await send(page, site, "POST", `/${kind.plural}/${_id}/previews`, { days: 1 });
    for (const place of [path, kind.path, `/preview/${kind.name}/${_id}`, url]) {
      const answer = await page.goto(place, { waitUntil: "load" });
      expect([place, answer?.status()]).toEqual([place, 200]);
      await page.waitForTimeout(300);
      // Triggers handlers that need focus or an open element.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>("main [onclick], main a, main details"))
          element.focus();
        for (const box of document.querySelectorAll("details")) box.open = true;
      });
      // The list of authors names those alone who have written something.
      if (place !== author.path) expect(await page.locator("main").innerText()).toContain("alert(1)");
      expect(ran, place).toEqual([]);
    }
    await page.goto(`/dashboard/${kind.dashboard.edit}/${_id}/history`);
    await page.waitForTimeout(300);
    expect(ran).toEqual([]);
    await send(page, site, "DELETE", `/${kind.plural}/${_id}`);
  }
});
