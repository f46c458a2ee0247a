import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";
import { arrive, newPerson, register, signIn, verify } from "../support/people.ts";

/** How each of the codes is forced in a browser; those of the popup's own life are in accounts-google.spec.ts. */
const forced: Record<string, { words: string; prepare(page: Page): Promise<unknown> }> = {
  "operation-not-supported-in-this-environment": {
    words: "This browser can't open a sign-in window here.",
    prepare: (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, "BroadcastChannel");
      }),
  },
  "internal-error": {
    words: "Something went wrong on our side",
    prepare: (page) => answerProject(page, 429, "not what was asked for"),
  },
  "popup-blocked": {
    words: "blocked the sign-in window",
    prepare: (page) =>
      page.addInitScript(() => {
        window.open = () => null;
      }),
  },
  "web-storage-unsupported": {
    words: "blocks cookies for this site",
    prepare: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, "cookieEnabled", { get: () => false });
      }),
  },
  "network-request-failed": {
    words: "We can’t be reached right now",
    prepare: (page) => page.route("**/api/auth/v1/projects*", (route) => route.abort("internetdisconnected")),
  },
  "unauthorized-domain": {
    words: "does not work at this address of the site",
    prepare: (page) =>
      answerProject(page, 200, {
        projectId: "x",
        authorizedDomains: ["elsewhere.example"],
        signInKinds: ["google"],
      }),
  },
  "auth-domain-config-required": {
    words: "is not set up completely",
    prepare: (page) => changeConfig(page, "localhost", ""),
  },
  "invalid-api-key": {
    words: "This page is too old, or not set up right",
    prepare: (page) => changeConfig(page, "frontdesk-web", "another-key"),
  },
};

for (const [code, { words, prepare }] of Object.entries(forced)) {
  test(`O9 ${code} is explained, announced and offers a next step @desktop`, async ({ page }) => {
    test.info().annotations.push({ type: "code", description: code });
    await prepare(page);
    await open(page, "/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    const trouble = page.locator(".trouble");
    await expect(trouble).toContainText(words);
    await expect(trouble.locator("p").first()).not.toBeEmpty();
    await expect(trouble).toHaveAttribute("role", "alert");
    await expect(trouble).toBeFocused();
    await expect(page.locator("body")).not.toContainText(code);
  });
}

test("a form sent again keeps its pressed button @desktop", async ({ page }) => {
  const sent: (string | null)[] = [];
  await page.route("**/assets/sign-in-*.js", (route) => route.abort());
  await page.route("**/login", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(new URLSearchParams(route.request().postData() ?? "").get("forgot"));
    await route.fulfill({ contentType: "text/html", body: "<h1>Another release</h1>" });
  });
  // The script that fails to load, and the page without a transition, are reported.
  for (const event of ["console", "pageerror"] as const) page.removeAllListeners(event);
  await open(page, "/login");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Another release" })).toBeVisible();
  expect(sent).toEqual(["1", "1"]);
});

test("the first press reaches a button that React has replaced @desktop", async ({ page }) => {
  const { promise: arrived, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/sign-in-*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await open(page, "/login");
  // React reports that it renders the translated island again.
  page.removeAllListeners("pageerror");
  await page.locator("#forgot").evaluate((button) => {
    const word = document.createElement("font");
    word.textContent = "পাসওয়ার্ড ভুলে গেছেন?";
    button.replaceChildren(word);
  });
  await page.getByLabel("E-mail", { exact: true }).first().fill(newPerson().email);
  await page.locator("#forgot").click();
  release();
  await expect(page).toHaveURL(/\/reset-password\?sent=1$/);
});

test("a form without a session keeps its text and goes again @desktop", async ({ page }) => {
  await arrive(page);
  // A token still being fetched would fail without the session.
  await page.waitForFunction(() => localStorage.getItem("access-token"));
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: /session_token$/ });
  await page.getByLabel("Name", { exact: true }).fill("Karim Typed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const notice = page.getByRole("alert").filter({ hasText: "You’re signed out, so nothing was saved." });
  await expect(notice.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Karim Typed");
  await page.context().addCookies(cookies);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Your name and phone number are saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Karim Typed");
});

test("without scripts, sign-in reports a form without a session @desktop", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site });
  const page = await context.newPage();
  await arrive(page);
  await context.clearCookies();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You were signed out, so nothing was saved.");
  await context.close();
});

test("a browser without local storage signs in all the same @desktop", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  const person = newPerson();
  await page.goto("/registration");
  await register(page, person);
  await verify(page, person);
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name);
});

async function answerProject(page: Page, status: number, body: unknown): Promise<void> {
  await page.route("**/api/auth/v1/projects*", (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

/** A page that was set up wrong: the props of its island with one value changed. */
async function changeConfig(page: Page, from: string, to: string): Promise<void> {
  await page.route("**/login", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers["content-security-policy"];
    const html = (await response.text()).replaceAll(`&quot;${from}&quot;`, `&quot;${to}&quot;`);
    await route.fulfill({ response, headers, body: html });
  });
}
