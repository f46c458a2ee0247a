import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { aJpeg } from "../support/library.ts";
import { aPdf } from "../support/pdf.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Opens the library and waits until scripts have taken its form over. */
async function openLibrary(page: Page): Promise<void> {
  await openScreen(page, "/dashboard/files");
  await expect(page.getByLabel("Files to upload")).toBeHidden();
}

test("files are uploaded, described, tagged, found, deleted and brought back @phone @engine", async ({
  page,
}, { project }) => {
  await openLibrary(page);
  const name = (what: string) => `${what}-${project.name}.jpg`;
  const [river, boats] = [name("river"), name("boats")];
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await (await chosen).setFiles([
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
  for (const one of [river, boats]) await files.filter({ hasText: one }).getByRole("checkbox").check();
  const bar = page.getByRole("form", { name: "Selected rows" });
  await expect(bar).toContainText("2 selected");
  const tag = `Trip ${project.name}`;
  await bar.getByRole("combobox", { name: /^Tags/ }).fill(tag);
  expect(await findViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Add tag" }).click();
  await expect(page.locator(".toast").filter({ hasText: `tagged “${tag}”` })).toBeVisible();
  await page.goto(`/dashboard/files?tag=${encodeURIComponent(tag)}&view=list`);
  for (const one of [river, boats])
    await expect(page.getByRole("row", { name: new RegExp(one) })).toHaveCount(1);
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

test("a file's focal point, text and bytes change and are restored @desktop", async ({ page, site }) => {
  const sent = await page.request.post("/api/files", {
    headers: { origin: site },
    multipart: { alt: "A wall", file: jpeg("wall.jpg", await aJpeg(600, 300, "gray")) },
  });
  const [{ file }] = (await sent.json()).files;
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
  const read = async () => (await page.request.get(`/api/files/${file._id}`)).json();
  expect(await read()).toMatchObject({ alt: "A grey wall", focal: [0.9, expect.any(Number)] });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue("A wall");
  await page.getByLabel("The new picture").setInputFiles(jpeg("b.jpg", await aJpeg(400, 400, "red")));
  await page.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("400 × 400")).toBeVisible();
  expect(await read()).toMatchObject({ revision: 2, width: 400, alt: "A wall" });
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

test("files are dropped and pasted, and arrow keys move focus @desktop", async ({ page }) => {
  await openLibrary(page);
  const give = async (event: string, name: string, colour = "olive") => {
    const bytes = [...(await aJpeg(40, 30, colour))];
    await page.evaluate(
      ([event, name, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
        const init = { bubbles: true, cancelable: true };
        const given =
          event === "paste"
            ? new ClipboardEvent(event, { ...init, clipboardData: data })
            : new DragEvent(event, { ...init, dataTransfer: data });
        document.querySelector("main")?.dispatchEvent(given);
      },
      [event, name, bytes] as const,
    );
  };
  await give("dragover", "x.jpg");
  await expect(page.getByText("Drop to upload")).toBeVisible();
  await give("drop", "dropped.jpg");
  await give("paste", "pasted.jpg", "teal");
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

/** The colours of a bar that is half done: of what is done, and of what is left. */
async function coloursOf(bar: Locator): Promise<number[][]> {
  await bar.evaluate((shown) => {
    if (shown instanceof HTMLProgressElement) shown.value = shown.max / 2;
  });
  const { data, info } = await sharp(await bar.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].map((part) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * part)) * 3;
    return [...data.subarray(at, at + 3)];
  });
}

/** Painting rounds colours by a step or two, now up and now down. */
function expectSameColours(seen: number[][], wanted: number[][]): void {
  const steps = seen.flat().map((value, at) => Math.abs(value - (wanted.flat()[at] ?? Number.NaN)));
  expect(Math.max(...steps), `${JSON.stringify(seen)} beside ${JSON.stringify(wanted)}`).toBeLessThanOrEqual(
    3,
  );
}

test("A24 progress bars share one look in the product's colours @desktop", async ({ page }) => {
  await openLibrary(page);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/files", async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await (await chosen).setFiles([jpeg("slow.jpg", await aJpeg(60, 40, "purple"))]);
  const upload = page.getByRole("progressbar", { name: "slow.jpg, uploaded" });
  await expect(upload).toBeVisible();
  await page.locator("main").evaluate((main) => {
    const sending = document.createElement("section");
    sending.className = "sending";
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", "Newsletter");
    const own = document.createElement("div");
    own.style.cssText =
      "width: 8rem; height: 0.5rem; background: linear-gradient(90deg, var(--blue) 50%, var(--line) 50%)";
    own.id = "own-colours";
    sending.append(bar, own);
    main.append(sending);
  });
  const own = await coloursOf(page.locator("#own-colours"));
  expectSameColours(await coloursOf(upload), own);
  expectSameColours(await coloursOf(page.getByRole("progressbar", { name: "Newsletter" })), own);
  held.resolve();
  await expect(page.getByRole("region", { name: "Uploads" }).getByRole("heading")).toHaveText("1 uploaded");
});

test("a PDF is uploaded and deleted, and one with scripts refused @desktop", async ({ page }, {
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
