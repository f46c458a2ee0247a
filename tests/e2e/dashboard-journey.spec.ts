import type { Page } from "@playwright/test";
import { entryPath, toSlug } from "#app/domain/content/urls/slug.ts";
import { localTime } from "#app/lib/text/moments.ts";
import { expect } from "../support/e2e.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

const saveStatus = (page: Page) => page.locator(".saving > span").first();
const statusBadge = (page: Page) => page.locator(".now .badge");
const titleField = (page: Page) => page.getByLabel("Title", { exact: true });
const pathOf = (title: string) => entryPath({ path: "/blog", hasPage: true }, toSlug(title));

interface PostText {
  title: string;
  renamed: string;
  text: string;
}

const suffix = Math.random().toString(36).slice(2, 8);
const languages: Record<string, PostText> = {
  "English @desktop @once": {
    title: `Rain over ${suffix}`,
    renamed: `Much rain over ${suffix}`,
    text: "The gauge says ninety.",
  },
  "Bangla @postgres": {
    title: `বৃষ্টির হিসাব ${suffix}`,
    renamed: `অনেক বৃষ্টির হিসাব ${suffix}`,
    text: "মাপে উঠেছে নব্বই মিলিমিটার।",
  },
};

for (const [language, { title, renamed, text }] of Object.entries(languages))
  test(`a post is scheduled, renamed, restored, deleted and undeleted in ${language}`, async ({
    page,
    site,
  }) => {
    const statusOf = async (path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();
    await openScreen(page, "/dashboard/addblog");
    await titleField(page).fill(title);
    await page.getByRole("textbox", { name: "Text", exact: true }).click();
    await page.keyboard.insertText(text);
    await expect(saveStatus(page)).toHaveText(/^Saved \d\d:\d\d/);
    const id = /[\da-f-]{36}$/.exec(page.url())?.[0] ?? "";
    const editPath = `/dashboard/updateblog/${id}`;

    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.frameLocator("iframe.preview-frame");
    await expect(preview.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(preview.getByText(text)).toBeVisible();
    await page.getByRole("button", { name: "Preview" }).click();

    await page.locator("summary", { hasText: "Schedule" }).click();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await page.getByLabel("Publish on", { exact: true }).fill(localTime(tomorrow, "Asia/Dhaka"));
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(statusBadge(page)).toHaveText("Scheduled");
    expect(await statusOf(pathOf(title))).toBe(404);
    // The form schedules to the minute, the API to the second.
    const data = { publishAt: new Date(Date.now() + 1000).toISOString() };
    const headers = { origin: site };
    expect((await page.request.post(`/api/blogs/${id}/schedule`, { data, headers })).status()).toBe(200);
    await expect.poll(() => statusOf(pathOf(title))).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(data.publishAt));

    const { liveVersion: formerVersion } = await (await page.request.get(`/api/blogs/${id}/draft`)).json();

    await openScreen(page, editPath);
    await expect(statusBadge(page)).toHaveText("Published");
    await titleField(page).fill(renamed);
    await expect(page.getByText(/The address changes when this is published/)).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Unpublished changes");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await expect(statusBadge(page)).toHaveText("Published");
    const redirect = await page.request.get(pathOf(title), { maxRedirects: 0 });
    expect([redirect.status(), redirect.headers().location]).toEqual([301, pathOf(renamed)]);

    await openScreen(page, `${editPath}/history`);
    await expect(page.locator(".compared ins, .compared del").first()).toBeVisible();
    await page.getByRole("button", { name: `Restore version ${formerVersion}`, exact: true }).click();
    await expect(page.locator(".toast")).toContainText("Restored version");
    await openScreen(page, editPath);
    await expect(titleField(page)).toHaveValue(title);
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await expect(statusBadge(page)).toHaveText("Published");
    expect([await statusOf(pathOf(title)), await statusOf(pathOf(renamed))]).toEqual([200, 301]);

    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Move to trash" }).click();
    await expect(page).toHaveURL(/\/dashboard\/manageblog/);
    expect(await statusOf(pathOf(title))).toBe(404);
    await openScreen(page, "/dashboard/trash?kind=blog");
    await page.getByRole("button", { name: `Restore ${title}` }).click();
    await expect(page.locator(".toast")).toContainText(`Restored: “${title}”.`);
    await openScreen(page, editPath);
    await expect(titleField(page)).toHaveValue(title);
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toContainText(text);
  });
