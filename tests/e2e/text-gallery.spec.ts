import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, open, test } from "../support/e2e.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

const altTexts = ["A ferry at the ghat", "Nets in the sun", "The bridge by night"];

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const picturesIn = (page: Page) => editorOf(page).locator(".gallery img");
const tools = (page: Page) => page.getByRole("toolbar", { name: "Gallery" });

async function openNewPost(page: Page, site: string): Promise<string> {
  await startStaffSession(page, site);
  const title = `Gallery ${Math.random().toString(36).slice(2, 8)}`;
  const created = await page.request.post("/api/blogs", {
    data: { title, summary: "For the gallery", body: { markdown: "Seen on the river." } },
    headers: { origin: site },
  });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  await editorOf(page).click();
  await page.keyboard.press("Control+End");
  return _id;
}

/** Chooses sample pictures, which no other test deletes. */
async function addPictures(page: Page, count: number): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Choose pictures" });
  const pictures = dialog.getByRole("group", { name: "Pictures" }).getByRole("button");
  await dialog.getByRole("searchbox", { name: "Search pictures" }).fill("logo-");
  await expect(pictures.filter({ hasNotText: "logo-" })).toHaveCount(0);
  for (let index = 0; index < count; index++) await pictures.nth(index).click();
  await expect(dialog.getByRole("status")).toContainText(`${count} chosen`);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Add ${count} picture` }).click();
  await expect(dialog).toBeHidden();
}

async function describePicture(page: Page, index: number, alt: string): Promise<void> {
  const picture = picturesIn(page).nth(index);
  const before = await picture.getAttribute("alt");
  await picture.click();
  // The field updates one frame after the selection.
  await expect(page.getByLabel("Alt text")).toHaveValue(before ?? "");
  await page.getByLabel("Alt text").fill(alt);
  await page.getByLabel("Alt text").press("Enter");
  // The editor regains focus asynchronously.
  await expect(editorOf(page)).toBeFocused();
}

/** Moves the post to trash, so that feeds in other tests do not contain it. */
async function trashPost(page: Page, id: string): Promise<void> {
  await openScreen(page, `/dashboard/updateblog/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await expect(page).toHaveURL(/\/dashboard\/manageblog/);
}

test("staff add a gallery to a post, and readers view it @engine", async ({ page, site }) => {
  const id = await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await addPictures(page, 3);
  await expect(picturesIn(page)).toHaveCount(3);
  for (const [index, alt] of altTexts.entries()) await describePicture(page, index, alt);
  await expect(async () => {
    await picturesIn(page).nth(2).click();
    await page.getByLabel("Caption").fill("Bridges, all of them");
    await page.getByLabel("Caption").press("Enter", { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(editorOf(page)).toBeFocused();
  await tools(page).getByRole("button", { name: "Move left" }).click();
  await expect(picturesIn(page).nth(1)).toHaveAttribute("alt", altTexts[2] ?? "");
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
  await expect(links.nth(1)).toHaveAccessibleName(`Enlarge picture 2 of 3: ${altTexts[2]}`);
  await expect(gallery.getByRole("img").nth(1)).toHaveAttribute("alt", altTexts[2] ?? "");
  expect(await findViolations(page)).toEqual([]);
  await links.nth(1).focus();
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog", { name: "Pictures" });
  await expect(viewer).toContainText("Picture 2 of 3Bridges, all of them");
  await expect(viewer).toHaveCSS("display", "grid");
  await expect(viewer.getByRole("button", { name: "Close" })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText(`3 of 3${altTexts[1]}`);
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
  await links.first().click();
  await expect(viewer).toContainText(`1 of 3${altTexts[0]}`);
  for (const path of ["/blog/feed.xml", `/api/blogs/${slug}`]) {
    const content = await (await page.request.get(path)).text();
    expect(content, path).toContain(altTexts[0] ?? "");
    expect(content, path).not.toContain("Enlarge picture");
  }
  await trashPost(page, id);
});

test("a gallery is extended, ungrouped and deleted, with undo @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await addPictures(page, 2);
  // Transparent pictures keep a light background, so that dark lines stay visible in dark mode.
  const background = () =>
    picturesIn(page)
      .first()
      .evaluate((image) => getComputedStyle(image).backgroundColor);
  const theme = (name: string) =>
    page.locator("html").evaluate((html, value) => html.setAttribute("data-theme", value), name);
  const lightBackground = await background();
  await theme("dark");
  expect(await background()).toBe(lightBackground);
  await theme("light");
  await picturesIn(page).first().click();
  // ProseMirror gives up a selection if a slow device takes 200 ms after the focus.
  await editorOf(page).evaluate((text) => {
    const stall = () => {
      const start = performance.now();
      while (performance.now() - start < 400);
    };
    text.addEventListener("focus", stall, { once: true });
  });
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
  for (let count = 2; count > 0; count--) {
    await picturesIn(page).first().click();
    await page.keyboard.press("Delete");
    await expect(picturesIn(page)).toHaveCount(count - 1);
  }
  await expect(editorOf(page).locator(".gallery")).toHaveCount(0);
});

test("several pictures are uploaded, each with alt text @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const icons = ["public/icons/180.png", "public/icons/512.png"];
  await dialog.getByLabel("Upload pictures").setInputFiles(icons);
  for (const [index, alt] of ["A small sign", "A large sign"].entries()) {
    await expect(dialog.getByText("1 more picture follows.")).toHaveCount(1 - index);
    await dialog.getByLabel("Alt text").fill(alt);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  }
  await dialog.getByRole("button", { name: "Add 2 pictures" }).click();
  await expect(picturesIn(page).nth(0)).toHaveAttribute("alt", "A small sign");
  await expect(picturesIn(page).nth(1)).toHaveAttribute("alt", "A large sign");
});

test("fields edit the selected picture, and typing adds a paragraph @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await addPictures(page, 2);
  await page.keyboard.type("Hello after");
  await expect(picturesIn(page)).toHaveCount(2);
  for (const index of [0, 1]) await describePicture(page, index, altTexts[index] ?? "");
  await picturesIn(page).nth(0).click();
  await expect(page.getByLabel("Alt text")).toHaveValue(altTexts[0] ?? "");
  await picturesIn(page).nth(1).click();
  await expect(page.getByLabel("Alt text")).toHaveValue(altTexts[1] ?? "");
  await page.getByLabel("Alt text").press("End");
  await page.keyboard.type(", drying");
  await expect(picturesIn(page).nth(1)).toHaveAttribute("alt", `${altTexts[1]}, drying`);
  await page.getByLabel("Alt text").press("Enter");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Alt text")).not.toHaveValue(`${altTexts[1]}, drying`);
  await page.keyboard.type("Below the gallery");
  await expect(picturesIn(page)).toHaveCount(2);
  await expect(editorOf(page).locator(".gallery + p")).toHaveText("Below the gallery");
  await expect(editorOf(page).getByText("Hello after")).toBeVisible();
});

test("pasted files stay in place while typing continues @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  await page.keyboard.press("Enter");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/files", async (route) => {
    await released;
    await route.continue();
  });
  const icons = ["public/icons/180.png", "public/icons/512.png"].map((path) =>
    readFileSync(path).toString("base64"),
  );
  await editorOf(page).evaluate((editor, files) => {
    const clipboardData = new DataTransfer();
    for (const [index, text] of files.entries()) {
      const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      clipboardData.items.add(new File([bytes], `sign-${index}.png`, { type: "image/png" }));
    }
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, icons);
  await expect(editorOf(page).getByText("Adding 2 pictures…")).toBeVisible();
  await page.keyboard.type("Written while they ");
  release();
  await expect(picturesIn(page)).toHaveCount(2);
  await expect(page.getByText("2 pictures are added.")).toBeVisible();
  await page.keyboard.type("came.");
  await expect(editorOf(page).getByText("Written while they came.")).toBeVisible();
});

test("a picture copied from another post is displayed when pasted @desktop", async ({ page, site }) => {
  await openNewPost(page, site);
  const { files } = await (await page.request.get("/api/files?type=picture&limit=1")).json();
  // An id that the editor has not loaded yet.
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
