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

const addressOf = (way: string) => `${way}@shapla.example`;
const guessed = "guessed@shapla.example";
let populated: Awaited<ReturnType<typeof createPopulatedDatabase>>;
let open: OpenDatabase;
let first: RunningSite;
let second: RunningSite;
/** Cookies of another person, who stays signed in. */
let bystander: string;
let visitors = 0;

beforeAll(async () => {
  const people = [...Object.keys(endings).map(addressOf), guessed, addressOf("bystander")];
  populated = await createPopulatedDatabase(
    "postgres",
    Object.fromEntries(people.map((email) => [email, "member"])),
  );
  open = await openDatabase(populated.env, "a test", () => {});
  first = await populated.start();
  second = await populated.start({ PUBLIC_URL: first.url });
  bystander = await signIn(second, addressOf("bystander"));
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await open?.close();
  await populated?.remove();
});

function post(site: RunningSite, path: string, body: object, headers: Record<string, string> = {}) {
  visitors += 1;
  const own = {
    "content-type": "application/json",
    origin: first.url,
    "x-forwarded-for": visitorAddress(visitors),
  };
  return fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...own, ...headers },
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  });
}

async function signIn(site: RunningSite, email: string): Promise<string> {
  return signInAt(site.url, { email, password: commonPassword });
}

/** Access of a session and a token at one instance. */
async function look(site: RunningSite, cookie: string, token: string) {
  const ask = async (path: string, headers: Record<string, string>) =>
    fetch(site.url + path, { redirect: "manual", headers });
  // These routes authenticate by token only, although the cookie is valid.
  const byToken = { authorization: `Bearer ${token}`, cookie: bystander };
  const session = await ask("/api/auth/session", { cookie });
  return {
    user: (await session.json()).user?.email ?? null,
    profile: (await ask("/myprofile", { cookie })).status,
    photo: (await ask("/api/auth/photos/none", byToken)).status,
    passkey: (await ask("/api/auth/passkey/register-options", byToken)).status,
  };
}

const endings: Record<string, (email: string, cookie: string) => Promise<unknown>> = {
  "sign-out": (_, cookie) => post(first, "/api/auth/sign-out", {}, { cookie }),
  ban: async (email) => ban(...(await actionContext(email))),
  "role-change": async (email) => {
    const [deps, here, who] = await actionContext(email);
    await changeRole(deps, here, { ...who, role: "editor" });
  },
  reset: async (email) => {
    const [, here, { userId }] = await actionContext(email);
    const proof = { userId, purpose: "reset" as const, milliseconds: 60_000 };
    const token = await write(open.db, (tx) => createOneTimeToken(tx, here, proof));
    const password = "eight yellow paper boats";
    const answer = await post(
      first,
      `/reset-password?token=${token}`,
      new URLSearchParams({ password, passwordAgain: password }),
      { "content-type": "application/x-www-form-urlencoded" },
    );
    expect(answer.headers.get("location")).toContain("done=reset");
  },
};

/** Context of an account administrator. */
async function actionContext(email: string) {
  const deps = testWorld(open.db, { clock: systemClock });
  const userId = (await findUserByEmail(open.db, email))?.id ?? "";
  return [deps, atStart(deps), { actor: "test", userId }] as const;
}

test.each(Object.keys(endings))(
  "A2 session works on both instances and ends on both after %s",
  async (way) => {
    const email = addressOf(way);
    const cookie = await signIn(first, email);
    const issued = await post(second, "/api/jwt", { email }, { cookie });
    const { token } = await issued.json();
    for (const site of [first, second])
      expect(await look(site, cookie, token)).toEqual({
        user: email,
        profile: 200,
        photo: 404,
        passkey: 200,
      });
    await endings[way]?.(email, cookie);
    for (const site of [second, first])
      expect(await look(site, cookie, token)).toEqual({ user: null, profile: 302, photo: 401, passkey: 401 });
  },
);

test("P4 guesses count across instances and survive a restart", async () => {
  const guess = (site: RunningSite) =>
    post(site, "/api/auth/sign-in", { email: guessed, password: "not the right one" });
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const answers = await Promise.all([guess(first), guess(second)]);
    for (const { status, headers } of answers) {
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
