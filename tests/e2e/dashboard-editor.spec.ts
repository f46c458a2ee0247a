import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { chromiumArguments, needChromium } from "../support/chromium.ts";
import { expect, test } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

const newTitle = () => `Rain ${Math.random().toString(36).slice(2, 8)}`;
const saving = (page: Page) => page.locator(".saving > span").first();
const slugOf = (title: string) => title.replaceAll(" ", "-");
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

test("a post is published with the keyboard alone @desktop @engine", async ({ page, site }) => {
  const title = newTitle();
  await enter(page, site);
  await openScreen(page, "/dashboard/addblog");
  await expect(editor(page)).toBeVisible();
  await page.getByLabel("Title", { exact: true }).focus();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await page.keyboard.type("What the rain gauge says.");
  // The toolbar is one stop, the text the next.
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
  // One whose text is written, as nothing else may be published without a reason.
  await expect(async () => {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.querySelector("img")?.alt);
    expect(text).toBeTruthy();
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(picker).toBeHidden();
  await expect(editor(page).locator("figure.image img")).toBeVisible();
  await expect(saving(page)).toHaveText(/^Saved \d\d:\d\d/);
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
  // Narrower windows show the preview in place of the text.
  await page.setViewportSize({ width: 1700, height: 900 });
  await enter(page, site);
  await openScreen(page, `/dashboard/updateblog/${await makePost(page, site, "Plain words.")}`);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.frameLocator("iframe.preview-frame");
  await expect(preview.getByText("Plain words.")).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes("/preview/blog/"));
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
  // A reload of either document loses its mark.
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
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll("/assets/", "/newer/") });
  });
  await typeAtEnd(page, " And typed ones.");
  await expect(preview.getByText("Plain words. And typed ones.")).toBeVisible();
});

test("concurrent edits of a post are compared and merged @desktop", async ({ page, site }) => {
  await enter(page, site);
  const title = newTitle();
  const headers = { origin: site };
  const made = await page.request.post("/api/blogs", { data: { title, summary: "Base" }, headers });
  const { _id } = await made.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await page.request.patch(`/api/blogs/${_id}`, {
    data: { summary: "Theirs" },
    headers: { ...headers, "if-match": '"1"' },
  });
  await page.getByLabel("Summary", { exact: true }).fill("Mine");
  await expect(saving(page)).toHaveText(/^Not saved yet/);
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
  await expect(saving(page)).toHaveText(/^Saved/);
  const now = await (await page.request.get(`/api/blogs/${_id}/draft`)).json();
  expect([now.version, now.data.summary]).toEqual([3, "Mine"]);
});

test("text typed offline is saved after reconnecting @desktop", async ({ page, site }) => {
  await enter(page, site);
  const made = await page.request.post("/api/blogs", {
    data: { title: newTitle() },
    headers: { origin: site },
  });
  const { _id } = await made.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await page.context().setOffline(true);
  await page.getByLabel("Summary", { exact: true }).fill("Written on a ferry");
  await expect(saving(page)).toHaveText(/no connection/);
  await page.context().setOffline(false);
  await expect(saving(page)).toHaveText(/^Saved/);
  const now = await (await page.request.get(`/api/blogs/${_id}/draft`)).json();
  expect(now.data.summary).toBe("Written on a ferry");
});

test("a typed reason publishes and schedules despite the check @desktop", async ({ page, site }) => {
  await enter(page, site);
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

test("offline, publishing and scheduling report that nothing was done @desktop", async ({ page, site }) => {
  await enter(page, site);
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
  await expect(saving(page)).toHaveText(/^Saved/);
  await expect(page.locator(".now .badge")).toHaveText("Draft");
});

/** Makes a draft with this text, in Markdown; answers its id. */
async function makePost(page: Page, site: string, markdown: string): Promise<string> {
  const made = await page.request.post("/api/blogs", {
    data: { title: newTitle(), body: { markdown } },
    headers: { origin: site },
  });
  expect(made.status()).toBe(201);
  return (await made.json())._id;
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
  await enter(page, site);
  await openScreen(page, "/dashboard/addblog");
  await editor(page).click();
  // Without a title the server has no draft, so the restored text comes from the browser.
  const typed: { at: number; length: number }[] = [];
  let text = "";
  for (let at = 0; at < 60; at += 1) {
    await page.keyboard.type(`${at} `);
    text += `${at} `;
    typed.push({ at: Date.now(), length: text.trim().length });
    await page.waitForTimeout(60);
  }
  const killedAt = Date.now();
  killBrowser(folder);
  const dueLength = typed.findLast(({ at }) => at <= killedAt - 2000)?.length ?? 0;
  const again = await launch();
  const after = again.pages()[0] ?? (await again.newPage());
  await enter(after, site);
  await openScreen(after, "/dashboard/addblog");
  expect(await unsavedRecords(after)).toMatch(/^\[\{"slot":"[^"]+","at":"[^"]+","sealed":"[\w+/=]+"\}\]$/);
  await expect(after.getByText(/Unsaved text from \d\d:\d\d was found/)).toBeVisible();
  await after.getByRole("button", { name: "Restore" }).click();
  const found = (await editor(after).textContent())?.trim() ?? "";
  expect(text.startsWith(found)).toBe(true);
  expect(found.length).toBeGreaterThanOrEqual(dueLength);
  await again.close();
});

/** Records of unsaved text in this browser's database, as JSON. */
function unsavedRecords(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("frontdesk");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction("unsaved").objectStore("unsaved").getAll();
          request.onsuccess = () => resolve(JSON.stringify(request.result));
          request.onerror = () => reject(request.error);
        };
      }),
  );
}

/** Every process of the browser that was started with this folder, at once and without a word. */
function killBrowser(folder: string): void {
  const processes = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  for (const line of processes) {
    const pid = Number.parseInt(line, 10);
    if (pid > 0 && line.includes(folder) && pid !== process.pid) process.kill(pid, "SIGKILL");
  }
}
