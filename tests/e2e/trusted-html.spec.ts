import { expect, open, test } from "../support/e2e.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

test("a page removes untrusted HTML @once", async ({ browser, site }) => {
  // Uses a new page, because the fixture fails on the expected console messages.
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await open(page, "/");
  const results = await page.evaluate(() => {
    const box = document.createElement("div");
    box.innerHTML = "<img src=x onerror=document.title='run'>";
    const runAndReport = (action: () => unknown) => {
      try {
        action();
        return "done";
      } catch (error) {
        return String(error);
      }
    };
    const script = document.createElement("script");
    return {
      box: box.innerHTML,
      address: runAndReport(() => {
        script.src = "/site.js";
      }),
      parsed: runAndReport(() => new DOMParser().parseFromString("<b>x</b>", "text/html").body.innerHTML),
      policy: runAndReport(() => Reflect.get(window, "trustedTypes").createPolicy("theirs", {})),
    };
  });
  expect(results.box).toBe("");
  expect(results.address).toContain("TrustedScriptURL");
  expect(results.policy).toMatch(/policy|Policy/);
  expect(messages.filter((text) => text.startsWith("Removed untrusted HTML"))).not.toEqual([]);
  await context.close();
});

test("an article opened by a link has its own structured data @once", async ({ page }) => {
  // Opens a sample post, because posts of other tests may have no paragraphs.
  await open(page, "/authors/Tithi-Oleek");
  const structuredData = page.locator("script[type='application/ld+json']");
  expect(JSON.parse((await structuredData.textContent()) ?? "")).toMatchObject([{ "@type": "Person" }, {}]);
  await page.locator("main a[href^='/blog/']").first().click();
  await expect(page).toHaveURL(/\/blog\//);
  await expect(page.locator(".prose p").first()).toBeVisible();
  await expect(structuredData).toHaveCount(1);
  expect(JSON.parse((await structuredData.textContent()) ?? "")).toMatchObject([
    { "@type": "BlogPosting" },
    {},
  ]);
});

test("pasting styled text causes no policy violation @once", async ({ page, site }) => {
  await startStaffSession(page, site);
  const created = await page.request.post("/api/blogs", {
    data: { title: "Pasted styles", summary: "Of elsewhere", body: { markdown: "" } },
    headers: { origin: site },
  });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/updateblog/${_id}`);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.focus();
  const paste = (html: string, plain: string) =>
    text.evaluate(
      (target, [html, plain]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", html);
        clipboardData.setData("text/plain", plain);
        target.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
      },
      [html, plain] as const,
    );
  await paste(
    '<html><head><style>p{color:red}</style></head><body><p style="margin:0"><b style="color:blue">Nine mills</b> and <span style="font-style:italic;color:red">one</span> ferry</p></body></html>',
    "Nine mills and one ferry",
  );
  await expect(text).toHaveText("Nine mills and one ferry");
  await expect(text.locator("strong")).toHaveText("Nine mills");
  // The editor parses its own clipboard format differently.
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await page.keyboard.press("ArrowRight");
  // The selectionchange event fires after the key event.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await paste('<p data-pm-slice="1 1 []">and <strong>a jetty</strong></p>', "and a jetty");
  await expect(text.locator("strong")).toHaveText(["Nine mills", "a jetty"]);
});
