import { createHmac } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findLink, waitForMail } from "./mailbox.ts";

export interface TestPerson {
  name: string;
  email: string;
  password: string;
}

export function newPerson(): TestPerson {
  const id = Math.random().toString(36).slice(2, 10);
  return { name: `Nadia ${id}`, email: `nadia.${id}@tea.example`, password: `seven ${id} mango crates` };
}

/** Fills and submits the registration form. */
export async function register(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("E-mail", { exact: true }).first().fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.locator('main input[name="consent"]').check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your e-mail");
}

/** Opens the link of the received mail and presses its button. */
export async function verify(page: Page, { email }: TestPerson): Promise<void> {
  const mail = await waitForMail(email, /verify-email/);
  await page.goto(findLink(mail, "/verify-email"));
  await page.getByRole("button", { name: "Confirm e-mail" }).click();
  await expect(page.getByText("Your e-mail address is confirmed")).toBeVisible();
}

export async function signIn(page: Page, { email, password }: TestPerson): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs a new person in and opens their profile. */
export async function signInNewPerson(page: Page, person = newPerson()): Promise<TestPerson> {
  const { request } = page.context();
  const headers = { origin: new URL((await request.get("/robots.txt")).url()).origin };
  const { name, email, password } = person;
  const data = { name, email, password, passwordAgain: password, consent: true };
  expect((await request.post("/api/auth/sign-up", { data, headers })).status()).toBe(202);
  const link = findLink(await waitForMail(email, /verify-email/), "/verify-email");
  const verified = await request.post(link, { form: { intent: "verify" }, headers });
  expect(verified.url()).toContain("/login?done=verified");
  const signedIn = await request.post("/api/auth/sign-in", { data: { email, password }, headers });
  expect(signedIn.status()).toBe(200);
  await page.goto("/myprofile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  return person;
}

/** Clears the cookies. Leaves the page first, so that pending requests do not fail without the session. */
export async function clearSession(page: Page): Promise<void> {
  await page.goto("/robots.txt");
  await page.context().clearCookies();
}

/** Value of the session cookie, which scripts cannot read. */
export async function sessionSecret(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name.includes("session"));
  expect(cookie?.httpOnly).toBe(true);
  return cookie?.value ?? "";
}

/** Delays every access token of a page by some milliseconds. */
export async function delayToken(page: Page, milliseconds: number): Promise<void> {
  await page.route("**/api/jwt", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue().catch(() => {});
  });
}

/** Access token that the site's scripts store in the browser, or null. */
export function readToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("access-token"));
}

/** Next code of an authenticator app, once it appears: each is valid once, for half a minute. */
export async function nextAppCode(secret: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 30_050 - (Date.now() % 30_000)));
  return appCode(secret);
}

/** Current code of an authenticator app for a secret (RFC 6238). */
function appCode(secret: string): string {
  const bits = [...secret.replace(/[\s=]/g, "").toUpperCase()]
    .map((char) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
