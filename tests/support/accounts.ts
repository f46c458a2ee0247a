import { expect } from "vitest";
import {
  type AccountContext,
  type AccountDependencies,
  createAccountContext,
} from "#app/domain/accounts/account-context.ts";
import type { AccountRequest } from "#app/domain/accounts/accounts.ts";
import { hashPassword } from "#app/domain/accounts/passwords/password.ts";
import { answerResetRequests } from "#app/domain/accounts/passwords/reset.ts";
import { signIn } from "#app/domain/accounts/sessions/sign-in.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser, setPassword, type User } from "#app/domain/accounts/users.ts";
import { readIdleMinutes } from "#app/domain/company/idle-minutes.ts";
import { readSettings, saveSettings } from "#app/domain/company/settings.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createRequestContext } from "#app/platform/http/listener/request-context.ts";
import { type EngineName, openTestDatabase } from "./database.ts";

export const goodPassword = "seven green mango crates";

/** Clock that advances only on request. */
export function testClock(start = "2026-03-01T10:00:00.000Z") {
  let time = Date.parse(start);
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { now: () => new Date(time), pass };
}

export function testWorld(db: Database, parts: Partial<AccountDependencies> = {}): AccountContext {
  return createAccountContext({
    db,
    clock: testClock(),
    publicUrl: new URL("https://www.company.example"),
    google: null,
    secret: "a secret for tests that is long enough",
    companyName: async () => "Kolpona",
    secondStepGraceDays: async () => (await readSettings(db)).accounts.secondStepGraceDays,
    staffIdleMinutes: () => readIdleMinutes(db),
    warn: () => {},
    ...parts,
  });
}

/** Accounts on a fresh database with a test clock. */
export async function openTestAccounts(engine: EngineName, parts: Partial<AccountDependencies> = {}) {
  const open = await openTestDatabase(engine);
  const clock = testClock();
  const accounts = testWorld(open.db, { clock, ...parts });
  return {
    db: open.db,
    accounts,
    clock,
    browser: (address?: string) => openBrowser(accounts, address),
    /** Queued mail, newest first, after pending background work has finished. */
    mails: async () => {
      await answerResetRequests(accounts);
      const rows = await open.db.query.selectFrom("outbox").selectAll().orderBy("id", "desc").execute();
      return rows.map(({ to_address, content }) => ({
        to: to_address,
        ...JSON.parse(open.db.encryption.decrypt(content)),
      }));
    },
    person: (email: string, more?: PersonOptions) => makePerson(accounts, email, more),
    saveSettings: (input: object) =>
      write(open.db, (tx) =>
        saveSettings(tx, input, { actor: { id: "test", requestId: "test" }, now: clock.now() }),
      ),
    audit: () => open.db.query.selectFrom("audit").selectAll().orderBy("id").execute(),
    [Symbol.asyncDispose]: open.close,
  };
}

interface PersonOptions {
  role?: User["role"];
  password?: string | null;
  name?: string;
}

async function makePerson(
  ctx: AccountContext,
  email: string,
  { role = "member", password = goodPassword, name = "Rahima" }: PersonOptions = {},
): Promise<User> {
  const context = atStart(ctx, "test");
  const hash = password === null ? null : await hashPassword(password);
  return write(ctx.db, async (tx) => {
    const user = await createUser(tx, context, { name, email, role, by: "test" });
    if (hash !== null) await setPassword(tx, context, user.id, hash);
    return user;
  });
}

export type Browser = ReturnType<typeof openBrowser>;

/** Browser with its own cookies. */
export function openBrowser({ publicUrl }: { publicUrl: URL }, address = "203.0.113.7") {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookies,
    header,
    accountRequest(path = "/", init: RequestInit = {}): AccountRequest {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set("cookie", header());
      if (!headers.has("user-agent")) headers.set("user-agent", "Mozilla/5.0 (X11; Linux) Firefox/140.0");
      const request = new Request(new URL(path, publicUrl), { ...init, headers });
      return { request, requestContext: createRequestContext({ id: "test-request", address, secure: true }) };
    },
    /** Stores cookies that a response sets and removes cleared ones. */
    keep<Answer extends { cookies: readonly string[] }>(response: Answer): Answer {
      for (const cookie of response.cookies) {
        const [pair = "", ...attributes] = cookie.split("; ");
        const [name = "", value = ""] = pair.split("=");
        if (attributes.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

/** Signs in by password and stores the cookies. */
export async function signInAs(
  accounts: AccountContext,
  browser: Browser,
  email: string,
  password = goodPassword,
) {
  return browser.keep(await signIn(accounts, browser.accountRequest(), { email, password }));
}

/**
 * Runs work concurrently, again for runs that report a full queue. Each result is "done" or the reason of the rejection.
 */
export function race(count: number, work: (n: number) => Promise<unknown>): Promise<string[]> {
  const attempt = async (n: number): Promise<string> => {
    try {
      await work(n);
      return "done";
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code !== "too-busy") return error.reason;
      expect(error.detail).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return attempt(n);
    }
  };
  return Promise.all(Array.from({ length: count }, (_, n) => attempt(n)));
}
