import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test, waitForScripts } from "./e2e.ts";
import type { TestPerson } from "./people.ts";

/** First admin of the sites that end-to-end tests share. */
export const admin: TestPerson = {
  name: "admin",
  email: "admin@kolpona.example",
  password: "rain boats on the padma",
};

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Sessions by site and person, one sign-in for all tests of a worker, because sign-ins are rate-limited. */
const signedIn = new Map<string, Promise<Cookies>>();

/** Test in a browser with an admin session. */
export const staffTest = test.extend({
  context: async ({ context, site }, use) => {
    await startSession(context, site, admin);
    await use(context);
  },
});

/** Gives the page's browser a session without the sign-in page. */
export function startStaffSession(page: Page, site: string, person = admin): Promise<void> {
  return startSession(page.context(), site, person);
}

async function startSession(context: BrowserContext, site: string, person: TestPerson): Promise<void> {
  const key = `${site} ${person.email}`;
  const cookies = signedIn.get(key) ?? signIn(context, site, person);
  signedIn.set(key, cookies);
  await context.addCookies(await cookies);
}

async function signIn(
  context: BrowserContext,
  site: string,
  { email, password }: TestPerson,
): Promise<Cookies> {
  const response = await context.request.post(`${site}/api/auth/sign-in`, {
    data: { email, password },
    headers: { origin: site },
  });
  expect(response.status()).toBe(200);
  return context.cookies();
}

/** Opens a dashboard screen and waits until React has hydrated it. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForScripts(page);
}
