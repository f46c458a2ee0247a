import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { chromiumArguments, needChromium } from "../support/chromium.ts";
import { expect, test } from "../support/e2e.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

const newTitle = () => `Rain ${Math.random().toString(36).slice(2, 8)}`;
const saveStatus = (page: Page) => page.locator(".saving > span").first();
const slugOf = (title: string) => title.replaceAll(" ", "-");
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

test("a post is published using only the keyboard @desktop @engine", async ({ page, site }) => {
  const title = newTitle();
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/addblog");
  await expect(editor(page)).toBeVisible();
  await page.getByLabel("Title", { exact: true }).focus();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await page.keyboard.type("What the rain gauge says.");
  // The toolbar is one tab stop, and the text is the next.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("It **rains**. ");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/pict");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const picker = page.getByRole("dialog", { name: "Choose a picture" });
  const picture = picker.getByRole("img").first();
  await expect(picture).toBeVisible();
  // Selects a picture with alt text, because publishing without one needs a reason.
  await expect(async () => {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.querySelector("img")?.alt);
    expect(text).toBeTruthy();
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(picker).toBeHidden();
  await expect(editor(page).locator("figure.image img")).toBeVisible();
  await expect(saveStatus(page)).toHaveText(/^Saved \d\d:\d\d/);
  await expect(page).toHaveURL(/\/dashboard\/updateblog\/[\da-f-]{36}$/);
  await editor(page).focus();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("dialog", { name: "Publish?" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Publish" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".now .badge")).toHaveText("Published");
  const shown = await page.request.get(`/blog/${slugOf(title)}`);
  expect(shown.status()).toBe(200);
  expect(await shown.text()).toMatch(/<strong>rains<\/strong>[\s\S]*<img /);
  await page.reload();
  await expect(editor(page)).toContainText("It rains.");
  expect(await findViolations(page)).toEqual([]);
});

/** Opens a post with the text "Plain words." next to its preview. */
async function openPreview(page: Page, site: string) {
  // Narrower windows show the preview instead of the text.
  await page.setViewportSize({ width: 1700, height: 900 });
  await startStaffSession(page, site);
  await openScreen(page, `/dashboard/updateblog/${await makePost(page, site, "Plain words.")}`);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.frameLocator("iframe.preview-frame");
  await expect(preview.getByText("Plain words.")).toBeVisible();
  const frame = page.frames().find((frame) => frame.url().includes("/preview/blog/"));
  await frame?.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
  return { preview, frame };
}

async function typeAtEnd(page: Page, words: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

test("the preview frame shows typed text without a reload @desktop", async ({ page, site }) => {
  const { preview, frame } = await openPreview(page, site);
  // A reload would clear the performance mark.
  for (const shown of [page, frame]) await shown?.evaluate(() => performance.mark("not reloaded"));
  await typeAtEnd(page, " And typed ones.");
  await expect(preview.getByText("Plain words. And typed ones.")).toBeVisible();
  await expect(editor(page)).toBeFocused();
  for (const shown of [page, frame])
    expect(await shown?.evaluate(() => performance.getEntriesByName("not reloaded").length)).toBe(1);
});

test("the preview frame reloads after a new release @desktop", async ({ page, site }) => {
  const { preview } = await openPreview(page, site);
  await page.route("**/preview/blog/*", async (route) => {
    if (route.request().resourceType() !== "fetch") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("/assets/", "/newer/") });
  });
  await typeAtEnd(page, " And typed ones.");
  await expect(preview.getByText("Plain words. And typed ones.")).toBeVisible();
});

test("concurrent edits of a post are compared and merged @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  const title = newTitle();
  const headers = { origin: site };
  const created = await page.request.post("/api/blogs", { data: { title, summary: "Base" }, headers });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await page.request.patch(`/api/blogs/${_id}`, {
    data: { summary: "Theirs" },
    headers: { ...headers, "if-match": '"1"' },
  });
  await page.getByLabel("Summary", { exact: true }).fill("Mine");
  await expect(saveStatus(page)).toHaveText(/^Not saved yet/);
  await expect(
    page
      .getByText("admin also edited this (version 2).")
      .or(page.getByText("in another window (version 2).")),
  ).toBeVisible();
  await expect(page.getByLabel("Summary", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { name: /while you were writing/ })).toBeFocused();
  await expect(page.getByRole("group", { name: "Summary" })).toContainText("Mine");
  await expect(page.getByRole("group", { name: "Summary" })).toContainText("Theirs");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save merged version" }).click();
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  const draft = await (await page.request.get(`/api/blogs/${_id}/draft`)).json();
  expect([draft.version, draft.data.summary]).toEqual([3, "Mine"]);
});

test("text typed offline is saved after reconnecting @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  const created = await page.request.post("/api/blogs", {
    data: { title: newTitle() },
    headers: { origin: site },
  });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await page.context().setOffline(true);
  await page.getByLabel("Summary", { exact: true }).fill("Written on a ferry");
  await expect(saveStatus(page)).toHaveText(/no connection/);
  await page.context().setOffline(false);
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  const draft = await (await page.request.get(`/api/blogs/${_id}/draft`)).json();
  expect(draft.data.summary).toBe("Written on a ferry");
});

test("a typed reason publishes and schedules despite failed checks @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  for (const intent of ["Publish", "Schedule"]) {
    await openScreen(page, `/dashboard/updateblog/${await makePost(page, site, "TODO: the figures")}`);
    if (intent === "Schedule") {
      await page.locator("summary", { hasText: "Schedule" }).click();
      await page.getByLabel("Publish on", { exact: true }).fill("2031-05-01T09:00");
    }
    const button = page.getByRole("button", { name: intent, exact: true });
    await button.click();
    const reason = page.getByLabel("Reason for publishing anyway");
    await reason.fill("The page follows tomorrow");
    await button.click();
    await expect(page.locator(".now .badge")).toHaveText(`${intent}d`.replace("Publishd", "Published"));
    await expect(reason).toBeHidden();
  }
  const audit = await page.request.get("/api/audit");
  expect(await audit.text()).toContain("because: The page follows tomorrow");
});

test("offline, publishing, scheduling and deleting show an error @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  await openScreen(page, `/dashboard/updateblog/${await makePost(page, site, "Plain words.")}`);
  await page.locator("summary", { hasText: "Schedule" }).click();
  await page.getByLabel("Publish on", { exact: true }).fill("2031-05-01T09:00");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Not published: no connection. Try again.").first()).toBeVisible();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByText("Not scheduled: no connection. Try again.").first()).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await expect(page.getByText("Not moved to trash: no connection. Try again.").first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await expect(page.locator(".now .badge")).toHaveText("Draft");
});

/** Creates a draft with this Markdown text and returns its id. */
async function makePost(page: Page, site: string, markdown: string): Promise<string> {
  const created = await page.request.post("/api/blogs", {
    data: { title: newTitle(), body: { markdown } },
    headers: { origin: site },
  });
  expect(created.status()).toBe(201);
  return (await created.json())._id;
}

test("D1 a killed browser loses at most two seconds of typing @desktop", async ({ site }) => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-browser-"));
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      executablePath: needChromium(),
      args: chromiumArguments,
      baseURL: site,
    });
  const browser = await launch();
  const page = browser.pages()[0] ?? (await browser.newPage());
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/addblog");
  await editor(page).click();
  // Without a title the server has no draft, so the restored text comes from the browser.
  const typed: { at: number; length: number }[] = [];
  let text = "";
  for (let index = 0; index < 60; index += 1) {
    await page.keyboard.type(`${index} `);
    text += `${index} `;
    typed.push({ at: Date.now(), length: text.trim().length });
    await page.waitForTimeout(60);
  }
  const killedAt = Date.now();
  killBrowser(folder);
  const minLength = typed.findLast(({ at: typedAt }) => typedAt <= killedAt - 2000)?.length ?? 0;
  const restarted = await launch();
  const restoredPage = restarted.pages()[0] ?? (await restarted.newPage());
  await startStaffSession(restoredPage, site);
  await openScreen(restoredPage, "/dashboard/addblog");
  expect(await unsavedRecords(restoredPage)).toMatch(
    /^\[\{"slot":"[^"]+","at":"[^"]+","sealed":"[\w+/=]+"\}\]$/,
  );
  await expect(restoredPage.getByText(/Unsaved text from \d\d:\d\d was found/)).toBeVisible();
  await restoredPage.getByRole("button", { name: "Restore" }).click();
  const restoredText = (await editor(restoredPage).textContent())?.trim() ?? "";
  expect(text.startsWith(restoredText)).toBe(true);
  expect(restoredText.length).toBeGreaterThanOrEqual(minLength);
  await restarted.close();
});

/** Records of unsaved text in this browser's database, as JSON. */
function unsavedRecords(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const openRequest = indexedDB.open("frontdesk");
        openRequest.onerror = () => reject(openRequest.error);
        openRequest.onsuccess = () => {
          const request = openRequest.result.transaction("unsaved").objectStore("unsaved").getAll();
          request.onsuccess = () => resolve(JSON.stringify(request.result));
          request.onerror = () => reject(request.error);
        };
      }),
  );
}

/** Kills every process of the browser that uses this profile folder. */
function killBrowser(folder: string): void {
  const processes = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  for (const line of processes) {
    const pid = Number.parseInt(line, 10);
    if (pid > 0 && line.includes(folder) && pid !== process.pid) process.kill(pid, "SIGKILL");
  }
}
