import { afterAll, beforeAll, expect, test } from "vitest";
import { createOneTimeToken } from "#app/domain/accounts/one-time-tokens.ts";
import { ban, changeRole } from "#app/domain/accounts/staff/change-others.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { findUserByEmail } from "#app/domain/accounts/users.ts";
import { write } from "#app/platform/database/database.ts";
import { type OpenDatabase, openDatabase } from "#app/platform/database/open.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { testWorld } from "../support/accounts.ts";
import { commonPassword, createPopulatedDatabase, visitorAddress } from "../support/populated-database.ts";
import { signInAt } from "../support/signed-in.ts";
import type { RunningSite } from "../support/site.ts";

const addressOf = (ending: string) => `${ending}@shapla.example`;
const guessed = "guessed@shapla.example";
let populated: Awaited<ReturnType<typeof createPopulatedDatabase>>;
let open: OpenDatabase;
let first: RunningSite;
let second: RunningSite;
/** Cookies of another person, who stays signed in. */
let otherCookie: string;
let visitors = 0;

beforeAll(async () => {
  const people = [...Object.keys(sessionEndings).map(addressOf), guessed, addressOf("bystander")];
  populated = await createPopulatedDatabase(
    "postgres",
    Object.fromEntries(people.map((email) => [email, "member"])),
  );
  open = await openDatabase(populated.env, "a test", () => {});
  first = await populated.start();
  second = await populated.start({ PUBLIC_URL: first.url });
  otherCookie = await signIn(second, addressOf("bystander"));
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await open?.close();
  await populated?.remove();
});

function post(site: RunningSite, path: string, body: object, headers: Record<string, string> = {}) {
  visitors += 1;
  const ownHeaders = {
    "content-type": "application/json",
    origin: first.url,
    "x-forwarded-for": visitorAddress(visitors),
  };
  return fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...ownHeaders, ...headers },
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  });
}

async function signIn(site: RunningSite, email: string): Promise<string> {
  return signInAt(site.url, { email, password: commonPassword });
}

/** Access of a session and a token at one instance. */
async function readAccess(site: RunningSite, cookie: string, token: string) {
  const send = async (path: string, headers: Record<string, string>) =>
    fetch(site.url + path, { redirect: "manual", headers });
  // These routes authenticate by token only, although the cookie is valid.
  const tokenHeaders = { authorization: `Bearer ${token}`, cookie: otherCookie };
  const session = await send("/api/auth/session", { cookie });
  return {
    user: (await session.json()).user?.email ?? null,
    profile: (await send("/myprofile", { cookie })).status,
    photo: (await send("/api/auth/photos/none", tokenHeaders)).status,
    passkey: (await send("/api/auth/passkey/register-options", tokenHeaders)).status,
  };
}

const sessionEndings: Record<string, (email: string, cookie: string) => Promise<unknown>> = {
  "sign-out": (_, cookie) => post(first, "/api/auth/sign-out", {}, { cookie }),
  ban: async (email) => ban(...(await actionContext(email))),
  "role-change": async (email) => {
    const [deps, here, target] = await actionContext(email);
    await changeRole(deps, here, { ...target, role: "editor" });
  },
  reset: async (email) => {
    const [, here, { userId }] = await actionContext(email);
    const proof = { userId, purpose: "reset" as const, milliseconds: 60_000 };
    const token = await write(open.db, (tx) => createOneTimeToken(tx, here, proof));
    const password = "eight yellow paper boats";
    const response = await post(
      first,
      `/reset-password?token=${token}`,
      new URLSearchParams({ password, passwordAgain: password }),
      { "content-type": "application/x-www-form-urlencoded" },
    );
    expect(response.headers.get("location")).toContain("done=reset");
  },
};

/** Context of an account administrator. */
async function actionContext(email: string) {
  const deps = testWorld(open.db, { clock: systemClock });
  const userId = (await findUserByEmail(open.db, email))?.id ?? "";
  return [deps, atStart(deps), { actor: "test", userId }] as const;
}

test.each(Object.keys(sessionEndings))(
  "A2 session works on both instances and ends on both after %s",
  async (ending) => {
    const email = addressOf(ending);
    const cookie = await signIn(first, email);
    const tokenResponse = await post(second, "/api/jwt", { email }, { cookie });
    const { token } = await tokenResponse.json();
    for (const site of [first, second])
      expect(await readAccess(site, cookie, token)).toEqual({
        user: email,
        profile: 200,
        photo: 404,
        passkey: 200,
      });
    await sessionEndings[ending]?.(email, cookie);
    for (const site of [second, first])
      expect(await readAccess(site, cookie, token)).toEqual({
        user: null,
        profile: 302,
        photo: 401,
        passkey: 401,
      });
  },
);

test("P4 password guesses count across instances and restarts", async () => {
  const guess = (site: RunningSite) =>
    post(site, "/api/auth/sign-in", { email: guessed, password: "not the right one" });
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const responses = await Promise.all([guess(first), guess(second)]);
    for (const { status, headers } of responses) {
      statuses.push(status);
      expect(headers.has("retry-after")).toBe(status === 429);
    }
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  await second.stop();
  second = await populated.start({ PUBLIC_URL: first.url });
  expect((await guess(second)).status).toBe(429);
});
