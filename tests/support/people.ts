import { createHmac } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { linkIn, waitForMail } from "./mailbox.ts";

export interface TestPerson {
  name: string;
  email: string;
  password: string;
}

export function newPerson(): TestPerson {
  const id = Math.random().toString(36).slice(2, 10);
  return { name: `Nadia ${id}`, email: `nadia.${id}@tea.example`, password: `seven ${id} mango crates` };
}

/** Fills the registration and sends it. */
export async function register(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("E-mail", { exact: true }).first().fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password again").fill(person.password);
  await page.locator('main input[name="consent"]').check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Look into your mailbox");
}

/** Opens the link of the real mail, and presses its button. */
export async function verify(page: Page, { email }: TestPerson): Promise<void> {
  const mail = await waitForMail(email, /verify-email/);
  await page.goto(linkIn(mail, "/verify-email"));
  await page.getByRole("button", { name: "Yes, it is mine" }).click();
  await expect(page.getByText("Your e-mail address is verified")).toBeVisible();
}

export async function signIn(page: Page, { email, password }: TestPerson): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A new person who is signed in and looks at their profile. */
export async function arrive(page: Page, person = newPerson()): Promise<TestPerson> {
  await page.goto("/registration");
  await register(page, person);
  await verify(page, person);
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name);
  return person;
}

/** The value of the session's own cookie, which no script may see. */
export async function sessionSecret(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name.includes("session"));
  expect(cookie?.httpOnly).toBe(true);
  return cookie?.value ?? "";
}

/** What an authenticator app shows for a secret (RFC 6238), `steps` half minutes from now. */
export function appCode(secret: string, steps = 0): string {
  const bits = [...secret.replace(/[\s=]/g, "").toUpperCase()]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
