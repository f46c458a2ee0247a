import { type BrowserContext, expect, type Page } from "@playwright/test";
import { waitForScripts } from "./e2e.ts";
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

/** Gives the page's browser a session without the sign-in page. */
export async function enter(page: Page, site: string, person = admin): Promise<void> {
  const key = `${site} ${person.email}`;
  const cookies = signedIn.get(key) ?? signIn(page, site, person);
  signedIn.set(key, cookies);
  await page.context().addCookies(await cookies);
}

async function signIn(page: Page, site: string, { email, password }: TestPerson): Promise<Cookies> {
  const answer = await page.context().request.post(`${site}/api/auth/sign-in`, {
    data: { email, password },
    headers: { origin: site },
  });
  expect(answer.status()).toBe(200);
  return page.context().cookies();
}

/** Opens a dashboard screen and waits until React has hydrated it. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForScripts(page);
}
