import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, open, test } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

const words = ["A ferry at the ghat", "Nets in the sun", "The bridge by night"];

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const picturesIn = (page: Page) => editorOf(page).locator(".gallery img");
const tools = (page: Page) => page.getByRole("toolbar", { name: "Gallery" });

async function openNewPost(page: Page, site: string): Promise<string> {
  await enter(page, site);
  const title = `Gallery ${Math.random().toString(36).slice(2, 8)}`;
  const made = await page.request.post("/api/blogs", {
    data: { title, summary: "For the gallery", body: { markdown: "Seen on the river." } },
    headers: { origin: site },
  });
  const { _id } = await made.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await editorOf(page).click();
  await page.keyboard.press("Control+End");
  return _id;
}

/** Chooses pictures of the sample, which no other test throws away. */
async function addPictures(page: Page, count: number): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Choose pictures" });
  const pictures = dialog.getByRole("group", { name: "Pictures" }).getByRole("button");
  await dialog.getByRole("searchbox", { name: "Search pictures" }).fill("logo-");
  await expect(pictures.filter({ hasNotText: "logo-" })).toHaveCount(0);
  for (let at = 0; at < count; at++) await pictures.nth(at).click();
  await expect(dialog.getByRole("status")).toContainText(`${count} chosen`);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Add ${count} picture` }).click();
  await expect(dialog).toBeHidden();
}

async function describePicture(page: Page, at: number, alt: string): Promise<void> {
  const picture = picturesIn(page).nth(at);
  const before = await picture.getAttribute("alt");
  await picture.click();
  // The box follows the picture a frame later.
  await expect(page.getByLabel("Alt text")).toHaveValue(before ?? "");
  await page.getByLabel("Alt text").fill(alt);
  await page.getByLabel("Alt text").press("Enter");
  // The editor takes the focus back a moment later.
  await expect(editorOf(page)).toBeFocused();
}

/** Keeps the post out of the feed of other tests. */
async function putAway(page: Page, id: string): Promise<void> {
  await openScreen(page, `/dashboard/updateblog/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await expect(page).toHaveURL(/\/dashboard\/manageblog/);
}

test("staff create a gallery in a text, and readers view it @engine", async ({ page, site }) => {
  const id = await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await addPictures(page, 3);
  await expect(picturesIn(page)).toHaveCount(3);
  for (const [at, alt] of words.entries()) await describePicture(page, at, alt);
  await expect(async () => {
    await picturesIn(page).nth(2).click();
    await page.getByLabel("Caption").fill("Bridges, all of them");
    await page.getByLabel("Caption").press("Enter", { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(editorOf(page)).toBeFocused();
  await tools(page).getByRole("button", { name: "Move left" }).click();
  await expect(picturesIn(page).nth(1)).toHaveAttribute("alt", words[2] ?? "");
  await expect(page.locator(".saving > span").first()).toHaveText(/Saved/, { timeout: 20_000 });
  expect(await findViolations(page)).toEqual([]);
  const published = await page.request.post(`/api/blogs/${id}/publish`, {
    data: { reason: "For the test" },
    headers: { origin: site },
  });
  expect(published.status()).toBe(200);
  const { slug } = await (await page.request.get(`/api/blogs/${id}`)).json();

  await open(page, `/blog/${slug}`);
  const gallery = page.getByRole("group", { name: "Gallery" });
  const links = gallery.getByRole("link");
  await expect(links).toHaveCount(3);
  await expect(links.nth(1)).toHaveAccessibleName(`Enlarge picture 2 of 3: ${words[2]}`);
  await expect(gallery.getByRole("img").nth(1)).toHaveAttribute("alt", words[2] ?? "");
  expect(await findViolations(page)).toEqual([]);
  await links.nth(1).focus();
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog", { name: "Pictures" });
  await expect(viewer).toContainText("Picture 2 of 3Bridges, all of them");
  await expect(viewer).toHaveCSS("display", "grid");
  await expect(viewer.getByRole("button", { name: "Close" })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText(`3 of 3${words[1]}`);
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
  await links.first().click();
  await expect(viewer).toContainText(`1 of 3${words[0]}`);
  for (const path of ["/blog/feed.xml", `/api/blogs/${slug}`]) {
    const answer = await (await page.request.get(path)).text();
    expect(answer, path).toContain(words[0] ?? "");
    expect(answer, path).not.toContain("Enlarge picture");
  }
  await putAway(page, id);
});

test("a gallery is extended, ungrouped and deleted, with undo @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await addPictures(page, 2);
  // Dark lines of transparent pictures are seen by night, too.
  const ground = () =>
    picturesIn(page)
      .first()
      .evaluate((image) => getComputedStyle(image).backgroundColor);
  const theme = (name: string) =>
    page.locator("html").evaluate((html, value) => html.setAttribute("data-theme", value), name);
  const byDay = await ground();
  await theme("dark");
  expect(await ground()).toBe(byDay);
  await theme("light");
  await picturesIn(page).first().click();
  await tools(page).getByRole("button", { name: "Add pictures" }).click();
  await addPictures(page, 1);
  await expect(picturesIn(page)).toHaveCount(3);
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(picturesIn(page)).toHaveCount(2);
  await tools(page).getByRole("button", { name: "Ungroup" }).click();
  await expect(editorOf(page).locator(".gallery")).toHaveCount(0);
  await expect(editorOf(page).locator("figure img")).toHaveCount(2);
  // Undo restores the group without the deleted picture.
  await page.keyboard.press("Control+z");
  await expect(picturesIn(page)).toHaveCount(2);
  for (let left = 2; left > 0; left--) {
    await picturesIn(page).first().click();
    await page.keyboard.press("Delete");
    await expect(picturesIn(page)).toHaveCount(left - 1);
  }
  await expect(editorOf(page).locator(".gallery")).toHaveCount(0);
});

test("several pictures are uploaded, each with alt text @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const icons = ["public/icons/180.png", "public/icons/512.png"];
  await dialog.getByLabel("Upload pictures").setInputFiles(icons);
  for (const [at, alt] of ["A small sign", "A large sign"].entries()) {
    await expect(dialog.getByText("1 more picture follows.")).toHaveCount(1 - at);
    await dialog.getByLabel("Alt text").fill(alt);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  }
  await dialog.getByRole("button", { name: "Add 2 pictures" }).click();
  await expect(picturesIn(page).nth(0)).toHaveAttribute("alt", "A small sign");
  await expect(picturesIn(page).nth(1)).toHaveAttribute("alt", "A large sign");
});

test("fields belong to the selected picture, and typed text stays separate @desktop", async ({
  page,
  site,
}) => {
  await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await addPictures(page, 2);
  await page.keyboard.type("Hello after");
  await expect(picturesIn(page)).toHaveCount(2);
  for (const at of [0, 1]) await describePicture(page, at, words[at] ?? "");
  await picturesIn(page).nth(0).click();
  await expect(page.getByLabel("Alt text")).toHaveValue(words[0] ?? "");
  await picturesIn(page).nth(1).click();
  await expect(page.getByLabel("Alt text")).toHaveValue(words[1] ?? "");
  await page.getByLabel("Alt text").press("End");
  await page.keyboard.type(", drying");
  await expect(picturesIn(page).nth(1)).toHaveAttribute("alt", `${words[1]}, drying`);
  await page.getByLabel("Alt text").press("Enter");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Alt text")).not.toHaveValue(`${words[1]}, drying`);
  await page.keyboard.type("Below the gallery");
  await expect(picturesIn(page)).toHaveCount(2);
  await expect(editorOf(page).locator(".gallery + p")).toHaveText("Below the gallery");
  await expect(editorOf(page).getByText("Hello after")).toBeVisible();
});

test("pasted files stay in place while typing continues @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.keyboard.press("Enter");
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/api/files", async (route) => {
    await held;
    await route.continue();
  });
  const icons = ["public/icons/180.png", "public/icons/512.png"].map((path) =>
    readFileSync(path).toString("base64"),
  );
  await editorOf(page).evaluate((editor, files) => {
    const clipboardData = new DataTransfer();
    for (const [at, text] of files.entries()) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], `sign-${at}.png`, { type: "image/png" }));
    }
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, icons);
  await expect(editorOf(page).getByText("Adding 2 pictures…")).toBeVisible();
  await page.keyboard.type("Written while they ");
  letThrough();
  await expect(picturesIn(page)).toHaveCount(2);
  await expect(page.getByText("2 pictures are added.")).toBeVisible();
  await page.keyboard.type("came.");
  await expect(editorOf(page).getByText("Written while they came.")).toBeVisible();
});

test("a picture copied from another text is shown when pasted @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  const { files } = await (await page.request.get("/api/files?type=picture&limit=1")).json();
  // One beyond those that an editor begins with.
  const id = "0190a7f4-0000-7000-8000-000000000001";
  await page.route(`**/api/files/${id}`, (route) => route.fulfill({ json: { ...files[0], _id: id } }));
  const html = `<div data-pm-slice="0 0 []"><figure data-file="${id}" data-alt="Copied" data-caption=""></figure></div>`;
  await editorOf(page).evaluate((editor, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
  const image = editorOf(page).getByRole("img", { name: "Copied" });
  await expect(image).toHaveAttribute("src", new RegExp(`/files/${id}/`));
});
