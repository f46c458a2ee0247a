import { RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test, vi } from "vitest";
import { identify, noteRefused } from "#app/domain/accounts/sessions/identify.ts";
import { type Access, guardRoutes, signedOf } from "./guard.ts";
import { pageContext } from "./page-context.ts";

vi.mock("#app/domain/accounts/sessions/identify.ts", () => ({ identify: vi.fn(), noteRefused: vi.fn() }));

type Module = ServerBuild["routes"][string] extends infer Route | undefined
  ? Route extends { module: infer Found }
    ? Partial<Found>
    : never
  : never;

/** A build with these routes and only the fields that the guard reads. */
function buildOf(modules: Record<string, Module>): ServerBuild {
  const routes = Object.entries(modules).map(([id, module]) => [id, { id, module }]);
  return { routes: Object.fromEntries(routes) } as Partial<ServerBuild> as ServerBuild;
}

const access = (rules: Record<string, Access>) => new Map(Object.entries(rules));

test("Z1 fails at start for missing or unknown access rules", () => {
  const build = buildOf({ home: {}, news: {} });
  const both = { home: { who: "anyone" }, news: { who: "anyone" } } as const;
  expect(() => guardRoutes(build, access(both))).not.toThrow();
  expect(() => guardRoutes(build, access({ home: both.home }))).toThrow(/no access rule for news/);
  expect(() => guardRoutes(build, access({ ...both, blog: both.home }))).toThrow(/unknown route blog/);
  // A value that the types would reject.
  const unclear = { ...both, news: { who: "everyone" as "anyone" } };
  expect(() => guardRoutes(build, access(unclear))).toThrow(/no access rule for news/);
});

test("Z1 a restricted page needs a loader", () => {
  const render = () => null;
  const rules = access({ home: { who: "editor" } });
  expect(() => guardRoutes(buildOf({ home: { default: render } }), rules)).toThrow(/home needs a loader/);
  expect(() => guardRoutes(buildOf({ home: { default: render, loader: render } }), rules)).not.toThrow();
});

const people = {
  nobody: null,
  member: { role: "member" },
  editor: { role: "editor" },
  "editor without the two-factor authentication they need": { role: "editor", needsTwoFactor: true },
  admin: { role: "admin" },
};

/** Returns the handler's result, or the status and redirect, for a request by this user. */
async function outcome(
  who: keyof typeof people,
  rules: Access,
  method: "GET" | "POST",
  page: { default?: () => null } = { default: () => null },
  from = "same-origin",
) {
  const person = people[who];
  const signed = person && { needsTwoFactor: false, ...person, person: { id: who, role: person.role } };
  const context = new RouterContextProvider();
  vi.mocked(identify).mockResolvedValue(signed as Awaited<ReturnType<typeof identify>>); // only the fields that the guard reads
  vi.mocked(noteRefused).mockClear();
  const url = new URL("https://www.company.example/dashboard/user?page=2");
  context.set(pageContext, { accounts: {}, requestContext: {}, publicUrl: url } as never);
  const handler = ({ context }: { context: Readonly<RouterContextProvider> }) => signedOf(context).person.id;
  const routes = guardRoutes(
    buildOf({ page: { loader: handler, action: handler, ...page } }),
    access({ page: rules }),
  ).routes;
  const request = new Request(url, { method, headers: { "sec-fetch-site": from } });
  const args = { context, request, url, params: {}, pattern: url.pathname };
  const run = method === "GET" ? routes.page?.module.loader : routes.page?.module.action;
  try {
    return { found: await run?.(args), refusals: vi.mocked(noteRefused).mock.calls.length };
  } catch (thrown) {
    if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get("location")}`;
    return { thrown, refusals: vi.mocked(noteRefused).mock.calls.length };
  }
}

const refused = {
  thrown: expect.objectContaining({ init: expect.objectContaining({ status: 403 }) }),
  refusals: 1,
};
const found = (id: string) => ({ found: id, refusals: 0 });
const back = "/login?next=%2Fdashboard%2Fuser%3Fpage%3D2";

test("Z1 redirects or refuses users without the role, and records refusals", async () => {
  const editors: Access = { who: "editor" };
  for (const method of ["GET", "POST"] as const) {
    expect(await outcome("member", editors, method)).toEqual(refused);
    expect(await outcome("editor", editors, method)).toEqual(found("editor"));
    expect(await outcome("admin", editors, method)).toEqual(found("admin"));
    expect(await outcome("editor", { who: "admin" }, method)).toEqual(refused);
    expect(await outcome("admin", { who: "admin" }, method)).toEqual(found("admin"));
    expect(await outcome("member", { who: "signed-in" }, method)).toEqual(found("member"));
    expect(await outcome("editor without the two-factor authentication they need", editors, method)).toBe(
      "302 /myprofile?problem=second-step-missing",
    );
  }
});

test("Z1 after sign-in, returns visitors to the page, not to an action", async () => {
  expect(await outcome("nobody", { who: "editor" }, "GET")).toBe(`302 ${back}`);
  expect(await outcome("nobody", { who: "editor" }, "POST")).toBe("302 /login?next=%2Fdashboard%2Fuser");
  expect(await outcome("nobody", { who: "signed-in" }, "GET")).toBe(`302 ${back}`);
  expect(await outcome("nobody", { who: "signed-in" }, "POST")).toBe(`303 ${back}&problem=signed-out`);
});

test("Z1 after sign-in, returns visitors to the screen of a download", async () => {
  expect(await outcome("nobody", { who: "editor" }, "GET", {})).toBe("302 /login?next=%2Fdashboard");
  expect(await outcome("nobody", { who: "editor" }, "POST", {})).toBe("302 /login?next=%2Fdashboard%2Fuser");
});

test("Z1 an action may require a higher role than its page", async () => {
  const rules: Access = { who: "editor", whoActs: "admin" };
  expect(await outcome("editor", rules, "GET")).toEqual(found("editor"));
  expect(await outcome("editor", rules, "POST")).toEqual(refused);
  expect(await outcome("admin", rules, "POST")).toEqual(found("admin"));
});

test("Z6 rejects forms of other sites unless the route allows them", async () => {
  const send = (who: keyof typeof people, rules: Access) =>
    outcome(who, rules, "POST", { default: () => null }, "cross-site");
  expect(await send("admin", { who: "admin" })).toMatchObject({
    found: { init: { status: 403 }, data: { refusal: { code: "forbidden" } } },
    refusals: 0,
  });
  expect(await send("editor", { who: "admin" })).toEqual(refused);
  expect(await send("nobody", { who: "admin" })).toBe("302 /login?next=%2Fdashboard%2Fuser");
  expect(await send("admin", { who: "admin", formsFrom: "anywhere" })).toEqual(found("admin"));
});

test("a link on another site does not start a download", async () => {
  const follow = (from: string, page?: { default?: () => null }) =>
    outcome("admin", { who: "admin" }, "GET", page ?? {}, from);
  for (const from of ["cross-site", "same-site"]) expect(await follow(from)).toBe("303 /dashboard");
  for (const from of ["same-origin", "none"]) expect(await follow(from)).toEqual(found("admin"));
  expect(await follow("cross-site", { default: () => null })).toEqual(found("admin"));
  expect(await outcome("nobody", { who: "admin" }, "GET", {}, "cross-site")).toBe(
    "302 /login?next=%2Fdashboard",
  );
});

test("does not wrap the loader of a public route", () => {
  const loader = () => "anything";
  const { page } = guardRoutes(buildOf({ page: { loader } }), access({ page: { who: "anyone" } })).routes;
  expect(page?.module.loader).toBe(loader);
});
