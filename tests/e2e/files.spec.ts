import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { aJpeg } from "../support/library.ts";
import { aPdf } from "../support/pdf.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Opens the file library and waits until scripts have enhanced its form. */
async function openLibrary(page: Page): Promise<void> {
  await openScreen(page, "/dashboard/files");
  await expect(page.getByLabel("Files to upload")).toBeHidden();
}

test("files are uploaded, described, tagged, filtered, trashed and restored @phone @engine", async ({
  page,
}, { project }) => {
  await openLibrary(page);
  const uniqueName = (stem: string) => `${stem}-${project.name}.jpg`;
  const [river, boats] = [uniqueName("river"), uniqueName("boats")];
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await (await choosing).setFiles([
    jpeg(river, await aJpeg(500, 300, "navy")),
    jpeg("no-picture.jpg", Buffer.from("<svg/>")),
    jpeg(boats, await aJpeg(500, 300, "teal")),
  ]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads.getByRole("heading")).toHaveText("2 uploaded, 1 failed");
  await expect(uploads).toContainText("SVG isn’t allowed");
  await uploads.getByRole("textbox", { name: `Alt text of ${river}` }).fill("A river at night");
  await uploads.getByRole("textbox", { name: `Alt text of ${river}` }).press("Enter");
  await expect(uploads).toContainText("Saved.");
  expect(await findViolations(page)).toEqual([]);
  await uploads.getByRole("button", { name: "Close" }).click();
  const files = page.getByRole("main").getByRole("listitem");
  for (const name of [river, boats]) await files.filter({ hasText: name }).getByRole("checkbox").check();
  const bar = page.getByRole("form", { name: "Selected rows" });
  await expect(bar).toContainText("2 selected");
  const tag = `Trip ${project.name}`;
  await bar.getByRole("combobox", { name: /^Tags/ }).fill(tag);
  expect(await findViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Add tag" }).click();
  await expect(page.locator(".toast").filter({ hasText: `tagged “${tag}”` })).toBeVisible();
  await page.goto(`/dashboard/files?tag=${encodeURIComponent(tag)}&view=list`);
  for (const name of [river, boats])
    await expect(page.getByRole("row", { name: new RegExp(name) })).toHaveCount(1);
  await page
    .getByRole("row", { name: new RegExp(boats) })
    .getByRole("checkbox")
    .check();
  await bar.getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByRole("row", { name: new RegExp(boats) })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("row", { name: new RegExp(boats) })).toHaveCount(1);
  expect(await findViolations(page)).toEqual([]);
});

test("a file's focal point, alt text and content change and revert @desktop", async ({ page, site }) => {
  const uploaded = await page.request.post("/api/files", {
    headers: { origin: site },
    multipart: { alt: "A wall", file: jpeg("wall.jpg", await aJpeg(600, 300, "gray")) },
  });
  const [{ file }] = (await uploaded.json()).files;
  await openScreen(page, `/dashboard/files/${file._id}`);
  await expect(page.getByRole("button", { name: "Copy URL" })).toBeVisible();
  await page.getByRole("slider", { name: /left/ }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("slider", { name: /left/ })).toHaveValue("53");
  const picture = await page.getByRole("img", { name: "A wall" }).boundingBox();
  await page.mouse.click((picture?.x ?? 0) + (picture?.width ?? 0) * 0.9, (picture?.y ?? 0) + 4);
  await expect(page.getByRole("slider", { name: /left/ })).toHaveValue("90");
  await page.getByRole("textbox", { name: "Alt text" }).fill("A grey wall");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".toast").filter({ hasText: "Saved." })).toBeVisible();
  const readFile = async () => (await page.request.get(`/api/files/${file._id}`)).json();
  expect(await readFile()).toMatchObject({ alt: "A grey wall", focal: [0.9, expect.any(Number)] });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue("A wall");
  await page.getByLabel("The new picture").setInputFiles(jpeg("b.jpg", await aJpeg(400, 400, "red")));
  await page.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("400 × 400")).toBeVisible();
  expect(await readFile()).toMatchObject({ revision: 2, width: 400, alt: "A wall" });
  await page.getByRole("button", { name: "Restore the previous file" }).click();
  await expect(page.getByText("600 × 300")).toBeVisible();
  await page
    .getByLabel("The new picture")
    .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: aPdf() });
  await page.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("replace it by a picture").first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/dashboard\/files$/);
  await page
    .locator(".toast")
    .filter({ hasText: /Moved “.+” to trash\./u })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.locator(".toast").filter({ hasText: "Restored." })).toBeVisible();
});

test("files upload by drop and paste, and arrow keys move focus @desktop", async ({ page }) => {
  await openLibrary(page);
  const dispatchFile = async (event: string, name: string, colour = "olive") => {
    const bytes = [...(await aJpeg(40, 30, colour))];
    await page.evaluate(
      ([event, name, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
        const init = { bubbles: true, cancelable: true };
        const fileEvent =
          event === "paste"
            ? new ClipboardEvent(event, { ...init, clipboardData: data })
            : new DragEvent(event, { ...init, dataTransfer: data });
        document.querySelector("main")?.dispatchEvent(fileEvent);
      },
      [event, name, bytes] as const,
    );
  };
  await dispatchFile("dragover", "x.jpg");
  await expect(page.getByText("Drop to upload")).toBeVisible();
  await dispatchFile("drop", "dropped.jpg");
  await dispatchFile("paste", "pasted.jpg", "teal");
  await expect(page.getByRole("region", { name: "Uploads" }).getByRole("heading")).toHaveText("2 uploaded");
  const links = page.locator(".thumbs a");
  for (const name of ["dropped.jpg", "pasted.jpg"])
    await expect(links.filter({ hasText: name }).first()).toBeVisible();
  await links.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByRole("form", { name: "Selected rows" })).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("form", { name: "Selected rows" })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/files\/[\da-f-]+$/);
});

/** Colours of a half-full progress bar: the filled part, then the rest. */
async function readColours(bar: Locator): Promise<number[][]> {
  await bar.evaluate((element) => {
    if (element instanceof HTMLProgressElement) element.value = element.max / 2;
  });
  const { data, info } = await sharp(await bar.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].map((fraction) => {
    const offset = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * fraction)) * 3;
    return [...data.subarray(offset, offset + 3)];
  });
}

/** Expects equal colours with a tolerance of 3, because rendering rounds them. */
function expectSameColours(actual: number[][], expected: number[][]): void {
  const differences = actual
    .flat()
    .map((value, index) => Math.abs(value - (expected.flat()[index] ?? Number.NaN)));
  expect(
    Math.max(...differences),
    `${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
  ).toBeLessThanOrEqual(3);
}

test("A24 progress bars look the same and use the product's colours @desktop", async ({ page }) => {
  await openLibrary(page);
  const released = Promise.withResolvers<void>();
  await page.route("**/api/files", async (route) => {
    await released.promise;
    await route.continue().catch(() => {});
  });
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await (await choosing).setFiles([jpeg("slow.jpg", await aJpeg(60, 40, "purple"))]);
  const upload = page.getByRole("progressbar", { name: "slow.jpg, uploaded" });
  await expect(upload).toBeVisible();
  await page.locator("main").evaluate((main) => {
    const sending = document.createElement("section");
    sending.className = "sending";
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", "Newsletter");
    const reference = document.createElement("div");
    reference.style.cssText =
      "width: 8rem; height: 0.5rem; background: linear-gradient(90deg, var(--blue) 50%, var(--line) 50%)";
    reference.id = "own-colours";
    sending.append(bar, reference);
    main.append(sending);
  });
  const expectedColours = await readColours(page.locator("#own-colours"));
  expectSameColours(await readColours(upload), expectedColours);
  expectSameColours(
    await readColours(page.getByRole("progressbar", { name: "Newsletter" })),
    expectedColours,
  );
  released.resolve();
  await expect(page.getByRole("region", { name: "Uploads" }).getByRole("heading")).toHaveText("1 uploaded");
});

test("a PDF is uploaded and deleted, and one with scripts rejected @desktop", async ({ page }, {
  project,
}) => {
  await openScreen(page, "/dashboard/files");
  const name = `prices-${project.name}.pdf`;
  await page.getByLabel("Files to upload").setInputFiles([
    { name, mimeType: "application/pdf", buffer: aPdf({ pages: 2 }) },
    {
      name: "bad.pdf",
      mimeType: "application/pdf",
      buffer: aPdf({ catalog: "/OpenAction << /S /JavaScript >>" }),
    },
  ]);
  await expect(page.getByText("This PDF contains JavaScript")).toBeVisible();
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByText("2 pages")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the PDF" }).click();
  expect((await download).suggestedFilename()).toBe(name);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/dashboard\/files$/);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});
