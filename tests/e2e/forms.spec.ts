import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";

const root = join(import.meta.dirname, "../..");

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript @phone" : "without JavaScript @desktop", () => {
    test.use({ javaScriptEnabled });
    const goTo = (page: Page, path: string) => (javaScriptEnabled ? open(page, path) : page.goto(path));

    test("a message is sent, stored and confirmed with a reference @engine", async ({ page, engine }) => {
      const person = newPerson();
      await goTo(page, "/contact?service=Web-Development");
      await expect(page.getByText("Your message goes to")).toBeVisible();
      await fillMessage(page, person);
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page).toHaveURL(/\/contact\?sent=FD-/);
      await expect(page.getByText("Your message went to")).toBeVisible();
      const reference = (await page.locator(".ref").textContent())?.trim() ?? "";
      expect(reference).toMatch(/^FD-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      if (engine === "sqlite")
        expect(readMessages()).toContainEqual(
          expect.objectContaining({ reference, email: person.email, message: person.message }),
        );
    });

    test("invalid fields are listed, and all typed text stays @engine", async ({ page }) => {
      await goTo(page, "/contact");
      await page.getByLabel("Your name").fill("Nobody in particular");
      await page.getByLabel("E-mail", { exact: true }).first().fill("not an address");
      await page.getByLabel("Message").fill("First line\nসেকেন্ড লাইন");
      await page.getByRole("button", { name: "Send message" }).click();
      const summary = page.locator(".summary");
      await expect(summary).toBeVisible();
      await expect(summary.getByRole("link")).toHaveCount(2);
      await expect(page.getByLabel("Your name")).toHaveValue("Nobody in particular");
      await expect(page.getByLabel("Message")).toHaveValue("First line\nসেকেন্ড লাইন");
      const email = page.getByLabel("E-mail", { exact: true }).first();
      await expect(email).toHaveAttribute("aria-invalid", "true");
      expect(await email.getAttribute("aria-describedby")).toBeTruthy();
    });

    test("a call request needs no e-mail address", async ({ page }) => {
      await goTo(page, "/calltoaction");
      await page.getByLabel("Your name").fill("Caller of a test");
      await page.getByLabel("Phone").first().fill("01700-000142");
      await page.locator('main input[name="consent"]').check();
      await page.getByRole("button", { name: "Request a call" }).click();
      await expect(page.locator(".ref")).toHaveText(/FD-/);
    });

    test("visitors subscribe to the newsletter in the footer", async ({ page }) => {
      await goTo(page, "/about");
      const footer = page.getByRole("contentinfo");
      await footer.getByLabel(/E-mail/).fill(newPerson().email);
      const consent = footer.locator('input[type="checkbox"]');
      if (await consent.count()) await consent.check();
      await footer.getByRole("button", { name: /Subscribe/ }).click();
      await expect(page.getByText(/FD-[0-9A-Z]{4}-[0-9A-Z]{4}|Check your /).first()).toBeVisible();
      // The focus moves to the result.
      if (javaScriptEnabled) await expect(footer.getByRole("status")).toBeFocused();
    });
  });
}

test("a message stores the referring page @desktop", async ({ page, site }) => {
  const person = newPerson();
  await open(page, "/services/Web-Development");
  await page.locator('main a[href^="/contact"]').first().click();
  await expect(page).toHaveURL(/\/contact/);
  await fillMessage(page, person);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".ref")).toBeVisible();
  const [stored] = readMessages().filter(({ email }) => email === person.email);
  expect(stored?.referrer).toBe(`${site}/services/Web-Development`);
});

test("D7 a double click sends one message @desktop", async ({ page }) => {
  const person = newPerson();
  await open(page, "/contact");
  await fillMessage(page, person);
  await page.getByRole("button", { name: "Send message" }).dblclick();
  await expect(page.locator(".ref")).toBeVisible();
  expect(readMessages().filter(({ email }) => email === person.email)).toHaveLength(1);
});

test("typed text survives a failed request and is sent again @desktop", async ({ page, context }) => {
  const person = newPerson();
  await open(page, "/contact");
  await fillMessage(page, person);
  await page.route("**/contact*", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.fallback(),
  );
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".summary")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue(person.message);
  await page.unroute("**/contact*");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".ref")).toBeVisible();
  await context.close();
});

test("a message written offline is sent automatically after reconnecting @phone", async ({
  page,
  context,
}) => {
  const person = newPerson();
  await open(page, "/contact");
  await fillMessage(page, person);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".summary")).toContainText("will be sent as soon as");
  await context.setOffline(false);
  await expect(page.locator(".ref")).toBeVisible();
});

test("sends a queued message instead of a navigation made offline", async ({ page, context }) => {
  const person = newPerson();
  await open(page, "/contact");
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  await fillMessage(page, person);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".summary")).toContainText("will be sent as soon as");
  await page.locator('.foot a[href="/about"]').click();
  await expect(page.getByText("You’re offline.", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator(".ref")).toBeVisible();
  await expect(page).toHaveURL(/\/contact\?sent=FD-/);
  await expect(page.getByText("You’re offline.", { exact: true })).toHaveCount(0);
});

test("a message changed while offline is not sent automatically @phone", async ({ page, context }) => {
  const person = newPerson();
  await open(page, "/contact");
  await fillMessage(page, person);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".summary")).toContainText("will be sent as soon as");
  await page.getByLabel("Message").press("End");
  await page.getByLabel("Message").pressSequentially(" And our telephone is 0170");
  await expect(page.locator(".summary")).toContainText("won’t be sent automatically");
  await context.setOffline(false);
  // Waits for a request that must not happen.
  await page.waitForTimeout(1500);
  await expect(page.locator(".ref")).toHaveCount(0);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".ref")).toBeVisible();
});

test("an offline newsletter sign-up shows an error and keeps the page @phone", async ({ page, context }) => {
  await open(page, "/about");
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  const news = page.locator(".news");
  const { email } = newPerson();
  await news.getByLabel("E-mail").fill(email);
  await news.locator('input[name="consent"]').check();
  await context.setOffline(true);
  await news.getByRole("button", { name: "Subscribe" }).click();
  await expect(news).toContainText("nothing was sent");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading ?? "");
  await expect(news.getByLabel("E-mail")).toHaveValue(email);
  await context.setOffline(false);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/newsletter**", async (route) => {
    await released;
    await route.continue();
  });
  await news.getByRole("button", { name: "Subscribe" }).click();
  await expect(news.getByRole("button", { name: "Sending…" })).toBeVisible();
  release();
  await expect(news.getByRole("status")).toContainText("Check your e-mail");
});

test("a form on a cached page can be sent @desktop", async ({ page, request, site }) => {
  const html = await (await request.get("/contact")).text();
  await page.route("**/contact", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ body: html, contentType: "text/html" })
      : route.fallback(),
  );
  await page.goto(`${site}/contact`);
  await fillMessage(page, newPerson());
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".ref")).toBeVisible();
});

test("focuses errors, and removes one when its field changes @phone", async ({ page }) => {
  await open(page, "/contact?service=Web-Development");
  await page.getByLabel("Your name").fill("Rahima Khatun");
  await page.getByLabel("Message").fill("First line");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".summary")).toBeFocused();
  await expect(page.locator(".summary")).toBeInViewport();
  await expect(page).toHaveURL(/\/contact\?service=Web-Development$/);
  const email = page.getByLabel("E-mail", { exact: true }).first();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Message").pressSequentially("Begin. ");
  await email.fill("rahima@shapla.example");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(email).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue(/Begin\. /);
});

test("restores a draft after a reload until it is sent @desktop", async ({ page }) => {
  const person = newPerson();
  await open(page, "/contact");
  await fillMessage(page, person);
  await page.reload();
  await expect(page.getByText("What you had written before is still here.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue(person.message);
  await page.locator('main input[name="consent"]').check();
  await page.waitForTimeout(2100);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".sent")).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test("keeps all typed text when the server fails @desktop", async ({ page }) => {
  const person = newPerson();
  await open(page, "/contact");
  page.removeAllListeners("console");
  await fillMessage(page, person);
  await page.route("**/contact", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".summary")).toContainText("did not work on our side");
  await expect(page.locator(".summary")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue(person.message);
});

test("sends a form whose script is still loading @phone", async ({ page }) => {
  const person = newPerson();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/lead-form-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await open(page, "/contact");
  await fillMessage(page, person);
  await page.getByRole("button", { name: "Send message" }).click();
  release();
  await expect(page.locator(".ref")).toBeVisible();
  expect(readMessages().filter(({ email }) => email === person.email)).toHaveLength(1);
});

test("sends a form whose script fails to load @desktop", async ({ page }) => {
  const person = newPerson();
  await page.route("**/assets/lead-form-*.js", (route) => route.abort());
  await open(page, "/contact");
  page.removeAllListeners("console");
  await fillMessage(page, person);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.locator(".sent")).toBeFocused();
});

function newPerson() {
  const name = `Visitor ${Math.random().toString(36).slice(2, 9)}`;
  return {
    name,
    email: `${name.replace(" ", ".").toLowerCase()}@company.example`,
    message: `=HYPERLINK("x") <b>Hello</b> from ${name}`,
  };
}

async function fillMessage(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("E-mail", { exact: true }).first().fill(person.email);
  await page.getByLabel("Phone").first().fill("+8801700000142");
  await page.getByLabel("Message").fill(person.message);
  await page.locator('main input[name="consent"]').check();
  // Faster messages count as spam.
  await page.waitForTimeout(2100);
}

function readMessages(): { reference: string; email: string; message: string; referrer: string }[] {
  const env = { ...process.env, DATA_DIR: process.env.SITE_SQLITE_DATA ?? "", DATABASE_URL: "" };
  const text = execFileSync(join(root, "node_modules/.bin/node"), ["cli/leads.ts", "--json", "--all"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return JSON.parse(text).messages;
}
