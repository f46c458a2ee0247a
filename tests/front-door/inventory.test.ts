import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
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
import { type RunningSite, type SiteOptions, startSite } from "../support/site.ts";
import { siteTest } from "../support/site-test.ts";

const visitors = ["anonymous", "banned", "member", "editor", "admin"] as const;
type Visitor = (typeof visitors)[number];

const cookies = new Map<Visitor, string>([["anonymous", ""]]);

const test = siteTest(async (cleanups) => {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-inventory-"));
  cleanups.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const options = { env: { SAMPLE_CONTENT: "off" }, dataDir };
  await makePeople(dataDir);
  await signInPeople(options);
  await ban(dataDir);
  return options;
});
afterAll(() => agent.destroy());

async function signInPeople(options: SiteOptions) {
  await using site = await startSite(options);
  for (const visitor of visitors)
    if (visitor !== "anonymous")
      cookies.set(
        visitor,
        await signInAt(site.url, { email: `${visitor}@kolpona.example`, password: goodPassword }),
      );
}

/** Bans the person named `banned`, whose cookie still exists. */
async function ban(dataDir: string) {
  const open = await openDatabase({ databaseUrl: null, dataDir }, "a test", () => {});
  await open.db.query.updateTable("users").set({ banned: 1 }).where("name", "=", "banned").execute();
  await open.close();
}

async function makePeople(dataDir: string) {
  await using open = await openDatabase({ databaseUrl: null, dataDir }, "a test", () => {});
  await migrate(open.db);
  const here = atStart({ clock: { now: () => new Date() } } as Parameters<typeof atStart>[0]);
  const hash = await hashPassword(goodPassword);
  for (const visitor of visitors.slice(1))
    await write(open.db, async (tx) => {
      const role = visitor === "editor" || visitor === "admin" ? visitor : "member";
      const user = await createUser(tx, here, {
        name: visitor,
        email: `${visitor}@kolpona.example`,
        role,
        by: "test",
      });
      await setPassword(tx, here, user.id, hash);
    });
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request with the path as written, without client normalization. */
function sendRequest(
  site: RunningSite,
  path: string,
  visitor: Visitor,
  method = "GET",
  headers: Record<string, string> = {},
) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(site.url);
      const cookie = cookies.get(visitor) ?? "";
      const allHeaders = { "sec-fetch-site": "same-origin", ...headers, ...(cookie && { cookie }) };
      const outgoingRequest = request(
        { agent, hostname, port, path, method, headers: allHeaders },
        (response) => {
          let text = "";
          response.on("data", (chunk) => {
            text += chunk;
          });
          // An event stream never ends, so its headers are enough.
          if (response.headers["content-type"] === "text/event-stream") response.destroy();
          response.on("close", () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          );
        },
      );
      outgoingRequest.on("error", reject).end();
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
/** Spellings of a path to request. A banned person counts as anonymous, so the plain path is enough. */
const spellingsFor = (visitor: Visitor, path: string) => (visitor === "banned" ? [path] : spellings(path));
const spellings = (path: string) => [
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
const idOf = (path: string) => addresses.find((address) => address.path === path)?.id ?? "";
const overrides = {
  "x-http-method-override": "GET",
  "x-middleware-subrequest": "middleware",
  "x-original-url": "/",
  "x-rewrite-url": "/",
};

const allowed: Record<Who, readonly Visitor[]> = {
  anyone: visitors,
  "signed-in": ["member", "editor", "admin"],
  editor: ["editor", "admin"],
  admin: ["admin"],
};

/** Whether the response is the page, a redirect to another page or a 404 for the id, and is not cacheable. */
function isOpen({ status, headers }: Awaited<ReturnType<typeof sendRequest>>): boolean {
  const isOtherPage = status === 302 && !String(headers.location).startsWith("/login");
  return (status === 200 || status === 404 || isOtherPage) && headers["cache-control"] === "no-store";
}

/** All methods for the plain path; GET and POST for other spellings. */
const methodsFor = (spelling: string, path: string) =>
  spelling === path ? ["GET", "HEAD", "OPTIONS", "POST", "PATCH", "PUT", "DELETE"] : ["GET", "POST"];

/** Runs requests concurrently, because network latency dominates. */
async function tryAll(
  paths: readonly string[],
  methods: (path: string) => readonly string[],
  attempt: (path: string, method: string) => Promise<void>,
): Promise<void> {
  await Promise.all(paths.flatMap((path) => methods(path).map((method) => attempt(path, method))));
}

test("Z1 guarded pages open only for their roles, by any request", async ({ site }) => {
  const guarded = addresses.filter(({ rules }) => rules.who !== "anyone");
  expect(guarded.length).toBeGreaterThan(0);
  for (const { path, rules } of guarded)
    for (const visitor of visitors) {
      const isAllowed = allowed[rules.who].includes(visitor);
      const plain = await sendRequest(site, path, visitor);
      if (isAllowed) expect([path, visitor, isOpen(plain)]).toEqual([path, visitor, true]);
      else
        expect([path, visitor, plain.status]).toEqual([
          path,
          visitor,
          visitor === "anonymous" || visitor === "banned" ? 302 : 403,
        ]);
      if (isAllowed) continue;
      await tryAll(
        spellingsFor(visitor, path),
        (spelling) => methodsFor(spelling, path),
        async (spelling, method) => {
          const response = await sendRequest(site, spelling, visitor, method, overrides);
          expect([spelling, visitor, method, response.status < 500]).toEqual([
            spelling,
            visitor,
            method,
            true,
          ]);
          if (response.status >= 300 || (method === "OPTIONS" && response.text === "")) return;
          // React Router sends a data redirect as 202; data of the root alone has no page content.
          const isRootOnly = spelling.endsWith("_routes=root");
          expect([spelling, visitor, method, response.status === 202 || isRootOnly]).toEqual([
            spelling,
            visitor,
            method,
            true,
          ]);
          expect(response.text).not.toContain("@kolpona.example");
          if (!isRootOnly && method !== "HEAD") expect(response.text).toContain("/login?next=");
        },
      );
    }
});

test("Z1 pages answer each role and request type as their route declares", async ({ site }) => {
  const guarded = addresses.filter(({ rules, hasChildren }) => rules.who !== "anyone" && !hasChildren);
  for (const { path, rules } of guarded)
    await Promise.all(
      visitors.flatMap((visitor) =>
        requestTypes(path).map(async ({ type, target, method }) => {
          const who = method === "POST" ? (rules.whoActs ?? rules.who) : rules.who;
          const response = await sendRequest(site, target, visitor, method);
          // React Router rejects a POST without a form before the guard runs.
          const hasNoForm = method === "POST" && (response.status === 400 || response.status === 405);
          if (hasNoForm) return;
          expect([path, visitor, type, outcomeOf(response)]).toEqual([
            path,
            visitor,
            type,
            outcomeFor(visitor, who),
          ]);
        }),
      ),
    );
});

/** Request types of a page: reads and form posts, as a document or as data. */
function requestTypes(path: string) {
  const part = `${path}.data?_routes=${encodeURIComponent(idOf(path))}`;
  return [
    { type: "read", target: path, method: "GET" },
    { type: "head", target: path, method: "HEAD" },
    { type: "data", target: `${path}.data`, method: "GET" },
    { type: "partial data", target: part, method: "GET" },
    { type: "form", target: path, method: "POST" },
    { type: "form as data", target: `${path}.data`, method: "POST" },
  ];
}

type Outcome = "answered" | "forbidden" | "redirected to sign-in";

/** Outcome of a response; React Router sends a data redirect as 202. */
function outcomeOf({ status, text, headers }: Awaited<ReturnType<typeof sendRequest>>): Outcome {
  if (String(headers.location).startsWith("/login?next=")) return "redirected to sign-in";
  if (status === 202 && text.includes("/login?next=")) return "redirected to sign-in";
  return status === 403 ? "forbidden" : "answered";
}

function outcomeFor(visitor: Visitor, who: Who): Outcome {
  if (allowed[who].includes(visitor)) return "answered";
  return visitor === "anonymous" || visitor === "banned" ? "redirected to sign-in" : "forbidden";
}

test("Z1 public pages answer every spelling of their path without errors", async ({ site }) => {
  for (const { id, path } of addresses.filter(({ rules }) => rules.who === "anyone"))
    await tryAll(
      spellings(path),
      () => ["GET"],
      async (spelling, method) => {
        const response = await sendRequest(site, spelling, "anonymous", method, overrides);
        expect([id, spelling, response.status < 500]).toEqual([id, spelling, true]);
      },
    );
});

/** Whether a method of the path accepts the visitor; OPTIONS only lists the allowed methods. */
function isAllowedMethod(path: string, verb: string, visitor: Visitor): boolean {
  const method = verb === "HEAD" ? "get" : verb.toLowerCase();
  const route = apiRoutes.find((candidate) => candidate.path === path && candidate.method === method);
  return verb === "OPTIONS" || (route !== undefined && accepts(route, visitor));
}

function accepts({ who, isForTokensAlone }: (typeof apiRoutes)[number], visitor: Visitor): boolean {
  return !isForTokensAlone && allowed[who].includes(visitor);
}

test("Z1 every API method accepts exactly its roles, by any path", async ({ site }) => {
  for (const route of apiRoutes) {
    const { path, method, who } = route;
    if (who === "anyone") continue;
    const address = `/api${path.replace(/:\w+/g, "none")}`;
    for (const visitor of visitors) {
      const headers = { "content-type": "application/json" };
      const { status } = await sendRequest(site, address, visitor, method.toUpperCase(), headers);
      const isAllowed = accepts(route, visitor);
      if (isAllowed)
        expect([address, visitor, [401, 403].includes(status) && !address.includes("passkey")]).toEqual([
          address,
          visitor,
          false,
        ]);
      else
        expect([address, visitor, status]).toEqual([
          address,
          visitor,
          visitor === "anonymous" || visitor === "banned" ? 401 : 403,
        ]);
      if (isAllowed) continue;
      const verbsFor = (spelling: string) =>
        methodsFor(spelling, address).filter((method) => !isAllowedMethod(path, method, visitor));
      await tryAll(spellingsFor(visitor, address), verbsFor, async (spelling, method) => {
        const response = await sendRequest(site, spelling, visitor, method, { ...headers, ...overrides });
        expect([spelling, visitor, method, response.status >= 300 && response.status < 500]).toEqual([
          spelling,
          visitor,
          method,
          true,
        ]);
      });
    }
  }
});
