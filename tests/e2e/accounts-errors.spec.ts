import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";
import { newPerson, register, signIn, verify } from "../support/people.ts";

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
    words: "kept the sign-in window from opening",
    prepare: (page) =>
      page.addInitScript(() => {
        window.open = () => null;
      }),
  },
  "web-storage-unsupported": {
    words: "keeps no cookies for this site",
    prepare: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, "cookieEnabled", { get: () => false });
      }),
  },
  "network-request-failed": {
    words: "We can't be reached right now",
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
  test(`O9 ${code} is said in words, announced, and leads on @desktop`, async ({ page }) => {
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

/** A page that was set up wrong: its data, as it came from the server, with one word changed. */
async function changeConfig(page: Page, from: string, to: string): Promise<void> {
  await page.route("**/login", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers["content-security-policy"];
    const html = (await response.text()).replaceAll(`\\"${from}\\"`, `\\"${to}\\"`);
    await route.fulfill({ response, headers, body: html });
  });
}
