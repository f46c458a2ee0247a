import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes as apiRoutes } from "#app/api/server/routes.ts";
import type { Who } from "#app/domain/accounts/accounts.ts";
import { hashPassword } from "#app/domain/accounts/passwords/password.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser, setPassword } from "#app/domain/accounts/users.ts";
import { write } from "#app/platform/database/database.ts";
import { migrate } from "#app/platform/database/migrations.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import routes from "#app/routes.ts";
import { listRoutes } from "#app/server/declare-routes.ts";
import { goodPassword } from "../support/accounts.ts";
import { signInAt } from "../support/signed-in.ts";
import { type RunningSite, startSite } from "../support/site.ts";

const people = ["anonymous", "banned", "member", "editor", "admin"] as const;
type Kind = (typeof people)[number];

let site: RunningSite;
const cookies = new Map<Kind, string>([["anonymous", ""]]);
const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-inventory-"));

beforeAll(async () => {
  await makePeople();
  site = await startSite({ env: { SAMPLE_CONTENT: "off" }, dataDir });
  for (const kind of people)
    if (kind !== "anonymous")
      cookies.set(
        kind,
        await signInAt(site.url, { email: `${kind}@kolpona.example`, password: goodPassword }),
      );
  await ban();
});
afterAll(async () => {
  agent.destroy();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Bans the first signed-in person, who still has a cookie. */
async function ban() {
  await site.stop();
  const open = await openDatabase({ databaseUrl: null, dataDir }, "a test", () => {});
  await open.db.query.updateTable("users").set({ banned: 1 }).where("name", "=", "banned").execute();
  await open.close();
  site = await startSite({ env: { SAMPLE_CONTENT: "off" }, dataDir });
}

async function makePeople() {
  await using open = await openDatabase({ databaseUrl: null, dataDir }, "a test", () => {});
  await migrate(open.db);
  const here = atStart({ clock: { now: () => new Date() } } as Parameters<typeof atStart>[0]);
  const hash = await hashPassword(goodPassword);
  for (const kind of people.slice(1))
    await write(open.db, async (tx) => {
      const role = kind === "editor" || kind === "admin" ? kind : "member";
      const user = await createUser(tx, here, {
        name: kind,
        email: `${kind}@kolpona.example`,
        role,
        by: "test",
      });
      await setPassword(tx, here, user.id, hash);
    });
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request with the path as written, without client normalization. */
function sendRequest(path: string, kind: Kind, method = "GET", headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(site.url);
      const cookie = cookies.get(kind) ?? "";
      const own = { "sec-fetch-site": "same-origin", ...headers, ...(cookie && { cookie }) };
      const call = request({ agent, hostname, port, path, method, headers: own }, (answer) => {
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        // An event stream never ends, so its headers are enough.
        if (answer.headers["content-type"] === "text/event-stream") answer.destroy();
        answer.on("close", () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      });
      call.on("error", reject).end();
    },
  );
}

/** Every route with an address to request. */
const addresses = listRoutes(routes).map(({ id, path, rules, hasChildren }) => ({
  id,
  path: path.replace(/:\w+/g, "none").replace("*", "no/such/page"),
  rules,
  hasChildren,
}));
/** Odd spellings of a path; a banned person counts as anonymous, so the plain path is enough. */
const tricksFor = (kind: Kind, path: string) => (kind === "banned" ? [path] : tricks(path));
const tricks = (path: string) => [
  path,
  `/${path}`,
  path.replace("/", "/%2f"),
  path.replace("/", "/./"),
  `/x/..${path}`,
  `${path};x`,
  `${path}/`,
  path.toUpperCase(),
  `${path}.data`,
  `${path}.data?_routes=${encodeURIComponent(idOf(path))}`,
  `${path}.data?_routes=root`,
  `${path}%00`,
  `${path}%20`,
  `${path}?_method=GET`,
  `${path}//`,
  `${path}/.`,
  path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
];
const idOf = (path: string) => addresses.find((one) => one.path === path)?.id ?? "";
const overrides = {
  "x-http-method-override": "GET",
  "x-middleware-subrequest": "middleware",
  "x-original-url": "/",
  "x-rewrite-url": "/",
};

const allowed: Record<Who, readonly Kind[]> = {
  anyone: people,
  "signed-in": ["member", "editor", "admin"],
  editor: ["editor", "admin"],
  admin: ["admin"],
};

/** Whether the answer is the page, its first step or a 404 for the id, and never publicly cacheable. */
function isOpen({ status, headers }: Awaited<ReturnType<typeof sendRequest>>): boolean {
  const isElsewhere = status === 302 && !String(headers.location).startsWith("/login");
  return (status === 200 || status === 404 || isElsewhere) && headers["cache-control"] === "no-store";
}

/** Every request form on the plain path; on the others only reading and writing a page. */
const methodsFor = (trick: string, path: string) =>
  trick === path ? ["GET", "HEAD", "OPTIONS", "POST", "PATCH", "PUT", "DELETE"] : ["GET", "POST"];

/** Runs requests concurrently, because network latency dominates. */
async function tryAll(
  paths: readonly string[],
  methods: (path: string) => readonly string[],
  attempt: (path: string, method: string) => Promise<void>,
): Promise<void> {
  await Promise.all(paths.flatMap((path) => methods(path).map((method) => attempt(path, method))));
}

test("Z1 guarded page opens only for its roles, by any request", async () => {
  const guarded = addresses.filter(({ rules }) => rules.who !== "anyone");
  expect(guarded.length).toBeGreaterThan(0);
  for (const { path, rules } of guarded)
    for (const kind of people) {
      const isAllowed = allowed[rules.who].includes(kind);
      const plain = await sendRequest(path, kind);
      if (isAllowed) expect([path, kind, isOpen(plain)]).toEqual([path, kind, true]);
      else
        expect([path, kind, plain.status]).toEqual([
          path,
          kind,
          kind === "anonymous" || kind === "banned" ? 302 : 403,
        ]);
      if (isAllowed) continue;
      await tryAll(
        tricksFor(kind, path),
        (trick) => methodsFor(trick, path),
        async (trick, method) => {
          const answer = await sendRequest(trick, kind, method, overrides);
          expect([trick, kind, method, answer.status < 500]).toEqual([trick, kind, method, true]);
          if (answer.status >= 300 || (method === "OPTIONS" && answer.text === "")) return;
          // React Router sends a data redirect as 202; data of the root alone has no page content.
          const isFrameAlone = trick.endsWith("_routes=root");
          expect([trick, kind, method, answer.status === 202 || isFrameAlone]).toEqual([
            trick,
            kind,
            method,
            true,
          ]);
          expect(answer.text).not.toContain("@kolpona.example");
          if (!isFrameAlone && method !== "HEAD") expect(answer.text).toContain("/login?next=");
        },
      );
    }
});

test("Z1 page answers every person and request form as its route declares", async () => {
  const guarded = addresses.filter(({ rules, hasChildren }) => rules.who !== "anyone" && !hasChildren);
  for (const { path, rules } of guarded)
    await Promise.all(
      people.flatMap((kind) =>
        requestForms(path).map(async ({ way, target, method }) => {
          const who = method === "POST" ? (rules.whoActs ?? rules.who) : rules.who;
          const answer = await sendRequest(target, kind, method);
          // React Router rejects a POST without a form before the guard runs.
          const isNoForm = method === "POST" && (answer.status === 400 || answer.status === 405);
          if (isNoForm) return;
          expect([path, kind, way, outcomeOf(answer)]).toEqual([path, kind, way, outcomeFor(kind, who)]);
        }),
      ),
    );
});

/** Request forms of a page: document and data, read, read in part and written. */
function requestForms(path: string) {
  const part = `${path}.data?_routes=${encodeURIComponent(idOf(path))}`;
  return [
    { way: "read", target: path, method: "GET" },
    { way: "head", target: path, method: "HEAD" },
    { way: "data", target: `${path}.data`, method: "GET" },
    { way: "a part of the data", target: part, method: "GET" },
    { way: "form", target: path, method: "POST" },
    { way: "form as data", target: `${path}.data`, method: "POST" },
  ];
}

type Outcome = "answered" | "refused" | "sent to sign in";

/** Outcome of an answer; React Router sends a data redirect as 202. */
function outcomeOf({ status, text, headers }: Awaited<ReturnType<typeof sendRequest>>): Outcome {
  if (String(headers.location).startsWith("/login?next=")) return "sent to sign in";
  if (status === 202 && text.includes("/login?next=")) return "sent to sign in";
  return status === 403 ? "refused" : "answered";
}

function outcomeFor(kind: Kind, who: Who): Outcome {
  if (allowed[who].includes(kind)) return "answered";
  return kind === "anonymous" || kind === "banned" ? "sent to sign in" : "refused";
}

test("Z1 public pages answer everyone, whatever the spelling of their path", async () => {
  for (const { id, path } of addresses.filter(({ rules }) => rules.who === "anyone"))
    await tryAll(
      tricks(path),
      () => ["GET"],
      async (trick, method) => {
        const answer = await sendRequest(trick, "anonymous", method, overrides);
        expect([id, trick, answer.status < 500]).toEqual([id, trick, true]);
      },
    );
});

/** Whether the address accepts the person by another method, or only lists the allowed methods. */
function opens(path: string, verb: string, kind: Kind): boolean {
  const method = verb === "HEAD" ? "get" : verb.toLowerCase();
  const route = apiRoutes.find((one) => one.path === path && one.method === method);
  return verb === "OPTIONS" || (route !== undefined && takes(route, kind));
}

function takes({ who, isForTokensAlone }: (typeof apiRoutes)[number], kind: Kind): boolean {
  return !isForTokensAlone && allowed[who].includes(kind);
}

test("Z1 every API method accepts exactly its roles, by any path", async () => {
  for (const route of apiRoutes) {
    const { path, method, who } = route;
    if (who === "anyone") continue;
    const address = `/api${path.replace(/:\w+/g, "none")}`;
    for (const kind of people) {
      const headers = { "content-type": "application/json" };
      const { status } = await sendRequest(address, kind, method.toUpperCase(), headers);
      const isAllowed = takes(route, kind);
      if (isAllowed)
        expect([address, kind, [401, 403].includes(status) && !address.includes("passkey")]).toEqual([
          address,
          kind,
          false,
        ]);
      else
        expect([address, kind, status]).toEqual([
          address,
          kind,
          kind === "anonymous" || kind === "banned" ? 401 : 403,
        ]);
      if (isAllowed) continue;
      const verbsFor = (trick: string) =>
        methodsFor(trick, address).filter((verb) => !opens(path, verb, kind));
      await tryAll(tricksFor(kind, address), verbsFor, async (trick, verb) => {
        const answer = await sendRequest(trick, kind, verb, { ...headers, ...overrides });
        expect([trick, kind, verb, answer.status >= 300 && answer.status < 500]).toEqual([
          trick,
          kind,
          verb,
          true,
        ]);
      });
    }
  }
});
