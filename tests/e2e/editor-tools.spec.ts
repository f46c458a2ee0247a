import type { Locator, Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { aJpeg } from "../support/library.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

const newTitle = () => `Tools ${Math.random().toString(36).slice(2, 8)}`;
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const saveStatus = (page: Page) => page.locator(".saving > span").first();
const statusBadge = (page: Page) => page.locator(".now .badge");

const longText = Array.from(
  { length: 40 },
  (_, index) =>
    `Paragraph ${index + 1} about the river and the boats on it, with words enough for two lines.`,
).join("\n\n");

const wideText = [
  "| A long heading of a column | Another long heading | A third heading | A fourth heading |",
  "|---|---|---|---|",
  "| 1 | 2 | 3 | 4 |",
  "",
  "```",
  "const line = aFunction(withManyArguments, thatGoOn, andOn, andOn, andOn, andOn, untilTheEnd);",
  "```",
  "",
  `https://example.example/${"averylongaddress".repeat(12)}`,
].join("\n");

async function openPost(page: Page, site: string, markdown: string, title = newTitle()): Promise<string> {
  await startStaffSession(page, site);
  const created = await page.request.post("/api/blogs", {
    data: { title, summary: "For the tools", body: { markdown } },
    headers: { origin: site },
  });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await expect(text(page)).toBeVisible();
  return _id;
}

/**
 * Moves the caret to the end of the text. Retries, because the editor restores its own selection shortly after it gets the
 * focus.
 */
async function moveCaretToEnd(page: Page): Promise<void> {
  await text(page).focus();
  const isAtEnd = () =>
    text(page).evaluate((box) => box.lastElementChild?.contains(getSelection()?.focusNode ?? null));
  await expect(async () => {
    await page.waitForTimeout(100);
    await page.keyboard.press("Control+End");
    // The editor may still restore its selection.
    await page.waitForTimeout(150);
    expect(await isAtEnd()).toBe(true);
  }).toPass({ timeout: 20_000 });
}

async function startNewLine(page: Page): Promise<void> {
  await moveCaretToEnd(page);
  await page.keyboard.press("Enter");
}

/** Expects an element between the sticky toolbar and the bottom of the window. */
async function expectInView(page: Page, element: Locator): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  await expect(async () => {
    const tools = await page.locator(".bars").boundingBox();
    const box = await element.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((tools?.y ?? 0) + (tools?.height ?? 0) - 1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }).toPass({ timeout: 20_000 });
}

test("a new table focuses its first cell; Tab focuses the next @phone", async ({ page, site }) => {
  await openPost(page, site, longText);
  await startNewLine(page);
  await page.keyboard.type("/tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("toolbar", { name: "Table" })).toBeVisible();
  for (const word of ["Service", "Price", "Weeks", "Website", "180", "6"]) {
    await page.keyboard.type(word);
    await page.keyboard.press("Tab");
  }
  await expect(text(page).locator("tr")).toHaveCount(3);
  await expect(text(page).locator("tr").nth(0).locator("th")).toHaveText(["Service", "Price", "Weeks"]);
  await expect(text(page).locator("tr").nth(1).locator("td")).toHaveText(["Website", "180", "6"]);
  const tools = await page.getByRole("toolbar", { name: "Table" }).boundingBox();
  expect(tools?.height).toBeLessThan(50);
  await expectInView(page, text(page).locator("tr").nth(2));
  expect(await findViolations(page)).toEqual([]);
});

test("the block menu stays visible below a long text @phone", async ({ page, site }) => {
  await openPost(page, site, longText);
  await startNewLine(page);
  await page.keyboard.type("/");
  const options = page.getByRole("listbox", { name: "Blocks" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  const count = await options.count();
  for (let index = 0; index < count; index += 1) {
    await expectInView(page, options.and(page.locator("[aria-selected=true]")));
    await page.keyboard.press("ArrowDown");
  }
});

test("editor dialogs focus their field and return the focus @desktop", async ({ page, site }) => {
  await openPost(page, site, "Words to link.");
  await text(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+Shift+k");
  await expect(page.getByLabel("Paste a URL or search")).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type("https://river.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(text(page)).toBeFocused();
  await expect(text(page).locator("a")).toHaveAttribute("href", "https://river.example");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/video");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Video URL")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("/pict");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search pictures" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text(page)).toBeFocused();
});

test("a link at the caret is opened, changed and removed @desktop", async ({ page, site }) => {
  await openPost(page, site, "See [the river](https://river.example/a) tonight.");
  const bubble = page.getByRole("region", { name: "Link at the caret" });
  await text(page).focus();
  await page.keyboard.press("Control+Home");
  await expect(bubble).toBeHidden();
  for (let index = 0; index < 6; index += 1) await page.keyboard.press("ArrowRight");
  await expect(bubble.getByRole("link")).toHaveAttribute("href", "https://river.example/a");
  await expect(bubble.getByRole("link")).toHaveAttribute("target", "_blank");
  await expectInView(page, bubble);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(bubble.getByRole("link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text(page)).toBeFocused();
  await bubble.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Paste a URL or search")).toHaveValue("https://river.example/a");
  await page.getByLabel("Paste a URL or search").fill("https://river.example/b");
  await page.keyboard.press("Enter");
  await expect(text(page).locator("a")).toHaveAttribute("href", "https://river.example/b");
  await expect(text(page).locator("a")).toHaveText("the river");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(text(page)).toBeFocused();
  // The caret is still in the link.
  await expect(bubble.getByRole("link")).toHaveAttribute("href", "https://river.example/b");
  await bubble.getByRole("button", { name: "Remove" }).click();
  await expect(text(page).locator("a")).toHaveCount(0);
  await expect(bubble).toBeHidden();
  await expect(text(page)).toBeFocused();
  await page.keyboard.type("!");
  await expect(text(page)).toHaveText("See th!e river tonight.");
});

test("shortcuts insert a line break and publish; Undo unpublishes @desktop", async ({ page, site }) => {
  const title = newTitle();
  await openPost(page, site, "Half a thought", title);
  await moveCaretToEnd(page);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.type("and the rest");
  await expect(text(page).locator("p br")).toHaveCount(1);
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await expect(statusBadge(page)).toHaveText("Draft");
  const path = `/blog/${title.replaceAll(" ", "-")}`;
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("dialog", { name: "Publish?" })).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
  await page.keyboard.press("Enter");
  const toast = page.locator(".toast", { hasText: `Published “${title}”.` });
  await expect(toast.getByRole("link", { name: "View" })).toHaveAttribute("href", path);
  expect((await page.request.get(path)).status()).toBe(200);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(statusBadge(page)).toHaveText("Draft");
  expect((await page.request.get(path)).status()).toBe(404);
});

test("the save state and toolbar stay visible in a long text", async ({ page, site }) => {
  await openPost(page, site, longText);
  await startNewLine(page);
  await page.keyboard.type("The last words.");
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await expect(saveStatus(page)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeInViewport();
  await expect(async () => {
    const header = await page.locator(".head").boundingBox();
    const tools = await page.locator(".bars").boundingBox();
    expect(header?.y).toBe(0);
    expect(Math.abs((tools?.y ?? 0) - (header?.height ?? 0))).toBeLessThan(2);
  }).toPass({ timeout: 20_000 });
  await expectInView(page, text(page).locator("p").last());
});

for (const width of [360, 390])
  test(`the editor fits a phone with a width of ${width} px @phone`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 740 });
    await openPost(page, site, wideText);
    await expect(text(page).locator("table")).toBeVisible();
    await text(page).locator("th").first().click();
    await expect(page.getByRole("toolbar", { name: "Table" })).toBeVisible();
    expect(await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth])).toEqual([
      width,
      width,
    ]);
    const last = text(page).locator("th").nth(3);
    await expect(last).not.toBeInViewport({ ratio: 0.5 });
    for (let index = 0; index < 3; index += 1) await page.keyboard.press("Tab");
    await page.keyboard.type("Typed over");
    await expect(last).toHaveText("Typed over");
    await expect(last).toBeInViewport({ ratio: 0.5 });
    // axe-core does not know that moving the caret scrolls the table.
    const violations = await findViolations(page);
    const isTable = (violation: string) =>
      violation.startsWith('scrollable-region-focusable: <div class="tablebox"');
    expect(violations.filter((violation) => !isTable(violation))).toEqual([]);
  });

test("wide tables and code scroll by keyboard on a phone @phone", async ({ page, site }) => {
  const id = await openPost(page, site, wideText);
  await page.goto(`/preview/blog/${id}`);
  for (const name of ["Table", "Code"]) {
    const region = page.getByRole("region", { name, exact: true });
    await region.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  }
  expect(await findViolations(page)).toEqual([]);
  // Printed pages cannot scroll.
  await page.emulateMedia({ media: "print" });
  const code = page.getByRole("region", { name: "Code", exact: true });
  expect(await code.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

/** Returns a matcher for requests of the editor for the state of its post. */
const matchStateRequest = (page: Page, id: string) => (url: URL) =>
  url.origin === new URL(page.url()).origin && url.pathname === `/dashboard/entry/save/blog/${id}`;

test("Ctrl+K links words to an entry; typed video addresses become videos @desktop", async ({
  page,
  site,
}) => {
  await openPost(page, site, "Words to link.");
  await text(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Paste a URL or search" });
  await expect(field).toBeFocused();
  await page.keyboard.type("Web Development");
  await expect(page.getByRole("option", { name: /^Web Development/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "Open in a new tab" }).check();
  await field.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(text(page).locator("a")).toHaveAttribute("href", "/services/Web-Development");
  await expect(text(page).locator("a")).toHaveAttribute("target", "_blank");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("youtu.be/aaaaaaaaaaa");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Behind it.");
  const video = text(page).locator("figure.video");
  await expect(video).toContainText("YouTube video");
  await video.click();
  await page.getByLabel("Caption").fill("The mill at night");
  await expect(video.locator("figcaption")).toHaveText("The mill at night");
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  const draft = await (
    await page.request.get(
      `${new URL(page.url()).pathname.replace("/dashboard/updateblog/", "/api/blogs/")}/draft`,
    )
  ).json();
  expect(draft.data.body.markdown ?? JSON.stringify(draft.data.body)).toContain("youtu");
});

test("Ctrl+K without a selection opens the command palette @desktop", async ({ page, site }) => {
  await openPost(page, site, "Words to link.");
  await moveCaretToEnd(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or jump to…" })).toBeVisible();
});

test("typing or Dismiss hides the paste notice @desktop", async ({ page, site }) => {
  await openPost(page, site, longText);
  const notice = page.getByText("A picture or video could not be pasted.");
  const paste = () =>
    text(page).evaluate((box) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", '<p>Pasted</p><img src="https://other.example/a.png">');
      clipboardData.setData("text/plain", "Pasted");
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
  await moveCaretToEnd(page);
  await paste();
  await expect(notice).toBeInViewport();
  await page.keyboard.type("!");
  await expect(notice).toBeHidden();
  await paste();
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toBeHidden();
});

test("missing alt text is entered in the gallery field @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  const headers = { origin: site };
  const picture = { name: "quay.jpg", mimeType: "image/jpeg", buffer: await aJpeg(50, 40, "navy") };
  const uploaded = await page.request.post("/api/files", { headers, multipart: { file: picture } });
  const { _id: file } = (await uploaded.json()).files[0].file;
  const data = { title: newTitle(), summary: "At the quay", gallery: [file] };
  const { _id } = await (await page.request.post("/api/portfolio", { headers, data })).json();
  await openScreen(page, `/dashboard/editportfolio/${_id}`);
  await page.getByLabel("No alt text yet for quay.jpg").fill("A quay at noon");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A quay at noon", { exact: true })).toBeVisible();
  expect(await (await page.request.get(`/api/files/${file}`)).json()).toMatchObject({
    alt: "A quay at noon",
  });
});

test("Discard changes returns to the published text @desktop", async ({ page, site }) => {
  await openPost(page, site, "As published.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(statusBadge(page)).toHaveText("Published");
  await moveCaretToEnd(page);
  await page.keyboard.type(" Not yet.");
  await expect(statusBadge(page)).toHaveText("Unpublished changes");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Discard changes" }).click();
  await expect(page.getByText("Discarded the changes.")).toBeVisible();
  await expect(text(page)).toHaveText("As published.");
  await expect(statusBadge(page)).toHaveText("Published");
});

test("leaving with invalid changes asks for confirmation @desktop", async ({ page, site }) => {
  await openPost(page, site, "Half a thought");
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.getByRole("link", { name: "Files", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(dialog.getByRole("button", { name: "Stay" })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/updateblog/);
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/dashboard\/files/);
});

test("shows a conflict in one field until both texts are merged @desktop", async ({ page, site }) => {
  const id = await openPost(page, site, "Both write here.");
  await page.request.patch(`/api/blogs/${id}`, {
    data: { summary: "Theirs" },
    headers: { origin: site, "if-match": '"1"' },
  });
  await page.getByLabel("Summary", { exact: true }).fill("Mine");
  await expect(saveStatus(page)).toHaveText(/Your version is kept/);
  const notice = page.getByText("You also edited this in another window (version 2).");
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Save merged version" }).click();
  await expect(saveStatus(page)).toHaveText(/^Saved/);
  await expect(notice).toHaveCount(0);
});

test("an open editor shows the status after its schedule ran @desktop", async ({ page, site }) => {
  // Disables polling by `setInterval`, so that only the timer for the due time runs.
  await page.clock.install();
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval; // never read
  });
  await startStaffSession(page, site);
  const headers = { origin: site };
  const data = { title: newTitle(), summary: "Goes out by itself", body: { markdown: "On time." } };
  const created = await page.request.post("/api/blogs", { data, headers });
  const { _id } = await created.json();
  const publishAt = new Date(Date.now() + 3_600_000);
  const scheduled = await page.request.post(`/api/blogs/${_id}/schedule`, {
    data: { publishAt: publishAt.toISOString(), reason: "For the test" },
    headers,
  });
  expect(scheduled.status()).toBe(200);
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  expect(await page.evaluate(() => setInterval(() => {}, 1000))).toBe(0);
  await expect(statusBadge(page)).toHaveText("Scheduled");
  const published = await page.request.post(`/api/blogs/${_id}/publish`, {
    data: { reason: "For the test" },
    headers,
  });
  expect(published.status()).toBe(200);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const isStateRequest = matchStateRequest(page, _id);
  await page.clock.pauseAt(publishAt);
  await expect(statusBadge(page)).toHaveText("Scheduled");
  expect(requests.filter((url) => isStateRequest(new URL(url)))).toEqual([]);
  await page.clock.runFor(10_000);
  await expect(statusBadge(page)).toHaveText("Published");
});

test("invalid fields are marked, and the others are saved @desktop", async ({ page, site }) => {
  const title = newTitle();
  await openPost(page, site, "The first.", title);
  await openScreen(page, "/dashboard/addblog");
  const field = page.getByLabel("Title", { exact: true });
  await expect(field).toBeFocused();
  await field.fill(title);
  await page.getByLabel("Summary", { exact: true }).fill("Beside a title that is taken");
  await expect(saveStatus(page)).toHaveText(/^Saved .*except: Another post already has the address/);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  const id = /[\da-f-]{36}$/.exec(page.url())?.[0];
  const draft = await (await page.request.get(`/api/blogs/${id}/draft`)).json();
  expect([draft.data.title, draft.data.summary]).toEqual([`${title} (2)`, "Beside a title that is taken"]);
  await field.fill(`${title} free`);
  await expect(saveStatus(page)).toHaveText(/^Saved \d\d:\d\d\.$/);
  await expect(field).not.toHaveAttribute("aria-invalid", "true");

  await openScreen(page, "/dashboard/addclient");
  await page.getByLabel("Name", { exact: true }).first().fill(`${title} client`);
  await page.getByLabel("Website").fill("https://");
  await page.getByLabel("Summary", { exact: true }).fill("Beside half an address");
  await expect(saveStatus(page)).toHaveText(/^Saved .*except: Enter a full web address/);
  await expect(page.getByLabel("Website")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Meta title (SEO)")).toHaveCount(0);
});

test("rows of a sortable list contain only table cells @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/manageservice");
  const cells = page.locator("tbody tr").first().locator("td:visible");
  const displays = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).display));
  expect(new Set(displays)).toEqual(new Set(["table-cell"]));
});

test("emphasis renders as font weight in editor and page @desktop", async ({ page, site }) => {
  const id = await openPost(page, site, "Some *leaning* words.");
  const readFontStyle = (element: Element) => {
    const { fontStyle, fontWeight, textDecorationLine } = getComputedStyle(element);
    return [fontStyle, fontWeight, textDecorationLine];
  };
  const expectedStyle = ["normal", "600", "none"];
  expect(await text(page).locator("em").evaluate(readFontStyle)).toEqual(expectedStyle);
  await page.goto(`/preview/blog/${id}`);
  expect(await page.locator(".prose em").evaluate(readFontStyle)).toEqual(expectedStyle);
});

test("A25 preview link stays uncovered, and toasts cover no content @phone", async ({ page, site }) => {
  await openPost(page, site, longText);
  await page.locator("summary", { hasText: "Share preview link" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByLabel("Copy it now. It is shown only once.");
  await expect(link).toHaveValue(/\/preview\/link\/.{20}/);
  // A trial click fails when another element covers the link.
  await link.click({ trial: true });
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke" }).click();
  const toast = page.locator(".toast", { hasText: "Link revoked." });
  // A focused toast does not close automatically.
  await toast.getByRole("button", { name: "Dismiss" }).focus();
  await expect(async () => {
    const contentBottom = await page.locator("main").evaluate((main) => {
      scrollTo(0, document.documentElement.scrollHeight);
      return Math.max(...[...main.children].map((part) => part.getBoundingClientRect().bottom));
    });
    const box = await toast.boundingBox();
    expect(contentBottom).toBeLessThanOrEqual(box?.y ?? 0);
  }).toPass({ timeout: 20_000 });
});

test("submitting a form keeps the focus or focuses the heading @desktop", async ({ page, site }) => {
  await openPost(page, site, "Half a thought");
  await page.locator("summary", { hasText: "Share preview link" }).click();
  const create = page.getByRole("button", { name: "Create link" });
  await create.focus();
  await page.keyboard.press("Enter");
  const link = page.getByLabel("Copy it now. It is shown only once.");
  await expect(link).toBeVisible();
  await expect(create).toBeFocused();
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  await publish.focus();
  await page.keyboard.press("Enter");
  await expect(statusBadge(page)).toHaveText("Published");
  await expect(page.getByRole("button", { name: "Update", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast", { hasText: "Link revoked." })).toBeVisible();
  // The page no longer shows the revoked link.
  await expect(link).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
