import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";
import { newPerson, register, signIn, signInNewPerson, verify } from "../support/people.ts";

/** Message and set-up of each error code; accounts-google.spec.ts tests the codes about closed popups. */
const errorCases: Record<string, { explanation: string; prepare(page: Page): Promise<unknown> }> = {
  "operation-not-supported-in-this-environment": {
    explanation: "This browser can't open a sign-in window here.",
    prepare: (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, "BroadcastChannel");
      }),
  },
  "internal-error": {
    explanation: "Something went wrong on our side",
    prepare: (page) => mockProject(page, 429, "not what was asked for"),
  },
  "popup-blocked": {
    explanation: "blocked the sign-in window",
    prepare: (page) =>
      page.addInitScript(() => {
        window.open = () => null;
      }),
  },
  "web-storage-unsupported": {
    explanation: "blocks cookies for this site",
    prepare: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, "cookieEnabled", { get: () => false });
      }),
  },
  "network-request-failed": {
    explanation: "We can’t be reached right now",
    prepare: (page) => page.route("**/api/auth/v1/projects*", (route) => route.abort("internetdisconnected")),
  },
  "unauthorized-domain": {
    explanation: "does not work at this address of the site",
    prepare: (page) =>
      mockProject(page, 200, {
        projectId: "x",
        authorizedDomains: ["elsewhere.example"],
        signInKinds: ["google"],
      }),
  },
  "auth-domain-config-required": {
    explanation: "is not set up completely",
    prepare: (page) => changeConfig(page, "localhost", ""),
  },
  "invalid-api-key": {
    explanation: "This page is too old, or not set up right",
    prepare: (page) => changeConfig(page, "frontdesk-web", "another-key"),
  },
};

for (const [code, { explanation, prepare }] of Object.entries(errorCases)) {
  test(`O9 ${code} is announced with an explanation @desktop`, async ({ page }) => {
    test.info().annotations.push({ type: "code", description: code });
    await prepare(page);
    await open(page, "/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    const alert = page.locator(".trouble");
    await expect(alert).toContainText(explanation);
    await expect(alert.locator("p").first()).not.toBeEmpty();
    await expect(alert).toHaveAttribute("role", "alert");
    await expect(alert).toBeFocused();
    await expect(page.locator("body")).not.toContainText(code);
  });
}

test("resubmitting a form keeps the pressed button @desktop", async ({ page }) => {
  const sent: (string | null)[] = [];
  await page.route("**/assets/sign-in-*.js", (route) => route.abort());
  await page.route("**/login", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(new URLSearchParams(route.request().postData() ?? "").get("forgot"));
    await route.fulfill({ contentType: "text/html", body: "<h1>Another release</h1>" });
  });
  // The failed script and the page without a transition cause browser errors.
  for (const event of ["console", "pageerror"] as const) page.removeAllListeners(event);
  await open(page, "/login");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Another release" })).toBeVisible();
  expect(sent).toEqual(["1", "1"]);
});

test("the first click reaches a button that React has replaced @desktop", async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/sign-in-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await open(page, "/login");
  // React reports the translated island as a hydration error.
  page.removeAllListeners("pageerror");
  await page.locator("#forgot").evaluate((button) => {
    const font = document.createElement("font");
    font.textContent = "পাসওয়ার্ড ভুলে গেছেন?";
    button.replaceChildren(font);
  });
  await page.getByLabel("E-mail", { exact: true }).first().fill(newPerson().email);
  await page.locator("#forgot").click();
  release();
  await expect(page).toHaveURL(/\/reset-password\?sent=1$/);
});

test("a form sent without a session keeps its text for retry @desktop", async ({ page }) => {
  await signInNewPerson(page);
  // A pending token request would fail without the session.
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

test("without JavaScript, saving without a session shows an error @desktop", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site });
  const page = await context.newPage();
  await signInNewPerson(page);
  await context.clearCookies();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You were signed out, so nothing was saved.");
  await context.close();
});

test("sign-in works without local storage @desktop", async ({ page }) => {
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

async function mockProject(page: Page, status: number, body: unknown): Promise<void> {
  await page.route("**/api/auth/v1/projects*", (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

/** Replaces one value in the props of the island, as in a misconfigured page. */
async function changeConfig(page: Page, from: string, to: string): Promise<void> {
  await page.route("**/login", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers["content-security-policy"];
    const html = (await response.text()).replaceAll(`&quot;${from}&quot;`, `&quot;${to}&quot;`);
    await route.fulfill({ response, headers, body: html });
  });
}
