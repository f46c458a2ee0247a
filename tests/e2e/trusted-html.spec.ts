import { expect, open, test } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

test("untrusted HTML is left out of a page @once", async ({ browser, site }) => {
  // In a new page, since the fixture fails on the expected reports.
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  const reports: string[] = [];
  page.on("console", (message) => reports.push(message.text()));
  await open(page, "/");
  const written = await page.evaluate(() => {
    const box = document.createElement("div");
    box.innerHTML = "<img src=x onerror=document.title='run'>";
    const refused = (what: () => unknown) => {
      try {
        what();
        return "done";
      } catch (error) {
        return String(error);
      }
    };
    const script = document.createElement("script");
    return {
      box: box.innerHTML,
      address: refused(() => {
        script.src = "/site.js";
      }),
      parsed: refused(() => new DOMParser().parseFromString("<b>x</b>", "text/html").body.innerHTML),
      policy: refused(() => Reflect.get(window, "trustedTypes").createPolicy("theirs", {})),
    };
  });
  expect(written.box).toBe("");
  expect(written.address).toContain("TrustedScriptURL");
  expect(written.policy).toMatch(/policy|Policy/);
  expect(reports.filter((text) => text.startsWith("Removed untrusted HTML"))).not.toEqual([]);
  await context.close();
});

test("an article opened by a link has its own structured data @once", async ({ page }) => {
  // A post of the sample company: the first of the blog may be another test's, without a single paragraph.
  await open(page, "/authors/Tithi-Oleek");
  const facts = page.locator("script[type='application/ld+json']");
  expect(JSON.parse((await facts.textContent()) ?? "")).toMatchObject([{ "@type": "Person" }, {}]);
  await page.locator("main a[href^='/blog/']").first().click();
  await expect(page).toHaveURL(/\/blog\//);
  await expect(page.locator(".prose p").first()).toBeVisible();
  await expect(facts).toHaveCount(1);
  expect(JSON.parse((await facts.textContent()) ?? "")).toMatchObject([{ "@type": "BlogPosting" }, {}]);
});

test("pasted styled text causes no policy violation @once", async ({ page, site }) => {
  await enter(page, site);
  const made = await page.request.post("/api/blogs", {
    data: { title: "Pasted styles", summary: "Of elsewhere", body: { markdown: "" } },
    headers: { origin: site },
  });
  const { _id } = await made.json();
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
  // The browser tells the editor where the cursor is after the key, in an event of its own.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await paste('<p data-pm-slice="1 1 []">and <strong>a jetty</strong></p>', "and a jetty");
  await expect(text.locator("strong")).toHaveText(["Nine mills", "a jetty"]);
});
